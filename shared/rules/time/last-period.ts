import type { Interval } from './interval.ts'
import type { PeriodChoice } from './period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'
import { dateTimeAt } from './wall-clock.ts'

/** Length of a period, and of the steps with one of which it ends (ms). */
const LAST = {
  hour: { length: HOUR_MS, step: MINUTE_MS },
  day: { length: DAY_MS, step: 5 * MINUTE_MS },
} as const

/**
 * The last hour or day up to `now` (epoch ms), as `periodOf` has it: known with the first screen, before
 * the calendar has come that all other periods need. Null for these, and where clocks changed at that time of the day.
 */
export const lastPeriod = (
  { interval, index, calendar }: PeriodChoice,
  now: number,
  timeZone: string,
): Interval | null => {
  if ((interval !== 'hour' && interval !== 'day') || index !== 0 || calendar) return null
  const { length, step } = LAST[interval]
  const until = (Math.floor(now / step) + 1) * step
  const from = until - length
  if (interval === 'hour') return { from, until }
  const clockAt = (time: number) => dateTimeAt(time, timeZone).slice(11)
  const isOnce = (time: number) =>
    clockAt(time - HOUR_MS) !== clockAt(time) && clockAt(time + HOUR_MS) !== clockAt(time)
  return clockAt(from) === clockAt(until) && isOnce(from) && isOnce(until) ? { from, until } : null
}
