import { Temporal } from 'temporal-polyfill'
import type { PeriodInterval } from '../../contract/fixed.ts'
import { elementAt } from '../collections/elements.ts'
import { zonedAt } from './local-time.ts'
import { knownZone } from './time-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

/** Steps a chart may have, in seconds: 1, 5, 10, 30 min, 1, 2, 3, 6, 12 h, 1 d. */
export const STEPS = [60, 300, 600, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400] as const
const MAX_POINTS = 400

/** The smallest step (seconds) that gives at most 400 points over `span` ms; a day where none does. */
export const chartStepOf = (span: number): number => STEPS.find(step => span / (step * 1000) <= MAX_POINTS) ?? 86_400

/** An interval with one offset from UTC. Both epoch ms and ms. */
export interface Segment {
  start: number
  offset: number
}

/** The intervals of constant offset that `from` to `until` (epoch ms) touches in `zone`, in order. */
export const segmentsOf = (from: number, until: number, zone: string): Segment[] => {
  let at = zonedAt(from - 2 * DAY_MS, zone)
  const segments: Segment[] = [{ start: Number.NEGATIVE_INFINITY, offset: at.offsetNanoseconds / 1e6 }]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds > until + 2 * DAY_MS) return segments
    segments.push({ start: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 })
    at = next
  }
}

/**
 * Start (epoch ms) of the step that holds `time`, counted in local wall-clock time: days begin at local midnight and
 * hours at the full hour, also on the days of 23 and 25 hours. The doubled hour of autumn stays two.
 */
export const stepStart = (time: number, step: number, segments: readonly Segment[]): number => {
  const size = step * 1000
  const index = Math.max(
    0,
    segments.findLastIndex(one => one.start <= time),
  )
  const segment = elementAt(segments, index)
  const wall = Math.floor((time + segment.offset) / size) * size
  const start = wall - segment.offset
  if (index === 0 || start > segment.start) return start
  const before = wall - elementAt(segments, index - 1).offset
  // Clocks that go back to midnight have two of them: the day began with the first.
  const isBegun = start < segment.start || (size === DAY_MS && before < start)
  return isBegun ? before : start
}

/** Start of the step after the one that begins at `start`. */
export const nextStepStart = (start: number, step: number, segments: readonly Segment[]): number => {
  let probe = start + step * 1000
  let next = stepStart(probe, step, segments)
  while (next <= start) {
    probe += 15 * MINUTE_MS
    next = stepStart(probe, step, segments)
  }
  return next
}

/** Starts of all steps from `from` up to, not including, `until` (epoch ms). */
export const stepsOf = (from: number, until: number, step: number, segments: readonly Segment[]): number[] => {
  const starts: number[] = []
  for (let at = stepStart(from, step, segments); at < until; at = nextStepStart(at, step, segments)) starts.push(at)
  return starts
}

/** A half-open period from ≤ t < until (epoch ms) with its chart step (seconds). */
export interface Period {
  from: number
  until: number
  step: number
}

export interface PeriodChoice {
  interval: PeriodInterval
  /** Periods back; 0 is the one that holds now. */
  index: number
  /** Whole hours, days, weeks, months and years of the calendar instead of the last 60 minutes, 24 hours, 7, 30 and 365 days. */
  calendar?: boolean | undefined
  date_start?: string | undefined
  date_end?: string | undefined
}

type Unit = Temporal.DurationLike
const RELATIVE: Record<Exclude<PeriodInterval, 'selection'>, Unit> = {
  hour: { hours: 1 },
  day: { days: 1 },
  week: { days: 7 },
  month: { days: 30 },
  year: { days: 365 },
}
const CALENDAR: typeof RELATIVE = { ...RELATIVE, month: { months: 1 }, year: { years: 1 } }
const TYPICAL = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS, year: 366 * DAY_MS } as const

/** A selection whose dates are the wrong way round. */
export class EndBeforeStart extends RangeError {}

/**
 * The period somebody chose, in local time of `zone`. Hour to year end with the step that holds `now` and reach 60 minutes,
 * 24 hours, 7, 30 or 365 days back (specification §9), or with `calendar` are the one that holds `now`, its weeks from Monday;
 * `index` such units earlier. A selection runs from 00:00 of its first to the end of its last local day, or between the two
 * local times given. Throws a RangeError for dates that cannot be read, an
 * EndBeforeStart for those that are the wrong way round.
 */
export const periodOf = (choice: PeriodChoice, now: number, zone: string): Period => {
  if (choice.interval === 'selection') return selection(choice, zone)
  const step = chartStepOf(TYPICAL[choice.interval])
  const unit = unitOf(choice.interval, choice.calendar)
  const end = choice.calendar ? endOfUnit(choice.interval, unit, now, zone) : endOfStep(step, now, zone)
  return { from: back(end, unit, choice.index + 1, zone), until: back(end, unit, choice.index, zone), step }
}

const unitOf = (interval: keyof typeof RELATIVE, calendar = false): Unit => (calendar ? CALENDAR : RELATIVE)[interval]

const endOfStep = (step: number, now: number, zone: string): number => {
  const segments = segmentsOf(now, now, zone)
  return nextStepStart(stepStart(now, step, segments), step, segments)
}

const endOfUnit = (interval: keyof typeof RELATIVE, unit: Unit, now: number, zone: string): number => {
  const local = zonedAt(now, zone)
  if (interval === 'hour') return endOfStep(3600, now, zone)
  const day = local.startOfDay()
  const begins = {
    day,
    week: day.subtract({ days: day.dayOfWeek - 1 }),
    month: day.with({ day: 1 }),
    year: day.with({ day: 1, month: 1 }),
  }[interval]
  return begins.startOfDay().add(unit).epochMilliseconds
}

const back = (time: number, unit: Unit, count: number, zone: string): number => {
  const whole = Object.fromEntries(Object.entries(unit).map(([name, one]) => [name, one * count]))
  return zonedAt(time, zone).subtract(whole).epochMilliseconds
}

const selection = ({ date_start = '', date_end = '' }: PeriodChoice, zone: string): Period => {
  const known = knownZone(zone)
  const from = localTime(date_start, known, 'start')
  const until = localTime(date_end, known, 'end')
  if (until <= from) throw new EndBeforeStart('a period ends after it starts')
  return { from, until, step: chartStepOf(until - from) }
}

/** Epoch ms of `YYYY-MM-DD`, `YYYY-MM-DD HH:mm` in `zone`, or ISO 8601 with offset. A bare date at the end includes that day. */
const localTime = (text: string, zone: string, edge: 'start' | 'end'): number => {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && text.length > 10) return Temporal.Instant.from(text).epochMilliseconds
  if (text.length > 10)
    return Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds
  const date = Temporal.PlainDate.from(text)
  return (edge === 'end' ? date.add({ days: 1 }) : date).toZonedDateTime(zone).epochMilliseconds
}

/** The period to compare with: the one just before, or the same a year earlier (both in local time). */
export const comparedPeriod = (
  choice: PeriodChoice,
  period: Period,
  compare: 'previous' | 'year',
  zone: string,
): Period => {
  if (compare === 'year')
    return {
      ...period,
      from: back(period.from, { years: 1 }, 1, zone),
      until: back(period.until, { years: 1 }, 1, zone),
    }
  if (choice.interval !== 'selection')
    return { ...period, from: back(period.from, unitOf(choice.interval, choice.calendar), 1, zone), until: period.from }
  return { ...period, from: beforeSelection(period, zone), until: period.from }
}

/**
 * Start (epoch ms) of the period before a selection, as long as clocks on a wall go on in it: noon stands beside noon
 * also where they are changed within.
 */
const beforeSelection = ({ from, until }: Period, zone: string): number => {
  const [start, end] = [zonedAt(from, zone).toPlainDateTime(), zonedAt(until, zone).toPlainDateTime()]
  const before = start.subtract(start.until(end)).toZonedDateTime(knownZone(zone)).epochMilliseconds
  // An interval inside of the hour that autumn has twice may take no time on a wall, or less than none.
  return before < from ? before : from - (until - from)
}
