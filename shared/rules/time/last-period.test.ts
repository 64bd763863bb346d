import { expect, test } from 'vitest'
import { lastPeriod } from './last-period.ts'
import { periodOf } from './period.ts'
import { DAY_MS, HOUR_MS } from './units.ts'

const ZONES = ['Europe/Amsterdam', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']

test('the last hour and day are those of the calendar, in any zone, also while clocks change', () => {
  for (const zone of ZONES)
    for (const interval of ['hour', 'day'] as const) {
      let missing = 0
      // Some minutes past each hour of two months with changes of clocks.
      for (let now = Date.UTC(2026, 9, 1, 0, 3); now < Date.UTC(2026, 11, 1); now += HOUR_MS + 60_013) {
        const quick = lastPeriod({ interval, index: 0 }, now, zone)
        const { from, until } = periodOf({ interval, index: 0 }, now, zone)
        if (quick) expect(quick, `${zone} ${interval} ${new Date(now).toISOString()}`).toEqual({ from, until })
        else missing++
      }
      // A day of 23 or 25 hours, and the hour that is there twice.
      expect(missing).toBeLessThanOrEqual(interval === 'day' ? DAY_MS / HOUR_MS + 3 : 0)
    }
})

test('all other periods wait for the calendar', () => {
  const now = Date.UTC(2026, 10, 27)
  expect(lastPeriod({ interval: 'week', index: 0 }, now, 'UTC')).toBeNull()
  expect(lastPeriod({ interval: 'day', index: 1 }, now, 'UTC')).toBeNull()
  expect(lastPeriod({ interval: 'day', index: 0, calendar: true }, now, 'UTC')).toBeNull()
})
