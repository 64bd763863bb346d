import { describe, expect, test } from 'vitest'
import { segmentsOf } from '../time/period.ts'
import { daysOf, exportStepOf } from './averaging.ts'

describe('[§9] averaging of an export', () => {
  test.each([
    [1, null],
    [7, null],
    [7.01, 600],
    [30, 600],
    [30.01, 1800],
    [90, 1800],
    [90.01, 3600],
    [365, 3600],
  ])('%d days give means of %s s', (days, step) => {
    expect(exportStepOf(days)).toBe(step)
  })

  test.each([
    ['in winter', '2025-01-13T00:00:00+01:00', '2025-01-20T00:00:00+01:00'],
    ['with 169 hours', '2025-10-20T00:00:00+02:00', '2025-10-27T00:00:00+01:00'],
    ['with 167 hours', '2025-03-24T00:00:00+01:00', '2025-03-31T00:00:00+02:00'],
  ])('a week of the place is seven days, %s', (_, start, end) => {
    const [from, until] = [Date.parse(start), Date.parse(end)]
    expect(daysOf(from, until, segmentsOf(from, until, 'Europe/Amsterdam'))).toBe(7)
  })
})
