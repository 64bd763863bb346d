import { describe, expect, test } from 'vitest'
import { type DayMeans, weekDifferences } from './group-difference.ts'
import { studentT, studentWithin } from './student.ts'

describe("Student's distribution", () => {
  /** Tables of Fisher and Yates, two-sided. */
  test.each([
    [0.95, 1, 12.7062],
    [0.95, 2, 4.30265],
    [0.95, 5, 2.57058],
    [0.95, 10, 2.22814],
    [0.95, 30, 2.04227],
    [0.95, 120, 1.97993],
    [0.99, 4, 4.60409],
    [0.5, 3, 0.76489],
  ])('%f of it lies within t of %i degrees of freedom', (share, freedom, t) => {
    expect(studentT(share, freedom)).toBeCloseTo(t, 4)
    expect(studentWithin(studentT(share, freedom), freedom)).toBeCloseTo(share, 10)
  })

  test('comes close to the normal one', () => {
    expect(studentT(0.95, 1e7)).toBeCloseTo(1.959964, 5)
  })
})

/** Days from Monday 6 January 2025 on, all of one mean. */
const days = (mean: number, count = 7, from = 6): DayMeans =>
  new Map(
    Array.from({ length: count }, (_, index) => [`2025-01-${String(from + index).padStart(2, '0')}`, mean] as const),
  )

describe('the difference of two groups', () => {
  test("has Welch's interval over the placements of each group", () => {
    // scipy.stats.ttest_ind([20, 22, 19], [25, 29, 27, 26], equal_var=False)
    const [week, ...more] = weekDifferences(
      [20, 22, 19].map(mean => days(mean)),
      [25, 29, 27, 26].map(mean => days(mean)),
    )
    expect(more).toEqual([])
    expect(week).toMatchObject({ week: '2025-01-06', treatment: { n: 3 }, control: { n: 4, mean: 26.75 } })
    expect(week?.treatment.mean).toBeCloseTo(61 / 3, 12)
    expect(week?.difference).toBeCloseTo(-6.416667, 6)
    expect(week?.freedom).toBeCloseTo(4.733990147783252, 9)
    expect(week?.low).toBeCloseTo(-9.626339066433435, 8)
    expect(week?.high).toBeCloseTo(-3.206994266899902, 8)
  })

  test('takes the week of a sound by its energy', () => {
    const loud = new Map([...days(60, 6), ...days(70, 1, 12)])
    const [week] = weekDifferences([loud], [days(60)], 'energetic')
    // 10 lg((6 · 10^6 + 10^7) / 7)
    expect(week?.treatment.mean).toBeCloseTo(63.59, 2)
    expect(week?.control.mean).toBeCloseTo(60, 10)
  })

  test('counts a placement once a week, and not with less than four days', () => {
    const short = days(99, 3)
    const differences = weekDifferences([days(10, 7), short], [days(12, 4), days(14, 9)])
    expect(differences).toMatchObject([
      { week: '2025-01-06', treatment: { n: 1, mean: 10 }, control: { n: 2, mean: 13 }, difference: -3, low: null },
    ])
  })

  test('has no week in which one group has nothing', () => {
    expect(weekDifferences([days(10)], [days(10, 7, 13)])).toEqual([])
    expect(weekDifferences([], [days(10)])).toEqual([])
  })

  test('of groups that are all alike has an interval of no width', () => {
    const [week] = weekDifferences([days(10), days(10)], [days(12), days(12)])
    expect(week).toMatchObject({ difference: -2, low: -2, high: -2, freedom: 2 })
  })
})
