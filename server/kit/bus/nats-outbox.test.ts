import { errors } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { createOutbox, type Sender } from './nats-outbox.ts'

/** An outbox that tries again at once, and what it told. */
const anOutbox = () => {
  const told = { sent: 0, lost: 0, overflowed: [] as number[] }
  const outbox = createOutbox(
    'here',
    {
      sent: () => void told.sent++,
      lost: () => void told.lost++,
      overflowed: count => void told.overflowed.push(count),
    },
    1,
  )
  return { outbox, told }
}

/** A client that keeps what it was given, in order, unless `refuse` gives a reason not to. */
const aSender = (refuse: (payload: string) => Error | null = () => null, isClosed = () => false) => {
  const taken: string[] = []
  const publish: Sender['publish'] = async (_, payload) => {
    const error = refuse(String(payload))
    if (error) throw error
    taken.push(String(payload))
    return { stream: 'kept', seq: taken.length, duplicate: false, domain: '' }
  }
  return { sender: { publish, isClosed } satisfies Sender, taken }
}

test('more news than are kept for a server that is away are thrown away together, once, and that is told', () => {
  const { outbox, told } = anOutbox()
  for (let nth = 0; nth < 20_000; nth++) outbox.add('subject', `${nth}`)
  expect(told.overflowed).toEqual([])
  outbox.add('subject', 'one more')
  expect(told.overflowed).toEqual([20_000])
  expect(outbox.isEmpty()).toBe(false)
})

test('long news are kept up to their length together', () => {
  const { outbox, told } = anOutbox()
  const long = 'x'.repeat(1_000_000)
  for (let nth = 0; nth < 32; nth++) outbox.add('subject', long)
  expect(told.overflowed).toEqual([])
  outbox.add('subject', long)
  expect(told.overflowed).toEqual([32])
})

/** An outbox of which two are on their way by a connection that is closed meanwhile, and two were told after them. */
const anInterrupted = () => {
  const { outbox, told } = anOutbox()
  let isClosed = false
  let fail: (() => void)[] = []
  const publish: Sender['publish'] = () =>
    new Promise((_, reject) => void fail.push(() => reject(new errors.ClosedConnectionError())))
  outbox.sendBy({ publish, isClosed: () => isClosed })
  for (const nth of ['1', '2']) outbox.add('subject', nth)
  isClosed = true
  const breakOff = async () => {
    for (const one of fail.toReversed()) one()
    fail = []
    await new Promise(setImmediate)
  }
  return { outbox, told, breakOff }
}

test('what was on its way when a connection broke is sent before what was told later', async () => {
  const { outbox, told, breakOff } = anInterrupted()
  outbox.sendBy(null)
  for (const nth of ['3', '4']) outbox.add('subject', nth)
  await breakOff()
  outbox.add('subject', '5')
  const { sender, taken } = aSender()
  outbox.sendBy(sender)
  await expect.poll(() => taken).toEqual(['1', '2', '3', '4', '5'])
  await expect.poll(() => outbox.isEmpty()).toBe(true)
  expect(told).toEqual({ sent: 5, lost: 0, overflowed: [] })
})

test('what a connection gives back after the next one is there is sent too', async () => {
  const { outbox, breakOff } = anInterrupted()
  const { sender, taken } = aSender()
  outbox.sendBy(sender)
  await breakOff()
  await expect.poll(() => taken.toSorted()).toEqual(['1', '2'])
  await expect.poll(() => outbox.isEmpty()).toBe(true)
})

test.each([
  ['too long', new errors.InvalidArgumentError('max_payload size exceeded')],
  ['not permitted', new errors.PermissionViolationError('no', 'publish', 'subject')],
])('a message that is %s is given up at once, and the others go on', async (_, error) => {
  const { outbox, told } = anOutbox()
  let refused = 0
  const { sender, taken } = aSender(payload => {
    if (payload !== 'bad') return null
    refused++
    return error
  })
  outbox.sendBy(sender)
  for (const one of ['1', 'bad', '2']) outbox.add('subject', one)
  await expect.poll(() => taken).toEqual(['1', '2'])
  await expect.poll(() => told.lost).toBe(1)
  expect([refused, outbox.isEmpty()]).toEqual([1, true])
})

test('a message that is never taken is given up after thirty tries, and nothing waits for it', async () => {
  const { outbox, told } = anOutbox()
  let refused = 0
  const { sender, taken } = aSender(payload => {
    if (payload !== 'bad') return null
    refused++
    return new Error('no answer')
  })
  outbox.sendBy(sender)
  outbox.add('subject', 'bad')
  await expect.poll(() => refused).toBeGreaterThan(0)
  outbox.add('subject', 'next')
  await expect.poll(() => taken).toEqual(['next'])
  await expect.poll(() => told.lost).toBe(1)
  expect([refused, outbox.isEmpty()]).toEqual([30, true])
})
