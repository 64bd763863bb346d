import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { thinned } from './times.ts'

const at = (time: number) => new Date(time).toISOString()

test('[design §8.4] times too near each other to be told apart are one, which says how many', () => {
  const times = [0, 1, 59, 60, 179].map(minute => at(minute * 60_000))
  expect(thinned(times, { from: 0, until: 3 * HOUR_MS }, 3)).toEqual([
    { time: at(0), photos: 3 },
    { time: at(HOUR_MS), photos: 1 },
    { time: at(179 * 60_000), photos: 1 },
  ])
  expect(thinned([], { from: 0, until: HOUR_MS }, 3)).toEqual([])
})

test('none is left out, and there are never more than steps', () => {
  const period = { from: 0, until: 100 * HOUR_MS }
  fc.assert(
    fc.property(
      fc.array(fc.nat(100 * HOUR_MS - 1), { maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (all, steps) => {
        const thin = thinned(all.toSorted((a, b) => a - b).map(at), period, steps)
        expect(thin.length).toBeLessThanOrEqual(steps)
        expect(thin.reduce((sum, { photos }) => sum + photos, 0)).toBe(all.length)
      },
    ),
  )
})
