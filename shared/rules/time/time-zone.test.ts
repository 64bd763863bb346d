import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { localMomentOf } from '../alerts/alert-rule.ts'
import { endOfQuiet, nextAtHour } from '../alerts/quiet-hours.ts'
import { periodOf } from './period.ts'
import { isTimeZone, knownZone } from './time-zone.ts'

const NOON = Date.parse('2025-01-15T12:00:00Z')

describe('a time zone', () => {
  test('is one of those that everything computes with, all that forms offer among them', () => {
    expect(
      ['UTC', 'Europe/Amsterdam', 'Asia/Kolkata', ...Intl.supportedValuesOf('timeZone')].filter(z => !isTimeZone(z)),
    ).toEqual([])
  })

  test('is one exactly where Temporal computes with what Intl names', () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
    const short = letters.flatMap(a => letters.flatMap(b => letters.map(c => a + b + c)))
    const computes = (zone: string) => {
      try {
        Temporal.Instant.fromEpochMilliseconds(NOON).toZonedDateTimeISO(zone)
        return true
      } catch {
        return false
      }
    }
    const others = ['CET', 'GMT0', 'EST5EDT', 'PST8PDT', 'Etc/GMT+1', '+01:00', 'Zulu', 'US/Pacific', 'Factory']
    expect([...short, ...others].filter(zone => isTimeZone(zone) !== computes(zone))).toEqual([])
  })

  test.each([
    'PST',
    'IST',
    'CST',
    'ACT',
    'AET',
    'JST',
    'VST',
    'pst',
    '',
    'Europe/Atlantis',
    'UTC+1',
    '2025-01-15T12:00[UTC]',
  ])('is not %j', zone => {
    expect(isTimeZone(zone)).toBe(false)
    expect(knownZone(zone)).toBe('Europe/Amsterdam')
  })

  test.each(['PST', 'Mars/Olympus'])('that is stored though it is %s stops no rule', zone => {
    expect(localMomentOf(NOON, zone)).toEqual({ hour: 13, month: 1 })
    expect(endOfQuiet(NOON, { quiet_from: 12, quiet_until: 14 }, zone)).toBe(NOON + 3_600_000)
    expect(nextAtHour(NOON, 14, zone)).toBe(NOON + 3_600_000)
    const days = { interval: 'selection', index: 0, date_start: '2025-01-15', date_end: '2025-01-15' } as const
    expect(periodOf(days, NOON, zone).from).toBe(Date.parse('2025-01-14T23:00:00Z'))
    expect(periodOf({ interval: 'day', index: 0 }, NOON, zone).until).toBeGreaterThan(NOON)
  })
})
