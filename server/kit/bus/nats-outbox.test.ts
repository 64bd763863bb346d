import { expect, test } from 'vitest'
import { createOutbox } from './nats-outbox.ts'

test('more news than are kept for a server that is away are thrown away together, once, and that is told', () => {
  let overflowed = 0
  const outbox = createOutbox('here', { sent: () => {}, overflowed: () => void overflowed++ })
  for (let nth = 0; nth < 20_000; nth++) outbox.add('subject', `${nth}`)
  expect(overflowed).toBe(0)
  outbox.add('subject', 'one more')
  expect(overflowed).toBe(1)
  expect(outbox.isEmpty()).toBe(false)
})
