import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readingWindowOf } from '../alerts/alert-rule.ts'
import { segmentsOf } from '../time/period.ts'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import { AVERAGINGS, meanOf, meanPartsOf, valueOfParts } from './mean.ts'
import {
  BIN_MS,
  binCoverage,
  binsFrom,
  boxOf,
  quantileOf,
  shiftedParts,
  type TimedValue,
  togetherFrom,
  validDaysOf,
  validHoursFrom,
  weekmapCellOf,
  weekmapOf,
} from './statistics.ts'

const START = Date.parse('2025-03-03T00:00:00Z')
const minutes = (...values: readonly (readonly [number, number])[]): TimedValue[] =>
  values.map(([minute, value]) => ({ time: START + minute * MINUTE_MS, value }))
const everyBin = (count: number, value: (index: number) => number): TimedValue[] =>
  Array.from({ length: count }, (_, index) => ({ time: START + index * BIN_MS, value: value(index) }))

describe('[science §5] base series', () => {
  test('is the mean of each five minutes of UTC, and nothing where nothing was read', () => {
    expect(binsFrom('arithmetic', minutes([0, 1], [4.9, 3], [12, 7], [12.5, 9]))).toEqual(minutes([0, 2], [10, 8]))
  })

  test('of sound is that of its energy, of directions none where they cancel out', () => {
    expect(binsFrom('energetic', minutes([0, 60], [1, 70]))[0]?.value).toBeCloseTo(67.4, 2)
    expect(binsFrom('circular', minutes([0, 0], [1, 180]))).toEqual([])
    // O19
    expect(binsFrom('circular', minutes([0, 350], [1, 10], [2, 20]))[0]?.value).toBeCloseTo(6.705, 3)
    const vectors = [350, 10, 20].map(one => meanPartsOf('circular', one))
    const [x, y] = [0, 1].map(at => vectors.reduce((sum, one) => sum + (one[at] ?? 0), 0) / 3)
    expect(Math.hypot(x ?? 0, y ?? 0)).toBeCloseTo(0.9764, 3)
  })

  test('an hour is valid with 6 of 12 bins, a day with 18 valid hours', () => {
    expect(
      validHoursFrom(
        'arithmetic',
        everyBin(5, () => 1),
      ),
    ).toEqual([])
    expect(
      validHoursFrom(
        'arithmetic',
        everyBin(6, index => index),
      ),
    ).toEqual(minutes([0, 2.5]))
    const utc = segmentsOf(START, START, 'UTC')
    const hours = (count: number) => Array.from({ length: count }, (_, n) => ({ time: START + n * HOUR_MS, value: 1 }))
    expect(validDaysOf(hours(17), utc)).toEqual([])
    expect(validDaysOf(hours(18), utc)).toEqual([START])
  })

  test('of several devices counts each device once', () => {
    const both = togetherFrom('arithmetic', [minutes([0, 1], [5, 1]), minutes([0, 3])])
    expect(both).toEqual(minutes([0, 2], [5, 1]))
  })

  test('a silent device is missing in the coverage of all', () => {
    expect(binCoverage(6, 2 * HOUR_MS)).toBe(0.25)
    expect(binCoverage(13, HOUR_MS)).toBe(1)
    expect(binCoverage(0, 0)).toBe(0)
  })

  test('weighted by time a reading holds until the next, at most three intervals', () => {
    const window = readingWindowOf(minutes([0, 10], [10, 20], [60, 40]), START + 90 * MINUTE_MS, 10 * MINUTE_MS)
    expect(window?.mean).toBeCloseTo(27.14, 2)
    expect((window?.covered ?? 0) / (90 * MINUTE_MS)).toBeCloseTo(0.778, 3)
  })
})

describe('[science §5] box', () => {
  test('O18: quantiles of type 7 and the whiskers of Tukey', () => {
    const box = boxOf('arithmetic', [2, 4, 4, 5, 7, 9, 12, 30])
    expect(box).toMatchObject({ n: 8, min: 2, q1: 4, median: 6, q3: 9.75, whisker_low: 2, whisker_high: 12, max: 30 })
    expect(box?.p05).toBeCloseTo(2.7, 9)
    expect(box?.p95).toBeCloseTo(23.7, 9)
  })

  test('of nothing there is none, and of one value all is that value', () => {
    expect(boxOf('arithmetic', [])).toBeNull()
    expect(boxOf('arithmetic', [3])).toMatchObject({ n: 1, q1: 3, whisker_low: 3, whisker_high: 3, mean: 3 })
    expect(quantileOf([], 0.5)).toBeNaN()
  })

  test('lies between its whiskers, and these between the extremes', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 1, maxLength: 40 }), values => {
        const box = boxOf('arithmetic', values)
        if (!box) return false
        return (
          box.min <= box.whisker_low &&
          box.q1 <= box.median &&
          box.median <= box.q3 &&
          box.whisker_high <= box.max &&
          box.whisker_low >= box.q1 - 1.5 * (box.q3 - box.q1) &&
          box.whisker_high <= box.q3 + 1.5 * (box.q3 - box.q1)
        )
      }),
    )
  })
})

describe('[science §5] weekday and hour', () => {
  const at = (text: string) => Date.parse(text)
  const amsterdam = segmentsOf(at('2025-01-01T00:00:00Z'), at('2025-12-31T00:00:00Z'), 'Europe/Amsterdam')
  const cell = (weekday: number, hour: number) => weekday * 24 + hour

  test.each([
    ['2025-10-26T00:00:00Z', cell(6, 2)],
    ['2025-10-26T01:00:00Z', cell(6, 2)],
    ['2025-10-26T02:00:00Z', cell(6, 3)],
    ['2025-03-30T00:00:00Z', cell(6, 1)],
    ['2025-03-30T01:00:00Z', cell(6, 3)],
    ['2025-06-02T10:00:00Z', cell(0, 12)],
  ])('%s is in cell %i', (time, expected) => {
    expect(weekmapCellOf(at(time), amsterdam)).toBe(expected)
  })

  test('is counted from the start of a local hour where a zone is half an hour off', () => {
    const kolkata = segmentsOf(at('2025-06-01T00:00:00Z'), at('2025-06-30T00:00:00Z'), 'Asia/Kolkata')
    expect(weekmapCellOf(at('2025-06-02T10:30:00Z'), kolkata)).toBe(cell(0, 16))
    expect(weekmapCellOf(at('2025-06-02T10:29:00Z'), kolkata)).toBe(cell(0, 15))
  })

  test('takes both hours of autumn into one cell, with their count and spread', () => {
    const hours = [
      { time: at('2025-10-26T00:00:00Z'), value: 2 },
      { time: at('2025-10-26T01:00:00Z'), value: 4 },
      { time: at('2025-10-26T02:00:00Z'), value: 9 },
    ]
    expect(weekmapOf('arithmetic', hours, amsterdam)).toEqual([
      { cell: cell(6, 2), mean: 3, n: 2, sd: Math.SQRT2 },
      { cell: cell(6, 3), mean: 9, n: 1, sd: null },
    ])
  })
})

describe('a calibration moves a mean', () => {
  test('as if every value had been moved', () => {
    const values = fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { minLength: 1, maxLength: 8 })
    const anOffset = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...AVERAGINGS), values, anOffset, (averaging, some, offset) => {
        const parts = some.map(value => meanPartsOf(averaging, value))
        const mean = [0, 1].map(at => parts.reduce((sum, one) => sum + (one[at] ?? 0), 0) / some.length)
        const moved = valueOfParts(averaging, shiftedParts(averaging, [mean[0] ?? 0, mean[1] ?? 0], offset))
        const expected = meanOf(
          averaging,
          some.map(value => value + offset),
        )
        if (moved === null || expected === null) return moved === expected
        const apart = Math.abs(moved - expected)
        return Math.min(apart, Math.abs(360 - apart)) < 1e-6
      }),
    )
  })
})
