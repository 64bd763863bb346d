import type { Language } from '../../contract/fixed.ts'
import { roundTo } from '../ingest/value.ts'

export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const
export const DATE_FORMATS = ['iso', 'language', 'day_first', 'month_first'] as const
export const CLOCKS = ['24', '12'] as const
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const

/** Formats in which a person reads and types temperatures, dates and times. Stores, calls and exports know nothing of them. */
export interface Formats {
  temperature: (typeof TEMPERATURE_UNITS)[number]
  dates: (typeof DATE_FORMATS)[number]
  clock: (typeof CLOCKS)[number]
  week: (typeof WEEK_STARTS)[number]
}

/** Reader of a text that is written for one person. */
export interface Reader {
  language: Language
  formats: Formats
}

/** Formats of whoever has chosen none. */
export const USUAL_FORMATS: Formats = { temperature: 'celsius', dates: 'iso', clock: '24', week: 'monday' }

/** Formats of a browser in the English of the United States; null for all others, whose usual ones are the product's. */
export const formatsOfBrowser = (languages: readonly string[]): Formats | null =>
  languages[0] === 'en-US' ? { temperature: 'fahrenheit', dates: 'month_first', clock: '12', week: 'sunday' } : null

/** Number of a weekday, 0 for Sunday, with which weeks begin. */
export const firstWeekday = ({ week }: Formats): 0 | 1 | 6 => (({ monday: 1, sunday: 0, saturday: 6 }) as const)[week]

/** Weekdays (1 Monday to 7 Sunday) in the order of a week. */
export const weekdaysFrom = (formats: Formats): number[] =>
  Array.from({ length: 7 }, (_, index) => ((firstWeekday(formats) + 6 + index) % 7) + 1)

/** Mark between the parts of a date, and their order, as each language writes it. */
const MARK: Record<Language, string> = { en: '/', de: '.', es: '/', nl: '-' }

/** Order and mark of the parts of a date. */
export const dateOrder = ({ dates }: Formats, language: Language): { order: 'ymd' | 'dmy' | 'mdy'; mark: string } => {
  if (dates === 'iso') return { order: 'ymd', mark: '-' }
  if (dates === 'language') return { order: 'dmy', mark: MARK[language] }
  return { order: dates === 'month_first' ? 'mdy' : 'dmy', mark: '/' }
}

const DATE = /^(\d{4})-(\d\d)(?:-(\d\d))?$/

/** A date (`2026-11-27`) or month (`2026-11`) as somebody reads it; any other text stays as it is. */
export const dateText = (date: string, formats: Formats, language: Language): string => {
  const [, year, month, day] = DATE.exec(date) ?? []
  if (!year || !month) return date
  const { order, mark } = dateOrder(formats, language)
  const parts = {
    ymd: [year, month, day],
    dmy: [day, month, year],
    mdy: [month, day, year],
  }[order]
  return parts.filter(Boolean).join(mark)
}

/** A day of a month (`11-27`) as somebody reads it, without the year. */
export const monthDayText = (monthDay: string, formats: Formats, language: Language): string => {
  const [month, day] = monthDay.split('-')
  const { order, mark } = dateOrder(formats, language)
  const text = (order === 'dmy' ? [day, month] : [month, day]).join(mark)
  return order === 'dmy' && mark === '.' ? `${text}.` : text
}

/** Words of the two halves of a day. A space in them does not break a line. */
export const HALVES: Record<Language, readonly [string, string]> = {
  en: ['am', 'pm'],
  de: ['am', 'pm'],
  es: ['a.\u00A0m.', 'p.\u00A0m.'],
  nl: ['am', 'pm'],
}

const CLOCK = /^(\d\d):(\d\d)(:\d\d(?:\.\d+)?)?$/

/** A time (`16:09`, `16:09:30`) as somebody reads it; any other text stays as it is. */
export const clockText = (clock: string, formats: Formats, language: Language): string => {
  const [, hour, minute, seconds = ''] = CLOCK.exec(clock) ?? []
  if (formats.clock === '24' || !hour) return clock
  const half = HALVES[language][Number(hour) % 24 < 12 ? 0 : 1]
  return `${Number(hour) % 12 || 12}:${minute}${seconds}\u00A0${half}`
}

/** A whole hour of the day (0 to 23) in little room: `16`, or `4 pm`. */
export const hourText = (hour: number, formats: Formats, language: Language): string =>
  formats.clock === '24'
    ? String(hour).padStart(2, '0')
    : `${hour % 12 || 12}\u00A0${HALVES[language][hour % 24 < 12 ? 0 : 1]}`

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/

/** A date with its time (`2026-11-27 16:09`, also with `T`), either part alone, or neither, as somebody reads it. */
export const dateTimeText = (text: string, formats: Formats, language: Language): string => {
  const [all, date, clock] = DATE_TIME.exec(text) ?? []
  if (!all) return clockText(dateText(text, formats, language), formats, language)
  return `${dateText(date ?? '', formats, language)} ${clockText(clock ?? '', formats, language)}`
}

/** Decimals that a converted number keeps: as many as lie beyond what anybody types. */
const KEPT = 6
const FACTOR = 1.8
const FREEZING = 32

/** Tells whether values kept in a unit are temperatures. */
export const isTemperature = (unit: string): boolean => unit === '°C'

const isShownInFahrenheit = (unit: string, { temperature }: Formats): boolean =>
  temperature === 'fahrenheit' && (unit === '°C' || unit === 'K')

/** A moment as a reader reads it, from its text on the clocks of a place (`2026-11-27 16:09`). */
export const readDateTime = (text: string, { formats, language }: Reader): string =>
  dateTimeText(text, formats, language)

/** Unit in which values kept in `unit` are shown. Kelvin is the product's unit of differences. */
export const shownUnit = (unit: string, formats: Formats): string => (isShownInFahrenheit(unit, formats) ? '°F' : unit)

/** Number that stands for `value`, kept in `unit`. */
export const shownNumber = (value: number, unit: string, formats: Formats): number => {
  if (!isShownInFahrenheit(unit, formats)) return value
  return roundTo(value * FACTOR + (unit === 'K' ? 0 : FREEZING), KEPT)
}

/** Number that stands for a difference of two values kept in `unit`: without the 32 of a scale. */
export const shownDifference = (value: number, unit: string, formats: Formats): number =>
  isShownInFahrenheit(unit, formats) ? roundTo(value * FACTOR, KEPT) : value

/** Decimals of a limit of a temperature that are read: of 75 °F (23.88888889 °C) others read 23.89 °C. */
const LIMIT_DECIMALS = 2

/** Number that is read for a limit somebody typed, kept in `unit`: a temperature with two decimals at most, whoever typed it in which unit. */
export const limitShown = (value: number, unit: string, formats: Formats, isDifference = false): number => {
  const shown = (isDifference ? shownDifference : shownNumber)(value, unit, formats)
  return isTemperature(unit) || unit === 'K' ? roundTo(shown, LIMIT_DECIMALS) : shown
}

/** Value to keep in `unit` for a number that somebody typed: shown again, it is the number. */
export const keptNumber = (typed: number, unit: string, formats: Formats): number => {
  if (!isShownInFahrenheit(unit, formats)) return typed
  return roundTo((typed - (unit === 'K' ? 0 : FREEZING)) / FACTOR, KEPT + 2)
}

/** Difference to keep in `unit` for one that somebody typed. */
export const keptDifference = (typed: number, unit: string, formats: Formats): number =>
  isShownInFahrenheit(unit, formats) ? roundTo(typed / FACTOR, KEPT + 2) : typed
