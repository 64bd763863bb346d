import { INTERVALS, type PeriodInterval } from '#shared/contract/fixed.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Subject } from '../page/subject.ts'

/** Period somebody chose, as the address keeps it. */
export interface ScreenPeriod {
  /** `research`: the whole of a placement. */
  interval: PeriodInterval | 'research'
  /** Periods back. */
  index: number
  /** Whole hours to years of the calendar instead of the last 60 minutes to 365 days. */
  calendar?: boolean
  date_start?: string | undefined
  date_end?: string | undefined
}

/** Period the server is asked for. */
export type QueryPeriod = ScreenPeriod & { interval: PeriodInterval; withoutFaults?: boolean }

/** The farthest back the server counts. */
const MAX_BACK = 10_000

/** `2026-10-25T01:10Z`: a moment that is the same on all clocks, also in the hour that autumn has twice. */
const INSTANT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\dZ$/

const isInstant = (text: string | undefined): text is string =>
  INSTANT.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))

export const minuteText = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`

/** Ends of an interval that was shown closer (epoch ms); null for dates of a calendar. */
export const selectionOf = ({ date_start, date_end }: ScreenPeriod): Interval | null =>
  isInstant(date_start) && isInstant(date_end) ? { from: Date.parse(date_start), until: Date.parse(date_end) } : null

/** `2026-10-25` or `2026-10-25 07:30`; a day that no calendar has is none. */
const isMoment = (text: string | undefined): text is string => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[ T]([01]\d|2[0-3]):[0-5]\d)?$/.exec(text ?? '')
  if (!parts) return false
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Tells whether a selection ends after it starts; a bare date at the end includes that day. */
const isForward = (start: string, end: string): boolean =>
  end.length > 10 ? (start.length > 10 ? start : `${start} 00:00`) < end : start.slice(0, 10) <= end

/** Choice that the address holds; anything wrong in it is the default. */
export const periodChoiceOf = (search: Record<string, string | undefined>): ScreenPeriod => {
  if (search.interval === 'research') return { interval: 'research', index: 0 }
  const wanted = search.interval === 'live' ? 'hour' : search.interval
  const interval = INTERVALS.find(one => one === wanted) ?? 'day'
  const index = /^\d{1,5}$/.test(search.index ?? '') ? Math.min(Number(search.index), MAX_BACK) : 0
  if (interval !== 'selection') return { interval, index, ...(search.calendar === '1' && { calendar: true }) }
  const selection = { interval, index: 0, date_start: search.date_start, date_end: search.date_end }
  const ends = selectionOf(selection)
  if (ends) return ends.from < ends.until ? selection : { interval: 'day', index: 0 }
  const [date_start, date_end] = [search.date_start?.replace('T', ' '), search.date_end?.replace('T', ' ')]
  return isMoment(date_start) && isMoment(date_end) && isForward(date_start, date_end)
    ? { interval, index: 0, date_start, date_end }
    : { interval: 'day', index: 0 }
}

/** The research period as a selection that ends now where the placement goes on; a day where there is no such period. */
export const queryPeriodOf = (choice: ScreenPeriod, research: Subject['research'], now: number): QueryPeriod => {
  const { interval } = choice
  if (interval !== 'research') return { ...choice, interval }
  const end = research?.end ?? new Date(Math.ceil(now / MINUTE_MS) * MINUTE_MS).toISOString()
  if (!research || research.start >= end) return { interval: 'day', index: 0 }
  return { interval: 'selection', index: 0, date_start: research.start, date_end: end }
}
