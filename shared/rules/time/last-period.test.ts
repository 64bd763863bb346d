import { expect, test } from 'vitest'
import { lastPeriod } from './last-period.ts'
import { periodOf } from './period.ts'
import { DAY_MS, HOUR_MS } from './units.ts'

const ZONES = ['Europe/Amsterdam', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']

test('the last hour and day are those of the calendar, in any zone, also while clocks change', () => {
  for (const zone of ZONES)
    for (const interval of ['hour', 'day'] as const) {
      let missing = 0
      // Each seventh hour of a year, some minutes past.
      for (let now = Date.UTC(2026, 0, 1, 0, 3); now < Date.UTC(2027, 0, 1); now += 7 * HOUR_MS + 60_013) {
        const quick = lastPeriod({ interval, index: 0 }, now, zone)
        const { from, until } = periodOf({ interval, index: 0 }, now, zone)
        if (quick) expect(quick, `${zone} ${interval} ${new Date(now).toISOString()}`).toEqual({ from, until })
        else missing++
      }
      // A day has 23 or 25 hours twice a year, for a day each.
      expect(missing).toBeLessThanOrEqual(interval === 'day' ? (2 * DAY_MS) / (7 * HOUR_MS) + 2 : 0)
    }
})

test('all other periods wait for the calendar', () => {
  const now = Date.UTC(2026, 10, 27)
  expect(lastPeriod({ interval: 'week', index: 0 }, now, 'UTC')).toBeNull()
  expect(lastPeriod({ interval: 'day', index: 1 }, now, 'UTC')).toBeNull()
  expect(lastPeriod({ interval: 'day', index: 0, calendar: true }, now, 'UTC')).toBeNull()
})
