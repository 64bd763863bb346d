import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../time/units.ts'
import type { DayMeans } from './group-difference.ts'
import { placeDifference, selectionDifference } from './mean-difference.ts'

const START = Date.UTC(2026, 0, 1)

const days = (means: readonly number[], from = 0): DayMeans =>
  new Map(means.map((mean, index) => [new Date(START + (from + index) * DAY_MS).toISOString().slice(0, 10), mean]))

/** Numbers that look drawn by chance, the same in each run (mulberry32, Box and Muller). */
const randomNormal = (seed: number) => {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Days of which each repeats a share of the day before. */
const persistentDays = (normal: () => number, count: number, share: number, mean: number, from = 0): DayMeans => {
  let value = normal()
  return days(
    Array.from({ length: count }, () => {
      value = share * value + Math.sqrt(1 - share ** 2) * normal()
      return mean + value
    }),
    from,
  )
}

describe('the difference of a place in two periods', () => {
  test('is that of the means of its days', () => {
    expect(placeDifference(days([21, 23]), days([20, 20, 20], 40))).toMatchObject({
      first: { mean: 22, days: 2, places: 1 },
      second: { mean: 20, days: 3, places: 1 },
      difference: 2,
      by: 'days',
    })
  })

  test('has no interval where a week of days is not there', () => {
    const month = days(Array.from({ length: 30 }, (_, index) => 20 + (index % 3)))
    expect(placeDifference(days([21, 23, 22, 21, 22, 23]), month)).toMatchObject({
      low: null,
      high: null,
      freedom: null,
    })
    expect(placeDifference(days([21, 23, 22, 21, 22, 23, 21]), month)?.low).toBeTypeOf('number')
  })

  test('is none where nothing was measured', () => {
    expect(placeDifference(days([]), days([20]))).toBeNull()
  })

  test.each([
    [0, 14],
    [0, 30],
    [0.5, 30],
    [0.7, 60],
  ])(
    'lies within its interval nineteen times out of twenty: days that repeat %f of the day before, %i of them',
    (share, count) => {
      const normal = randomNormal(count + share * 1000)
      const runs = 400
      let held = 0
      for (let run = 0; run < runs; run++) {
        const found = placeDifference(
          persistentDays(normal, count, share, 3),
          persistentDays(normal, count, share, 1, 400),
        )
        if (found && (found.low === null || (found.low <= 2 && (found.high ?? 0) >= 2))) held++
      }
      expect(held / runs).toBeGreaterThan(0.92)
      expect(held / runs).toBeLessThan(0.999)
    },
  )
})

describe('the difference of two selections', () => {
  test('compares the same places one by one, however unlike they are', () => {
    const first = [days([30, 30]), days([12, 12]), days([21, 21])]
    const second = [days([28, 28], 50), days([10.5, 10.5], 50), days([18.5, 18.5], 50)]
    const found = selectionDifference(first, second, { arePaired: true, areSameDays: false })
    // scipy.stats.ttest_rel: 2, standard error 0.288675, two degrees of freedom
    expect(found).toMatchObject({ difference: 2, freedom: 2, by: 'paired_places', first: { mean: 21, places: 3 } })
    expect(found?.low).toBeCloseTo(2 - 4.302653 * 0.2886751, 5)
    expect(found?.high).toBeCloseTo(2 + 4.302653 * 0.2886751, 5)
  })

  test('leaves out a place that is in one of both alone', () => {
    const found = selectionDifference([days([30]), days([12]), days([5])], [days([28]), days([]), days([4])], {
      arePaired: true,
      areSameDays: false,
    })
    expect(found).toMatchObject({ difference: 1.5, first: { mean: 17.5, places: 2 }, second: { mean: 16, places: 2 } })
  })

  test('has the interval of the groups of a research project where both have two places', () => {
    // scipy.stats.ttest_ind([20, 22, 19], [25, 29, 27, 26], equal_var=False)
    const of = (means: readonly number[]) => means.map(mean => days([mean, mean]))
    const found = selectionDifference(of([20, 22, 19]), of([25, 29, 27, 26]), { arePaired: false, areSameDays: true })
    expect(found).toMatchObject({ by: 'places', second: { mean: 26.75, places: 4 } })
    expect(found?.difference).toBeCloseTo(-6.416667, 5)
    expect(found?.freedom).toBeCloseTo(4.734, 3)
  })

  test('goes day by day where one place stands against others in the same period', () => {
    const weather = [4, -3, 8, 1, -6, 5, 0, 2, -2, 7]
    const found = selectionDifference(
      [days(weather.map((value, index) => 22 + value + (index % 2) * 0.1))],
      [days(weather.map(value => 20 + value)), days(weather.map(value => 19 + value))],
      { arePaired: false, areSameDays: true },
    )
    expect(found).toMatchObject({ by: 'paired_days', first: { days: 10, places: 1 }, second: { places: 2 } })
    expect(found?.difference).toBeCloseTo(2.55, 10)
    // Weather that all of them had is no part of it.
    expect((found?.high ?? 9) - (found?.low ?? 0)).toBeLessThan(0.2)
  })

  test('is none where the two share no day', () => {
    const apart = { arePaired: false, areSameDays: true }
    expect(selectionDifference([days([20])], [days([20], 5)], apart)).toBeNull()
    expect(selectionDifference([], [days([20])], apart)).toBeNull()
  })
})
