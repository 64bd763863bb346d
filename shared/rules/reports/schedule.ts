import type { Interval } from '../time/interval.ts'
import { zonedAt } from '../time/local-time.ts'
import { periodOf } from '../time/period.ts'
import type { ReportFrequency } from './report-states.ts'

/** Hour on the wall of its zone at which a schedule runs (decisions §10). */
const RUN_HOUR = 7

export interface ScheduleTimes {
  frequency: ReportFrequency
  /** Monday is 1, Sunday 7; only of a weekly one. */
  weekday: number
  timezone: string
}

/** Steps from a day that may be one of a run to the next such day. */
const STEPS = { day: { days: 1 }, week: { days: 7 }, month: { months: 1 }, year: { years: 1 } } as const

/**
 * The first run after a moment (epoch ms): at 07:00 on the wall of the zone, each day, on the weekday, on the first of a month,
 * or on 1 January; also on the days on which the clocks change.
 */
export const nextRun = ({ frequency, weekday, timezone }: ScheduleTimes, after: number): number => {
  const today = zonedAt(after, timezone).toPlainDate()
  let day = {
    day: today,
    week: today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 }),
    month: today.with({ day: 1 }),
    year: today.with({ month: 1, day: 1 }),
  }[frequency]
  for (;;) {
    const run = zonedAt(after, timezone)
      .with({ year: day.year, month: day.month, day: day.day, hour: RUN_HOUR, minute: 0, second: 0, millisecond: 0 })
      .with({ microsecond: 0, nanosecond: 0 }).epochMilliseconds
    if (run > after) return run
    day = day.add(STEPS[frequency])
  }
}

/** The next runs after a moment, at most so many and none from `until` on. */
export const nextRuns = (
  times: ScheduleTimes,
  after: number,
  most: number,
  until = Number.POSITIVE_INFINITY,
): number[] => {
  const runs: number[] = []
  for (let at = nextRun(times, after); runs.length < most && at < until; at = nextRun(times, at)) runs.push(at)
  return runs
}

/** The latest of the runs from `due` on that are not after `now`: what was missed while the server was down is made up once. */
export const latestDue = (times: ScheduleTimes, due: number, now: number): number => {
  let latest = due
  for (let next = nextRun(times, due); next <= now; next = nextRun(times, next)) latest = next
  return latest
}

const RELATIVE = { day: { hours: 24 }, week: { days: 7 }, month: { days: 30 }, year: { days: 365 } } as const

/** Period that a run is about: the time until it, or the last full day, week from Monday, month or year before it. */
export const reportedPeriod = (
  { frequency, timezone }: Pick<ScheduleTimes, 'frequency' | 'timezone'>,
  relative: boolean,
  run: number,
): Interval => {
  if (relative) return { from: zonedAt(run, timezone).subtract(RELATIVE[frequency]).epochMilliseconds, until: run }
  const { from, until } = periodOf({ interval: frequency, index: 1, calendar: true }, run, timezone)
  return { from, until }
}
