import { describe, expect, test } from 'vitest'
import { startOfDate } from '#shared/rules/time/calendar-periods.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { isOfLastDay, periodOfLastDay } from './last-day.ts'

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

describe('insights of yesterday and last night', () => {
  test.each(['America/Los_Angeles', 'Europe/Amsterdam', 'Asia/Tokyo', 'Pacific/Auckland', 'Pacific/Honolulu'])(
    'are those of the days of the place at every hour, in %s',
    time_zone => {
      const start = Date.parse('2026-03-27T00:00:00Z')
      for (let now = start; now < start + 3 * DAY_MS; now += HOUR_MS) {
        const today = localDateAt(now, time_zone)
        const [yesterday, before] = [dayBefore(today, 1), dayBefore(today, 2)]
        expect([today, yesterday, before].map(day => isOfLastDay({ day, time_zone }, now))).toEqual([true, true, false])
        // The day that is over ends within what is asked for.
        const end = startOfDate(today, time_zone)
        const { from, until } = periodOfLastDay(now)
        expect(Date.parse(from)).toBeLessThan(end)
        expect(Date.parse(until)).toBeGreaterThan(end)
      }
    },
  )
})
