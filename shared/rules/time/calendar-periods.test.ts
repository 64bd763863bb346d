import { describe, expect, test } from 'vitest'
import {
  datesWithin,
  dayAfter,
  firstWholeDate,
  periodAfter,
  periodsWithin,
  startOfDate,
  startOfPeriod,
} from './calendar-periods.ts'

describe('periods of the calendar', () => {
  test('a date lies in its week from Monday, its month, quarter and year', () => {
    const of = (period: 'week' | 'month' | 'quarter' | 'year') => startOfPeriod('2026-11-22', period)
    expect([of('week'), of('month'), of('quarter'), of('year')]).toEqual([
      '2026-11-16',
      '2026-11-01',
      '2026-10-01',
      '2026-01-01',
    ])
    expect(startOfPeriod('2026-11-23', 'week')).toBe('2026-11-23')
  })

  test('periods before and after', () => {
    expect(periodAfter('2026-10-01', 'quarter')).toBe('2027-01-01')
    expect(periodAfter('2026-01-01', 'year', -1)).toBe('2025-01-01')
    expect(periodAfter('2026-01-01', 'month', -2)).toBe('2025-11-01')
  })

  test('days are parted without a gap, and cut at their ends', () => {
    expect(periodsWithin({ from: '2026-02-10', until: '2026-07-02' }, 'quarter')).toEqual([
      { from: '2026-02-10', until: '2026-04-01' },
      { from: '2026-04-01', until: '2026-07-01' },
      { from: '2026-07-01', until: '2026-07-02' },
    ])
    expect(periodsWithin({ from: '2026-01-01', until: '2027-01-01' }, 'month')).toHaveLength(12)
  })

  test('days of a year and the time they begin at', () => {
    expect(datesWithin({ from: '2024-01-01', until: '2025-01-01' })).toHaveLength(366)
    expect(datesWithin({ from: '2024-01-01', until: '2024-01-01' })).toEqual([])
    expect(dayAfter('2024-02-28')).toBe('2024-02-29')
    expect(startOfDate('2026-07-01', 'Europe/Amsterdam')).toBe(Date.parse('2026-06-30T22:00:00Z'))
  })
})

test.each([
  ['Europe/Amsterdam', '2025-10-25T22:00:00Z', '2025-10-26'],
  // A day of 25 hours, a day of 23 hours, and one that begins at 01:00.
  ['Europe/Amsterdam', '2025-10-25T22:30:00Z', '2025-10-27'],
  ['Europe/Amsterdam', '2025-03-29T23:00:01Z', '2025-03-31'],
  ['Africa/Cairo', '2025-04-24T22:00:00Z', '2025-04-25'],
])('the first whole date in %s from %s on is %s', (zone, time, date) => {
  expect(firstWholeDate(Date.parse(time), zone)).toBe(date)
})
