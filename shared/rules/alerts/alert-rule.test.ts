import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../time/units.ts'
import {
  type Condition,
  directNumberOf,
  isExcluded,
  judge,
  localMomentOf,
  numberOf,
  type Reading,
  readingWindowOf,
  thresholdsAround,
  validityOf,
  verdictOf,
} from './alert-rule.ts'

const RULE: Condition = {
  calculation: 'average',
  comparison: 'value',
  comparator: 'greater',
  threshold_value: 20,
  clear_value: 18,
  calculation_minutes: 30,
}
const at = (...pairs: [minute: number, value: number][]): Reading[] =>
  pairs.map(([minute, value]) => ({ time: minute * MINUTE_MS, value }))
const numberAt30 = (changes: Partial<Condition>, readings: Reading[], interval = 10 * MINUTE_MS) =>
  numberOf({ ...RULE, ...changes }, readingWindowOf(readings, 30 * MINUTE_MS, interval))

describe('[science §5] a window of half an hour becomes a number', () => {
  const four = at([0, 10], [10, 40], [20, 10], [25, 25])
  test.each<[Partial<Condition>, number]>([
    // 10 for 10 minutes, 40 for 10, 10 for 5, 25 for 5.
    [{ calculation: 'average' }, (10 * 10 + 40 * 10 + 10 * 5 + 25 * 5) / 30],
    [{ calculation: 'minimum' }, 10],
    [{ calculation: 'maximum' }, 40],
    [{ calculation: 'count' }, 4],
    [{ comparison: 'difference' }, 15],
    [{ comparison: 'absolute_change' }, 15],
  ])('%j', (changes, expected) => expect(numberAt30(changes, four)).toBeCloseTo(expected, 9))

  test('a slope is per hour', () => {
    expect(numberAt30({ calculation: 'derivative' }, at([0, 5], [10, 6], [20, 7]))).toBeCloseTo(6, 9)
  })

  test.each<[string, Partial<Condition>, Reading[]]>([
    ['nothing', {}, []],
    ['less than half of it', {}, at([16, 30], [20, 30])],
    ['a slope of two points', { calculation: 'derivative' }, at([0, 5], [10, 6])],
    ['a slope over less than half of it', { calculation: 'derivative' }, at([16, 5], [18, 5], [20, 7])],
    ['a change without a reading before', { comparison: 'absolute_change' }, at([0, 5])],
  ])('cannot tell: %s', (_, changes, readings) => expect(numberAt30(changes, readings)).toBeNull())

  test('a value of 0 is a value', () => {
    expect(numberAt30({ calculation: 'maximum' }, at([0, 0], [10, 0], [20, 0]))).toBe(0)
    expect(verdictOf({ ...RULE, comparator: 'less_or_equal', threshold_value: 0, clear_value: null }, 0)).toBe('holds')
  })
})

test('a reading holds three times as long as usual, half an hour at most, its own interval at least', () => {
  expect([1, 5, 10, 15, 120].map(minutes => validityOf(minutes * MINUTE_MS) / MINUTE_MS)).toEqual([3, 15, 30, 30, 120])
})

test('a direct change needs a reading before, and no gap between', () => {
  const rule = { ...RULE, comparison: 'difference', calculation_minutes: 0 } as const
  const [before, near, far] = at([0, 10], [3, 7], [4, 7]) as [Reading, Reading, Reading]
  expect(directNumberOf(rule, near, before, MINUTE_MS)).toBe(-3)
  expect(directNumberOf({ ...rule, comparison: 'absolute_change' }, near, before, MINUTE_MS)).toBe(3)
  expect(directNumberOf(rule, far, before, MINUTE_MS)).toBeNull()
  expect(directNumberOf(rule, near, null, MINUTE_MS)).toBeNull()
})

describe('[decisions §7] holds beyond the threshold and clears at the clear value', () => {
  test.each([
    ['greater', 20, 'between'],
    ['greater', 20.1, 'holds'],
    ['greater_or_equal', 20, 'holds'],
    ['greater', 18.1, 'between'],
    ['greater', 18, 'clears'],
    ['equal', 20, 'holds'],
    ['equal', 19.99, 'clears'],
  ] as const)('%s 20: %d %s', (comparator, value, expected) =>
    expect(verdictOf({ comparator, threshold_value: 20, clear_value: 18 }, value)).toBe(expected),
  )

  test('below, the other way round; an offset’s last digits do not decide', () => {
    const cold = { comparator: 'less', threshold_value: 0.3, clear_value: 1 } as const
    expect([0.2, 0.1 + 0.2, 0.9, 1].map(value => verdictOf(cold, value))).toEqual([
      'holds',
      'between',
      'between',
      'clears',
    ])
  })
})

describe('several measurements of one quantity', () => {
  const numbers = (...values: (number | null)[]) =>
    values.map((number, index) => ({ measurement: `t_${index}`, number }))
  test('the one that goes furthest is told of', () => {
    expect(judge(RULE, numbers(21, 25, null), null)).toEqual({ verdict: 'holds', measurement: 't_1', number: 25 })
  })
  test('it is over when all that can tell say so, and the one that fired can tell', () => {
    expect(judge(RULE, numbers(10, 19), 't_0').verdict).toBe('between')
    expect(judge(RULE, numbers(10, 11), 't_0').verdict).toBe('clears')
    expect(judge(RULE, numbers(null, 11), 't_0').verdict).toBe('unknown')
  })
})

describe('[decisions §7] hours of the place', () => {
  const night = { exclude_hours: [0, 2], exclude_months: [] }
  const isOut = (iso: string) => isExcluded(night, localMomentOf(Date.parse(iso), 'Europe/Amsterdam'))
  test('hour 0 is an hour', () => {
    expect(['2025-02-01T22:59:59Z', '2025-02-01T23:00:00Z', '2025-02-02T00:00:00Z'].map(isOut)).toEqual([
      false,
      true,
      false,
    ])
  })
  test('when clocks go back the hour is left out twice, when they go on it is not there', () => {
    expect(['2025-10-25T23:59Z', '2025-10-26T00:30Z', '2025-10-26T01:30Z', '2025-10-26T02:00Z'].map(isOut)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(['2025-03-30T00:59Z', '2025-03-30T01:00Z'].map(isOut)).toEqual([false, false])
  })
  test('months, too', () => {
    const winter = { exclude_hours: [], exclude_months: [12] }
    const zone = 'America/New_York'
    expect(isExcluded(winter, localMomentOf(Date.parse('2025-12-01T04:59Z'), zone))).toBe(false)
    expect(isExcluded(winter, localMomentOf(Date.parse('2025-12-01T05:00Z'), zone))).toBe(true)
  })
})

test('an average lies between the extremes, and nothing covers more than the window', () => {
  const readings = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 1799 }), fc.double({ min: -50, max: 50, noNaN: true })), {
      selector: ([second]) => second,
      minLength: 1,
    })
    .map(pairs =>
      pairs.toSorted(([a], [b]) => a - b).map(([second, value]) => ({ time: second * 1000, value }) as Reading),
    )
  fc.assert(
    fc.property(readings, fc.integer({ min: 1, max: 60 }), (all, interval) => {
      const window = readingWindowOf(all, 30 * MINUTE_MS, interval * MINUTE_MS)
      expect(window?.covered).toBeLessThanOrEqual(30 * MINUTE_MS)
      expect(window?.mean).toBeGreaterThanOrEqual((window?.minimum ?? 0) - 1e-9)
      expect(window?.mean).toBeLessThanOrEqual((window?.maximum ?? 0) + 1e-9)
    }),
  )
})

test('limits around a limit are easy to read', () => {
  expect(thresholdsAround(20, 0)).toEqual([16, 18, 20, 22, 24])
  expect(thresholdsAround(3000, 0)).toEqual([2600, 2800, 3000, 3200, 3400])
  expect(thresholdsAround(-5, 0)).toEqual([-6, -5.5, -5, -4.5, -4])
  expect(thresholdsAround(0, 0)).toEqual([-2, -1, 0, 1, 2])
})
