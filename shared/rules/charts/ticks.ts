import type { Language } from '../../contract/fixed.ts'
import { clockText, dateText, type Formats, hourText, monthDayText, USUAL_FORMATS } from '../formats/formats.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units.ts'

/** Round steps for a value axis: at most `most` intervals between `min` and `max`, both of which may be widened. */
export const valueTicks = (min: number, max: number, most = 4): { min: number; max: number; interval: number } => {
  const span = max - min || Math.abs(max) || 1
  const power = 10 ** Math.floor(Math.log10(span / most))
  // A quarter only where it needs no digit of its own.
  const steps = power >= 10 ? [1, 2, 2.5, 4, 5, 10] : [1, 2, 4, 5, 10]
  const interval = steps.map(one => one * power).find(one => covers(min, max, one, most)) ?? 20 * power
  return {
    min: tidy(Math.floor(min / interval) * interval),
    max: tidy(Math.ceil(max / interval) * interval),
    interval: tidy(interval),
  }
}

const covers = (min: number, max: number, interval: number, most: number): boolean =>
  Math.ceil(max / interval) - Math.floor(min / interval) <= most

/** Takes the noise of binary fractions out of a round number. */
const tidy = (value: number): number => Number(value.toPrecision(12))

/** Minutes of local time between two labels. */
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720]
const DAY_STEPS = [1, 2, 3, 7, 14]

export interface TimeTick {
  time: number
  label: string
  /** Local midnight, or the first of a month where the labels are days. */
  strong: boolean
}

interface LocalTime {
  year: number
  month: number
  day: number
  minutes: number
  weekday: string
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string, language: string): Intl.DateTimeFormat => {
  const key = `${zone} ${language}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    weekday: 'short',
  })
  formats.set(key, made)
  return made
}

const localTime = (time: number, zone: string, language: string): LocalTime => {
  const parts = formatOf(zone, language).formatToParts(time)
  const text = (type: string) => parts.find(part => part.type === type)?.value ?? ''
  const number = (type: string) => Number(text(type))
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    minutes: number('hour') * 60 + number('minute'),
    weekday: text('weekday').replace('.', ''),
  }
}

const known = new WeakMap<readonly number[], Map<string, LocalTime[]>>()

/** Local times of all steps, worked out once for all charts that share them. */
const localTimes = (times: readonly number[], zone: string, language: string): LocalTime[] => {
  const key = `${zone} ${language}`
  const byKey = known.get(times) ?? new Map<string, LocalTime[]>()
  known.set(times, byKey)
  const made = byKey.get(key) ?? times.map(time => localTime(time, zone, language))
  byKey.set(key, made)
  return made
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A time in the little room below an axis: a whole hour of a clock of 12 hours without its minutes. */
const shortClock = (minutes: number, formats: Formats, language: Language): string =>
  formats.clock === '12' && minutes % 60 === 0
    ? hourText(minutes / 60, formats, language)
    : clockText(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, formats, language)

/**
 * Labels of a time axis in the place's own time. `times` are the starts of the steps (epoch ms), of which the round ones get
 * a label; about `room` labels fit.
 */
export const timeTicks = (
  times: readonly number[],
  zone: string,
  language: Language,
  room: number,
  formats: Formats = USUAL_FORMATS,
): TimeTick[] => {
  const [first = 0] = times
  const span = (times.at(-1) ?? 0) - first
  const fits = (step: number) => span / step <= room
  const minuteStep = MINUTE_STEPS.find(step => fits(step * MINUTE_MS))
  const local = localTimes(times, zone, language).map((at, index) => ({ ...at, time: times[index] ?? 0 }))
  if (minuteStep) {
    return local
      .filter(({ minutes }) => minutes % minuteStep === 0)
      .map(at => ({
        time: at.time,
        label: at.minutes === 0 ? `${at.weekday} ${at.day}` : shortClock(at.minutes, formats, language),
        strong: at.minutes === 0,
      }))
  }
  const midnights = local.filter(({ minutes }) => minutes === 0)
  const dayStep = DAY_STEPS.find(step => fits(step * DAY_MS))
  if (dayStep) {
    const label =
      span <= 8 * DAY_MS
        ? (at: LocalTime) => `${at.weekday} ${at.day}`
        : (at: LocalTime) => monthDayText(`${two(at.month)}-${two(at.day)}`, formats, language)
    return midnights
      .filter((_, index) => index % dayStep === 0)
      .map(at => ({ time: at.time, label: label(at), strong: at.day === 1 }))
  }
  const monthStep = [1, 2, 3, 6, 12].find(step => fits(step * 30 * DAY_MS)) ?? 12
  return midnights
    .filter(at => at.day === 1 && (at.month - 1) % monthStep === 0)
    .map(at => ({
      time: at.time,
      label: dateText(`${at.year}-${two(at.month)}`, formats, language),
      strong: at.month === 1,
    }))
}

/** Steps longer than this hide a clock change. */
const LONGEST_STEP = 3 * HOUR_MS
const LONGEST_SPAN = 8 * DAY_MS

/** Starts of the steps before which the clocks of a place were changed, in a span short enough to show it. */
export const clockChanges = (times: readonly number[], zone: string): number[] => {
  const [first = 0, second = 0] = times
  if (second - first > LONGEST_STEP || (times.at(-1) ?? 0) - first > LONGEST_SPAN) return []
  const local = localTimes(times, zone, 'en')
  return times.filter((time, index) => {
    const [before, here] = [local[index - 1], local[index]]
    if (!before || !here) return false
    const passed = Math.round((time - (times[index - 1] ?? 0)) / MINUTE_MS)
    return (here.minutes - before.minutes - passed) % (DAY_MS / MINUTE_MS) !== 0
  })
}

/** Digits a tick needs to differ from its neighbour at `interval`. */
export const decimalsOf = (interval: number): number => {
  const [digits = '', exponent = '0'] = String(interval).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}
