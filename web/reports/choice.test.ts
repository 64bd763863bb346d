import { describe, expect, test } from 'vitest'
import { bodyOf, choiceIn, minutesOf, periodNameOf, reportSearch, wantingIn, withPeriod } from './choice.ts'

const KNOWN = [{ id: 1 }, { id: 2 }]
const ZONE = 'Europe/Amsterdam'
const SHOWN = { from: '2026-11-15T23:00:00.000Z', until: '2026-11-22T23:00:00.000Z' }

describe('a report that another page asks for', () => {
  test('keeps the name of a period that has one', () => {
    const search = reportSearch([1], { interval: 'week', index: 0, calendar: false }, SHOWN)
    expect(search).toEqual({ areas: [1], interval: 'week', index: 0, calendar: false })
    expect(periodNameOf(choiceIn(search, 'de', KNOWN))).toBe('week_0_0')
  })

  test('is of the moments that were shown where the period has no name, and says them on the clocks of the person', () => {
    const choice = choiceIn(reportSearch([1], { interval: 'week', index: 3 }, SHOWN), 'de', KNOWN)
    expect(periodNameOf(choice)).toBeNull()
    expect(minutesOf(choice, ZONE)).toEqual({ from: '2026-11-16 00:00', until: '2026-11-22 23:59' })
    expect(bodyOf(choice, ZONE)).toMatchObject({ date_start: SHOWN.from, date_end: SHOWN.until })
  })

  test('is of the same local days once days are chosen', () => {
    const choice = choiceIn(reportSearch([1], { interval: 'week', index: 3 }, SHOWN), 'de', KNOWN)
    const days = withPeriod({ ...choice }, 'selection', ZONE)
    expect(days).toMatchObject({ interval: 'selection', start: '2026-11-16', end: '2026-11-22' })
    expect(periodNameOf(days)).toBe('selection')
  })

  test('leaves out areas that are not there', () => {
    expect(choiceIn({ areas: [2, 99_999] }, 'en', KNOWN).areaIds).toEqual([2])
  })
})

describe('a report that is chosen', () => {
  const whole = choiceIn({ areas: [1] }, 'en', KNOWN)
  const days = (start: string, end: string) => ({ ...withPeriod(whole, 'selection', ZONE), start, end })

  test('says what it still wants', () => {
    expect(wantingIn(whole)).toBeNull()
    expect(wantingIn({ ...whole, areaIds: [] })).toBe('areas')
    expect(wantingIn(days('2026-11-01', ''))).toBe('days')
    expect(wantingIn(days('2026-11-02', '2026-11-01'))).toBe('order')
    expect(wantingIn(days('2026-11-01', '2026-11-01'))).toBeNull()
  })

  test('has rows for hours only where they can be printed, and again once they can', () => {
    const hours = { ...whole, rows: 'hour' as const }
    expect(bodyOf(hours, ZONE).rows).toBe('hour')
    expect(bodyOf(withPeriod(hours, 'month_1_1', ZONE), ZONE).rows).toBe('hour')
    const year = withPeriod(hours, 'year_1_1', ZONE)
    expect(bodyOf(year, ZONE).rows).toBe('day')
    expect(bodyOf(withPeriod(year, 'day_1_1', ZONE), ZONE).rows).toBe('hour')
    expect(bodyOf({ ...days('2020-01-01', '2026-11-01'), rows: 'hour' }, ZONE).rows).toBe('none')
  })

  test('has rows of as many areas as fit one paper', () => {
    const of = (areas: number) => ({
      ...whole,
      areaIds: Array.from({ length: areas }, (_, id) => id),
      rows: 'hour' as const,
    })
    const rowsOf = (areas: number, period: string) => bodyOf(withPeriod(of(areas), period, ZONE), ZONE).rows
    expect([3, 4, 20].map(areas => rowsOf(areas, 'month_1_1'))).toEqual(['hour', 'day', 'day'])
    expect([6, 7, 20].map(areas => rowsOf(areas, 'year_1_1'))).toEqual(['day', 'none', 'none'])
  })
})
