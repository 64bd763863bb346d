import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { minuteText, type ScreenPeriod } from '../../measurements/period/period-choice.ts'
import type { Asked } from '../dashboard/selection.ts'

/** Two selections that are compared. */
export interface Sides {
  first: Asked
  second: Asked
}

type Whole = Pick<StatisticsAnswer, 'from' | 'until'>

const selection = (date_start: string, date_end: string): ScreenPeriod => ({
  interval: 'selection',
  index: 0,
  date_start,
  date_end,
})

const LEAP_DAY = '-02-29'

/**
 * The same time of the year before. 29 February has 28 February; a period that ends on it, and began before, ends a day later, so that
 * 28 February stays in it.
 */
const yearBefore = (from: string, until: string): ScreenPeriod => {
  const dayOf = (moment: string): string => moment.slice(4, 10)
  const before = (moment: string, leapDay: string): string => {
    const year = `${Number(moment.slice(0, 4)) - 1}`.padStart(4, '0')
    return year + (dayOf(moment) === LEAP_DAY ? leapDay : dayOf(moment)) + moment.slice(10)
  }
  return selection(before(from, '-02-28'), before(until, dayOf(from) === LEAP_DAY ? '-02-28' : '-03-01'))
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

const periodBefore = ({ period }: Asked, { from, until }: Whole): ScreenPeriod => {
  if (period.interval !== 'selection') return { ...period, index: period.index + 1 }
  const { date_start: start = '', date_end: end = '' } = period
  // Whole days stay whole when clocks are changed in between.
  if (start.length === 10 && end.length === 10) {
    const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1
    return selection(dayBefore(start, days), dayBefore(start, 1))
  }
  const [begin, length] = [Date.parse(from), Date.parse(until) - Date.parse(from)]
  return selection(minuteText(begin - length), minuteText(begin))
}

/**
 * The two selections of a comparison: what is asked, and what it is compared with. The days of a change part what is asked in two:
 * the first are those from it on. Null where that is not said yet, or the change lies outside of the period.
 */
export const sidesOf = (asked: Asked, whole: Whole, timeZone: string): Sides | null => {
  const { against } = asked
  if (!against) return null
  const [from, until] = [whole.from, whole.until].map(time => dateTimeIn(time, timeZone)) as [string, string]
  const second = (period: ScreenPeriod) => ({ first: asked, second: { ...asked, period } })
  switch (against.by) {
    case 'before':
      return second(periodBefore(asked, whole))
    case 'year':
      return second(yearBefore(from, until))
    case 'dates':
      return against.dates && second(selection(...against.dates))
    case 'areas':
      return against.areas.length > 0 ? { first: asked, second: asked } : null
    case 'date': {
      const change = `${against.date ?? ''} 00:00`
      if (against.date === null || change <= from || change >= until) return null
      return {
        first: { ...asked, period: selection(change, until) },
        second: { ...asked, period: selection(from, change) },
      }
    }
  }
}
