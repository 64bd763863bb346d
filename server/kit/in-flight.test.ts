import { expect, test, vi } from 'vitest'
import { inFlight } from './in-flight.ts'

test('who asks for the same meanwhile gets the answer of the first, and afterwards a new one', async () => {
  const { join } = inFlight<number>()
  let answer = 0
  const work = vi.fn(async () => ++answer)
  expect(await Promise.all([join('a', work), join('a', work), join('b', work)])).toEqual([1, 1, 2])
  expect(await join('a', work)).toBe(3)
  expect(work).toHaveBeenCalledTimes(3)
})

test('a failure is told to all who waited, and not kept', async () => {
  const { join } = inFlight<number>()
  const fail = () => Promise.reject(new Error('away'))
  const outcomes = await Promise.allSettled([join('a', fail), join('a', fail)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await join('a', async () => 7)).toBe(7)
})
