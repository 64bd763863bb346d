import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type GradeBoundaries, gradeApplies, gradeOf, overallGrade, statusOf, statusOfGrade } from './grade.ts'

const edges = (
  min: number | null,
  low: number | null,
  high: number | null,
  max: number | null,
  ideal?: number | null,
) =>
  ({ min_value: min, low_value: low, high_value: high, max_value: max, ideal_value: ideal ?? null }) as GradeBoundaries

const highOnly = { low_is_bad: false, high_is_bad: true }
const lowOnly = { low_is_bad: true, high_is_bad: false }
const bothSides = { low_is_bad: true, high_is_bad: true }
const noSide = { low_is_bad: false, high_is_bad: false }

const ammonia = edges(0, null, 10, 30)
const temperature = edges(10, 16, 22, 30)

test.each([
  [0, 10],
  [5, 9],
  [10, 8],
  [15, 6.25],
  [20, 4.5],
  [21.4286, 4],
  [30, 1],
  [40, 1],
])('[science §4, O21] grades NH3 of %d ppm with %d', (ppm, grade) => {
  expect(gradeOf(ppm, ammonia, highOnly)).toBeCloseTo(grade, 2)
})

test.each([
  [8, 1],
  [10, 1],
  [12, 3.33],
  [14, 5.67],
  [16, 8],
  [18, 10],
  [20, 10],
  [24, 6.25],
  [28, 2.75],
  [30, 1],
])('[science §4, O22] grades %d °C with %d', (celsius, grade) => {
  expect(gradeOf(celsius, temperature, bothSides)).toBeCloseTo(grade, 2)
})

describe('[science §4] gradeOf', () => {
  it('gives exactly 8 on every comfort edge', () => {
    expect(gradeOf(10, ammonia, highOnly)).toBe(8)
    expect(gradeOf(16, temperature, bothSides)).toBe(8)
    expect(gradeOf(22, temperature, bothSides)).toBe(8)
    expect(gradeOf(40, edges(0, 40, null, 400, 80), lowOnly)).toBe(8)
  })

  it('keeps 10 in the middle half of the comfort band', () => {
    expect(gradeOf(17.5, temperature, bothSides)).toBe(10)
    expect(gradeOf(20.5, temperature, bothSides)).toBe(10)
    expect(gradeOf(17, temperature, bothSides)).toBeLessThan(10)
  })

  it('keeps 10 up to the ideal: CO2 of 600 ppm', () => {
    const co2 = edges(400, null, 2000, 4000, 600)
    expect(gradeOf(600, co2, highOnly)).toBe(10)
    expect(gradeOf(1300, co2, highOnly)).toBe(9)
    expect(gradeOf(3000, co2, highOnly)).toBe(4.5)
  })

  it('takes the low value for the ideal of a quantity that is bad when high', () => {
    expect(gradeOf(4, edges(0, 4, 10, 30), highOnly)).toBe(10)
    expect(gradeOf(7, edges(0, 4, 10, 30), highOnly)).toBe(9)
  })

  it('mirrors for a quantity that is bad when low: light', () => {
    const light = edges(0, 40, null, 400, 80)
    expect(gradeOf(100, light, lowOnly)).toBe(10)
    expect(gradeOf(60, light, lowOnly)).toBe(9)
    expect(gradeOf(20, light, lowOnly)).toBe(4.5)
    expect(gradeOf(0, light, lowOnly)).toBe(1)
    expect(gradeOf(60, edges(0, 40, 80, null), lowOnly)).toBe(9)
    expect(gradeOf(60, edges(0, 40, null, 80), lowOnly)).toBe(9)
  })

  it('gives no grade without a bad side: CH4', () => {
    expect(gradeOf(4000, edges(0, null, null, 500), noSide)).toBeNull()
  })

  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('gives no grade for the value %s', value => {
    expect(gradeOf(value, ammonia, highOnly)).toBeNull()
  })

  it.each([
    ['a missing high value', edges(0, null, null, 30), highOnly],
    ['a missing maximum', edges(0, null, 10, null), highOnly],
    ['a missing low value', edges(0, null, null, 400, 80), lowOnly],
    ['a missing minimum', edges(null, 16, 22, 30), bothSides],
    ['a low edge missing on two sides', edges(10, null, 22, 30), bothSides],
    ['high at the maximum', edges(0, null, 30, 30), highOnly],
    ['high above the maximum', edges(10, 16, 35, 30), bothSides],
    ['low at the minimum', edges(16, 16, 22, 30), bothSides],
    ['low below the minimum', edges(0, -1, null, 400, 80), lowOnly],
    ['low above high', edges(10, 22, 16, 30), bothSides],
    ['a comfort band without width', edges(10, 16, 16, 30), bothSides],
    ['an ideal that is already uncomfortable', edges(0, null, 10, 30, 12), highOnly],
    ['an edge that is not a number', edges(0, null, Number.NaN, 30), highOnly],
  ])('gives no grade with %s', (_, boundaries, sides) => {
    for (const value of [-5, 15, 18, 25, 50]) expect(gradeOf(value, boundaries, sides)).toBeNull()
  })
})

const gap = fc.double({ min: 0.1, max: 1000, noNaN: true })
const ordered = fc
  .tuple(fc.double({ min: -1000, max: 1000, noNaN: true }), gap, gap, gap)
  .map(([min, a, b, c]) => edges(min, min + a, min + a + b, min + a + b + c))
const sides = fc.constantFrom(highOnly, lowOnly, bothSides)
const value = fc.double({ min: -5000, max: 5000, noNaN: true })

describe('[science §4] for any boundaries in order, the grade', () => {
  it('is never outside 1 to 10', () => {
    fc.assert(
      fc.property(ordered, sides, value, (boundaries, bad, x) => {
        const grade = gradeOf(x, boundaries, bad)
        expect(grade).not.toBeNull()
        expect(grade).toBeGreaterThanOrEqual(1)
        expect(grade).toBeLessThanOrEqual(10)
      }),
    )
  })

  it('is continuous: a small step of the value is a small step of the grade', () => {
    const step = 1e-6
    // The steepest piece there can be: from 10 to 8 within a quarter of the narrowest gap.
    const steepest = 8 / (0.1 / 4)
    fc.assert(
      fc.property(ordered, sides, value, (boundaries, bad, x) => {
        const change = Math.abs((gradeOf(x + step, boundaries, bad) ?? 0) - (gradeOf(x, boundaries, bad) ?? 99))
        expect(change).toBeLessThanOrEqual(steepest * step + 1e-9)
      }),
    )
  })

  it('is continuous across every edge', () => {
    fc.assert(
      fc.property(ordered, sides, (boundaries, bad) => {
        for (const edge of [boundaries.min_value, boundaries.low_value, boundaries.high_value, boundaries.max_value]) {
          const before = gradeOf((edge as number) - 1e-7, boundaries, bad) as number
          const after = gradeOf((edge as number) + 1e-7, boundaries, bad) as number
          expect(Math.abs(before - after)).toBeLessThan(1e-3)
        }
      }),
    )
  })

  it('never rises away from comfort', () => {
    fc.assert(
      fc.property(ordered, value, value, (boundaries, a, b) => {
        const high = boundaries.high_value as number
        const [near, far] = [high + Math.min(Math.abs(a), Math.abs(b)), high + Math.max(Math.abs(a), Math.abs(b))]
        expect(gradeOf(far, boundaries, bothSides)).toBeLessThanOrEqual(gradeOf(near, boundaries, bothSides) as number)
      }),
    )
  })
})

describe('[ui §3] statusOf', () => {
  it.each([
    [19, 'good'],
    [16, 'good'],
    [15, 'too_cold'],
    [12, 'act_now'],
    [23, 'attention'],
    [28, 'act_now'],
    [null, 'no_data'],
  ] as const)('says of %s °C for pigs: %s', (celsius, status) => {
    expect(statusOf(celsius, temperature, bothSides)).toBe(status)
  })

  it('says act now above the hard limit even with a fair grade', () => {
    const boundaries = { ...ammonia, limit_value: 12 }
    expect(gradeOf(13, boundaries, highOnly)).toBeGreaterThan(5)
    expect(statusOf(12, boundaries, highOnly)).toBe('attention')
    expect(statusOf(13, boundaries, highOnly)).toBe('act_now')
  })

  it('watches a limit where nothing is graded, and else has nothing to say: CH4', () => {
    const methane = { ...edges(0, null, null, 500), limit_value: 4400 }
    expect(statusOf(4401, methane, noSide)).toBe('act_now')
    expect(statusOf(300, methane, noSide)).toBeNull()
  })

  it('never says too cold of a quantity that is only bad when low', () => {
    expect(statusOf(35, edges(0, 40, null, 400, 80), lowOnly)).toBe('attention')
  })

  it('takes the thresholds of the quantity instead of 5 and 8', () => {
    const research = { low_value: 4, high_value: 6 }
    expect(statusOf(15, ammonia, highOnly, research)).toBe('good')
    expect(statusOf(20, ammonia, highOnly, research)).toBe('attention')
    expect(statusOf(22, ammonia, highOnly, research)).toBe('act_now')
  })

  it.each([
    [8, 'good'],
    [7.99, 'attention'],
    [5, 'attention'],
    [4.99, 'act_now'],
    [null, 'no_data'],
  ] as const)('turns the grade %s alone into %s', (grade, status) => {
    expect(statusOfGrade(grade)).toBe(status)
  })
})

describe('[science §4] overallGrade', () => {
  it('is the lowest grade and names its quantity', () => {
    expect(overallGrade({ t: 9, nh3: 3.4, co2: 6, ch4: null })).toEqual({ key: 'nh3', grade: 3.4 })
  })

  it('is null when nothing is graded', () => {
    expect(overallGrade({ ch4: null })).toBeNull()
    expect(overallGrade({})).toBeNull()
  })
})

describe('[thresholds] gradeApplies', () => {
  const noon = { local_hour: 12, temperature: 18, temperature_high: 22 }

  it('leaves the dark of the night ungraded, but not a dim day or a lit night', () => {
    expect(gradeApplies('light_lux', 3, 40, { ...noon, local_hour: 2 })).toBe(false)
    expect(gradeApplies('light_lux', 3, 40, noon)).toBe(true)
    expect(gradeApplies('light_lux', 40, 40, { ...noon, local_hour: 2 })).toBe(true)
    expect(gradeApplies('light_lux', 3, 40, { ...noon, local_hour: 16 })).toBe(false)
  })

  it('calls moving air a draught only below the upper comfort temperature', () => {
    expect(gradeApplies('air_speed', 0.5, null, noon)).toBe(true)
    expect(gradeApplies('air_speed', 0.5, null, { ...noon, temperature: 22 })).toBe(false)
    expect(gradeApplies('air_speed', 0.5, null, { ...noon, temperature: null })).toBe(false)
  })

  it('grades everything else at any time', () => {
    expect(gradeApplies('nh3_ppm', 12, null, { local_hour: 2, temperature: null, temperature_high: null })).toBe(true)
  })
})
