import { Temporal } from 'temporal-polyfill'
import type { CalendarPeriod } from './calendar-period-names.ts'
import type { Interval } from './interval.ts'
import { localDateAt } from './wall-clock.ts'

/** Days from one date until another (`YYYY-MM-DD`, half-open). */
export type Dates = Interval<string>

/** First day of the week (ISO, Monday), month, quarter or year that holds a date. */
export const startOfPeriod = (date: string, period: CalendarPeriod): string => {
  const day = Temporal.PlainDate.from(date)
  if (period === 'week') return day.subtract({ days: day.dayOfWeek - 1 }).toString()
  if (period === 'month') return day.with({ day: 1 }).toString()
  if (period === 'year') return day.with({ month: 1, day: 1 }).toString()
  return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 }).toString()
}

const LENGTHS = { week: { days: 7 }, month: { months: 1 }, quarter: { months: 3 }, year: { years: 1 } } as const

/** First day of the period so many after (or before) the one that begins on a day. */
export const periodAfter = (start: string, period: CalendarPeriod, count = 1): string => {
  let day = Temporal.PlainDate.from(start)
  const step = LENGTHS[period]
  for (let n = 0; n < Math.abs(count); n++) day = count > 0 ? day.add(step) : day.subtract(step)
  return day.toString()
}

/** Calendar periods that days lie in, those at the ends cut. */
export const periodsWithin = ({ from, until }: Dates, period: CalendarPeriod): Dates[] => {
  const found: Dates[] = []
  let start = startOfPeriod(from, period)
  while (start < until) {
    const next = periodAfter(start, period)
    found.push({ from: start < from ? from : start, until: next > until ? until : next })
    start = next
  }
  return found
}

/** Each date of some days. */
export const datesWithin = ({ from, until }: Dates): string[] => {
  const dates: string[] = []
  for (let day = Temporal.PlainDate.from(from); ; day = day.add({ days: 1 })) {
    const date = day.toString()
    if (date >= until) return dates
    dates.push(date)
  }
}

/** Time (epoch ms) at which a date begins on the wall of a zone. */
export const startOfDate = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds

/** The day after a date. */
export const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()

/** The first date all of which is at or after a moment (epoch ms), on the wall of a zone. */
export const firstWholeDate = (time: number, zone: string): string => {
  const date = localDateAt(time, zone)
  return startOfDate(date, zone) < time ? dayAfter(date) : date
}

/** The day before a date. */
export const dayBefore = (date: string): string => daysBefore(date, 1)

/** The day so many before a date. */
export const daysBefore = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).subtract({ days }).toString()
