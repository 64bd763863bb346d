import { expect, test, vi } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import { sharedFailure } from './read-failure.tsx'

const read = (failure: unknown) => ({ answer: undefined, old: false, failure, again: vi.fn() })
const unanswered = () => new TypeError('Failed to fetch')

test('charts that nobody answers have one failure, and all are asked again', () => {
  const [overview, ...charts] = [read(null), read(unanswered()), read(unanswered())]
  const shared = sharedFailure(overview as never, charts)
  shared?.again()
  expect(shared?.failure).toBeInstanceOf(TypeError)
  expect(charts.map(({ again }) => again.mock.calls.length)).toEqual([1, 1])
  expect(overview?.again).not.toHaveBeenCalled()
})

test('what the overview is refused is said once, and what is refused to one chart by that chart', () => {
  const refused = new CallFailed(400, { code: 'too_much_data', message: 'Too much.' })
  expect(sharedFailure(read(refused), [read(null)])?.failure).toBe(refused)
  expect(sharedFailure(read(null), [read(refused), read(refused)])).toBeNull()
  expect(sharedFailure(read(null), [read(unanswered()), read(null)])).toBeNull()
  expect(sharedFailure(read(null), [])).toBeNull()
})
