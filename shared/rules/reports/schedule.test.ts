import { describe, expect, test } from 'vitest'
import { latestDue, nextRun, nextRuns, reportedPeriod } from './schedule.ts'

const at = (text: string) => Date.parse(text)
const iso = (time: number) => new Date(time).toISOString().slice(0, 16)
const daily = { frequency: 'day', weekday: 1, timezone: 'Europe/Amsterdam' } as const
const weekly = { ...daily, frequency: 'week' } as const

describe('[decisions §10] a schedule runs at 07:00 in its own zone', () => {
  test('on both days on which the clocks change', () => {
    expect(nextRuns(daily, at('2026-03-28T00:00Z'), 3).map(iso)).toEqual([
      '2026-03-28T06:00',
      '2026-03-29T05:00',
      '2026-03-30T05:00',
    ])
    expect(nextRuns(daily, at('2026-10-24T00:00Z'), 3).map(iso)).toEqual([
      '2026-10-24T05:00',
      '2026-10-25T06:00',
      '2026-10-26T06:00',
    ])
  })

  test('strictly after the moment, also far from UTC', () => {
    expect(iso(nextRun(daily, at('2026-06-01T05:00Z')))).toBe('2026-06-02T05:00')
    expect(iso(nextRun({ ...daily, timezone: 'Pacific/Auckland' }, at('2026-06-01T12:00Z')))).toBe('2026-06-01T19:00')
    expect(iso(nextRun({ ...daily, timezone: 'America/New_York' }, at('2026-06-01T12:00Z')))).toBe('2026-06-02T11:00')
  })

  test.each([
    [1, '2026-11-23T06:00'],
    [3, '2026-11-18T06:00'],
    [7, '2026-11-22T06:00'],
  ])('weekly on its weekday %i', (weekday, expected) => {
    expect(iso(nextRun({ ...weekly, weekday }, at('2026-11-17T12:00Z')))).toBe(expected)
  })

  test('monthly on the first, yearly on 1 January', () => {
    expect(iso(nextRun({ ...daily, frequency: 'month' }, at('2026-01-31T12:00Z')))).toBe('2026-02-01T06:00')
    expect(iso(nextRun({ ...daily, frequency: 'year' }, at('2026-01-01T06:00Z')))).toBe('2027-01-01T06:00')
  })

  test('ends before a moment where one is given', () => {
    expect(nextRuns(weekly, at('2026-11-17T12:00Z'), 99, at('2026-12-01T12:00Z'))).toHaveLength(2)
  })

  test('of several that were missed the latest is due', () => {
    expect(iso(latestDue(daily, at('2026-11-10T06:00Z'), at('2026-11-17T05:59Z')))).toBe('2026-11-16T06:00')
    expect(iso(latestDue(daily, at('2026-11-10T06:00Z'), at('2026-11-10T06:00Z')))).toBe('2026-11-10T06:00')
  })
})

describe('[decisions §10] what a run is about', () => {
  test('the last full day, week, month or year', () => {
    const run = at('2026-11-16T06:00Z')
    const of = (frequency: 'day' | 'week' | 'month' | 'year') => {
      const { from, until } = reportedPeriod({ ...daily, frequency }, false, run)
      return [iso(from), iso(until)]
    }
    expect(of('day')).toEqual(['2026-11-14T23:00', '2026-11-15T23:00'])
    expect(of('week')).toEqual(['2026-11-08T23:00', '2026-11-15T23:00'])
    expect(of('month')).toEqual(['2026-09-30T22:00', '2026-10-31T23:00'])
    expect(of('year')).toEqual(['2024-12-31T23:00', '2025-12-31T23:00'])
  })

  test('relative: 24 hours, 7, 30 or 365 days until the run, in local days', () => {
    const run = at('2026-10-25T06:00Z')
    const from = (frequency: 'day' | 'week') => iso(reportedPeriod({ ...daily, frequency }, true, run).from)
    expect(from('day')).toBe('2026-10-24T06:00')
    expect(from('week')).toBe('2026-10-18T05:00')
  })
})
