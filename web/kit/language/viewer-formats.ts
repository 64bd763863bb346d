import type { Language } from '#shared/contract/fixed.ts'
import { type AxisUnit, shownOn } from '#shared/rules/charts/scale.ts'
import { decimalsOf } from '#shared/rules/charts/ticks.ts'
import {
  clockText,
  dateOrder,
  dateText,
  dateTimeText,
  type Formats,
  HALVES,
  hourText,
  keptDifference,
  keptNumber,
  limitShown,
  monthDayText,
  shownDifference,
  shownNumber,
  shownUnit,
  USUAL_FORMATS,
} from '#shared/rules/formats/formats.ts'
import { decimalsIn, formatNumber, NARROW_NO_BREAK_SPACE, parseNumber } from '#shared/rules/ingest/value.ts'
import { dateTimeAt } from '#shared/rules/time/wall-clock.ts'
import { readSession } from '../api/session.ts'
import { currentLanguage } from './language.ts'

/** Formats and language of whoever looks. */
export interface Viewer {
  formats: Formats
  language: Language
}

/** Finds whom the server renders a screen for; in a browser there is nobody but who sits before it. */
let viewerOfRequest: () => Viewer | undefined = () => undefined

/** Says how the server finds the viewer of the request it is at. */
export const findViewerBy = (find: typeof viewerOfRequest): void => {
  viewerOfRequest = find
}

/** Formats of whoever looks: those of their account, for all others the product's own. */
export const viewerFormats = (): Formats => ({
  ...USUAL_FORMATS,
  ...(viewerOfRequest()?.formats ?? readSession().user?.formats),
})

/** Tells whether whoever looks has chosen formats that are not the product's own. */
export const isAnyChosen = (): boolean => {
  const formats = viewerFormats()
  return (Object.keys(USUAL_FORMATS) as (keyof Formats)[]).some(key => formats[key] !== USUAL_FORMATS[key])
}

const language = (): Language => viewerOfRequest()?.language ?? currentLanguage()

/** A date (`2026-11-27`) or month (`2026-11`) as whoever looks reads it. */
export const shownDate = (date: string): string => dateText(date, viewerFormats(), language())

/** A date (`2026-11-27`) without its year. */
export const shownMonthDay = (date: string): string => monthDayText(date.slice(-5), viewerFormats(), language())

/** A date with its time (`2026-11-27 16:09`) without the year. */
export const shownShortDateTime = (text: string): string =>
  `${shownMonthDay(text.slice(0, 10))} ${shownClock(text.slice(11))}`

/** A time of the day (`16:09`) as whoever looks reads it. */
export const shownClock = (clock: string): string => clockText(clock, viewerFormats(), language())

/** A whole hour (0 to 23) in little room. */
export const shownHour = (hour: number): string => hourText(hour, viewerFormats(), language())

/** A date with its time, or either alone, from a text such as `2026-11-27 16:09`. */
export const shownDateTime = (text: string): string => dateTimeText(text, viewerFormats(), language())

/** Date and time of a moment (ISO 8601 or epoch ms) on the clocks of `zone`. */
export const momentIn = (time: string | number, zone: string): string => shownDateTime(dateTimeAt(time, zone))

/** Date and time of a moment, without the year. */
export const shortMomentIn = (time: string | number, zone: string): string => shownShortDateTime(dateTimeAt(time, zone))

/** Date and time of a moment with its seconds: two readings may share a minute. */
export const secondIn = (time: string | number, zone: string): string =>
  shownDateTime(`${dateTimeAt(time, zone)}${new Date(time).toISOString().slice(16, 19)}`)

/** Date of a moment on the clocks of `zone`. */
export const dayIn = (time: string | number, zone: string): string => shownDate(dateTimeAt(time, zone).slice(0, 10))

/** Time of the day of a moment on the clocks of `zone`. */
export const clockIn = (time: string | number, zone: string): string => shownClock(dateTimeAt(time, zone).slice(11))

/** Two moments on the clocks of `zone`, with the date of the second only where it is another. */
export const spanIn = (from: string | number, until: string | number, zone: string): string => {
  const [start, end] = [dateTimeAt(from, zone), dateTimeAt(until, zone)]
  return `${shownDateTime(start)} – ${start.slice(0, 10) === end.slice(0, 10) ? shownClock(end.slice(11)) : shownDateTime(end)}`
}

/** Words of the halves of a day, as a field for a time offers them. */
export const halvesOfDay = (): { am: string; pm: string } => {
  const [am, pm] = HALVES[language()]
  return { am, pm }
}

/** Order, mark and clock in which somebody types dates and times. */
export interface FieldFormat {
  order: 'ymd' | 'dmy' | 'mdy'
  mark: string
  clock: Formats['clock']
}

export const fieldFormat = (): FieldFormat => {
  const formats = viewerFormats()
  return { ...dateOrder(formats, language()), clock: formats.clock }
}

/** A day with slashes, in the order in which whoever looks means them: the day first unless they have the month first. */
export const slashesExample = (): string => (fieldFormat().order === 'mdy' ? '11/22/2026' : '22/11/2026')

/** The unit in which values kept in `unit` are shown. */
export const unitFor = (unit: string): string => shownUnit(unit, viewerFormats())

/** The number that is shown for `value`, kept in `unit`. */
export const figureFor = (value: number, unit: string): number => shownNumber(value, unit, viewerFormats())

/** The number that is shown for a difference of two values kept in `unit`. */
export const differenceFor = (value: number, unit: string): number => shownDifference(value, unit, viewerFormats())

/** Text of a field in which a value kept in `unit` is typed. Whoever typed 75 °F reads 75 °F. */
export const fieldText = (value: number | null | undefined, unit: string, isDifference = false): string => {
  if (value === null || value === undefined) return ''
  const shown = limitShown(value, unit, viewerFormats(), isDifference)
  return formatNumber(shown, decimalsIn(shown), language(), '')
}

/** Value to keep in `unit` for a number that was typed. */
export const keptFor = (typed: number, unit: string): number => keptNumber(typed, unit, viewerFormats())

/**
 * Value in `unit` that a field holds: null for an empty one, NaN for a text that is no number. A text that stands as the field shows one
 * of `stored`, which was there before, is that value with all its digits: what nobody touched does not move.
 */
export const fieldValue = (
  text: string,
  unit: string,
  isDifference = false,
  stored: readonly (number | null | undefined)[] = [],
): number | null => {
  if (text.trim() === '') return null
  const untouched = stored.find(value => text.trim() === fieldText(value, unit, isDifference))
  if (typeof untouched === 'number') return untouched
  const typed = parseNumber(text)
  if (typed === null) return Number.NaN
  return (isDifference ? keptDifference : keptNumber)(typed, unit, viewerFormats())
}

/** Label of a tick of an axis whose ticks lie `interval` apart. */
export const tickText = (value: number, interval: number, axis: AxisUnit): string =>
  formatNumber(
    shownOn(axis, value, viewerFormats()),
    decimalsOf(differenceFor(interval, axis.unit)),
    language(),
    NARROW_NO_BREAK_SPACE,
  )

/** Decimals of a limit as it is read. */
export const decimalsShown = (value: number, unit: string): number =>
  decimalsIn(limitShown(value, unit, viewerFormats()))

/** A limit with as many decimals as it was typed with; a temperature, which may have been typed in another unit, with two at most. */
export const limitFigure = (value: number, unit: string, isDifference = false): string => {
  const shown = limitShown(value, unit, viewerFormats(), isDifference)
  return formatNumber(shown, decimalsIn(shown), language(), NARROW_NO_BREAK_SPACE)
}

/** The same with its unit. */
export const limitText = (value: number, unit: string, isDifference = false): string =>
  `${limitFigure(value, unit, isDifference)}\u00A0${unitFor(unit)}`.trim()
