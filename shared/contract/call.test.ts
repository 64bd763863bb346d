import { expect, test } from 'vitest'
import { CallFailed } from './call.ts'

const marked = { code: 'no_valid_input', message: 'No valid input. Check the marked fields.' } as const

test('[specification §8] a refusal says what its fields say, each sentence once, else its own', () => {
  const errors = { start: ['It begins too early.'], end: ['It begins too early.', 'It ends too late.'] }
  expect(new CallFailed(422, { ...marked, errors }).message).toBe('It begins too early. It ends too late.')
  expect(new CallFailed(422, { ...marked, errors: {} }).message).toBe(marked.message)
  expect(new CallFailed(403, { code: 'not_allowed', message: 'Not allowed.' }).message).toBe('Not allowed.')
  expect(new CallFailed(0, {}).message).toBe('')
})
