import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '../services.ts'
import { BEAT_MS, HELD_MS, holdOnBy, LeaseLost } from './leases.ts'

const log = { error: () => {} } as unknown as Services['log']
const FAKED = ['setInterval', 'clearInterval', 'performance'] as const

beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

test('what could not be held on to is given no sign any more: it would be taken back from who waits for it', async () => {
  const keep = vi.fn(async () => true)
  const { signal } = holdOnBy({ log }, 'parts', keep)
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(keep).toHaveBeenCalledTimes(1)
  keep.mockRejectedValue(new Error('the database is away'))
  await vi.advanceTimersByTimeAsync(HELD_MS + BEAT_MS)
  expect(signal.reason).toBeInstanceOf(LeaseLost)
  const signs = keep.mock.calls.length
  keep.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS)
  expect(keep).toHaveBeenCalledTimes(signs)
})

test('what another process has is let go at once', async () => {
  const keep = vi.fn(async () => false)
  const { signal } = holdOnBy({ log }, 'parts', keep)
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS)
  expect(signal.aborted).toBe(true)
  expect(keep).toHaveBeenCalledTimes(1)
})

test('what hangs is let go after its longest time, though each sign is given', async () => {
  const { signal, end } = holdOnBy({ log }, 'parts', async () => true, 4 * BEAT_MS)
  await vi.advanceTimersByTimeAsync(4 * BEAT_MS)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(signal.aborted).toBe(true)
  end()
})
