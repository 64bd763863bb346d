import { HALVES } from '#shared/rules/formats/formats.ts'
import type { FieldFormat } from '../../kit/language/viewer-formats.ts'
import { shownDateTime } from '../../kit/language/viewer-formats.ts'

/** Digits of a date (`2026-11-22`), and of one with a time (`2026-11-22 16:09`; specification §9). */
const LENGTH = { day: 8, moment: 12 } as const
export type DatePart = keyof typeof LENGTH

/** The product's own format; people choose others. */
const ISO: FieldFormat = { order: 'ymd', mark: '-', clock: '24' }

const isDay = (year: number, month: number, day: number): boolean => {
  const made = new Date(Date.UTC(year, month - 1, day))
  return year > 0 && made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day
}

const two = (text: string): string => text.padStart(2, '0')

/** Lengths of the parts of a date, in their order. */
const LENGTHS = { ymd: [4, 2, 2], dmy: [2, 2, 4], mdy: [2, 2, 4] } as const

/** Parts of so many digits, those that are there. */
const split = (digits: string, lengths: readonly number[]): string[] => {
  let place = 0
  return lengths
    .map(length => {
      place += length
      return digits.slice(place - length, place)
    })
    .filter(Boolean)
}

/** Tells whether eight digits are a day of the years that people write, in an order. */
const isDayIn = (digits: string, order: FieldFormat['order']): boolean => {
  const parts = split(digits.slice(0, 8), LENGTHS[order])
  const at = (part: string) => Number(parts[order.indexOf(part)])
  return at('y') >= 1900 && at('y') < 2200 && isDay(at('y'), at('m'), at('d'))
}

/** Format of digits without marks: a whole date that is none in a person's order, and is one with the year first, has the year first. */
const formatOf = (digits: string, format: FieldFormat): FieldFormat =>
  digits.length >= 8 && !isDayIn(digits, format.order) && isDayIn(digits, 'ymd')
    ? { ...format, order: 'ymd', mark: '-' }
    : format

/** Marks between digits as they are typed or pasted without: `202611221609` reads `2026-11-22 16:09`, its time by a clock of 24 hours. */
const withMarks = (digits: string, part: DatePart, own: FieldFormat): string => {
  const { order, mark } = formatOf(digits, own)
  const date = split(digits, LENGTHS[order]).join(mark)
  const time = part === 'moment' ? split(digits.slice(LENGTH.day), [2, 2]).join(':') : ''
  return time ? `${date} ${time}` : date
}

/** A year that was typed first where a person's dates end with it: its mark came after two digits (`20/26-11-`). */
const SPLIT_YEAR = /^((?:19|20|21))[-./](\d\d)[-./](\d\d?)[-./]$/
/** Eight digits with the marks of a date that ends with the year. */
const WHOLE = /^\d\d[-./]\d\d[-./]\d{4}$/

/** The text with the year first where that was meant; null where it was not. */
const yearFirst = (text: string, part: DatePart, format: FieldFormat): string | null => {
  if (format.order === 'ymd') return null
  const [, century, year, month] = SPLIT_YEAR.exec(text) ?? []
  if (century) return `${century}${year}-${month}-`
  const digits = text.replace(/\D/g, '')
  if (!WHOLE.test(text) || formatOf(digits, format) === format) return null
  return `${withMarks(digits, part, format)}${part === 'moment' ? ' ' : ''}`
}

/** Ends of what is typed after which a mark has to follow; the keys of a phone's numbers have none. */
const nextMarks = (part: DatePart, { order, mark, clock }: FieldFormat): readonly [RegExp, string][] => {
  const [first, second, third] = LENGTHS[order].map(length => `\\d{${length}}`)
  const between = mark === '.' ? '\\.' : mark
  const date = `${first}${between}${second}`
  return [
    [new RegExp(`^${first}$`), mark],
    [new RegExp(`^${date}$`), mark],
    ...(part === 'moment' ? [[new RegExp(`^${date}${between}${third}$`), ' '] as [RegExp, string]] : []),
    ...(part === 'moment' && clock === '24'
      ? [[new RegExp(`^${date}${between}${third} \\d\\d$`), ':'] as [RegExp, string]]
      : []),
  ]
}

/** The text of a field after a key: the mark that has to come next is there already. Taking away stays possible. */
export const dateTextAfterKey = (text: string, before: string, part: DatePart, format: FieldFormat = ISO): string => {
  if (text.length <= before.length) return text
  const digits = text.replace(/\D/g, '').slice(0, LENGTH[part])
  if (/^\d{5,}$/.test(text)) return withMarks(digits, part, format)
  // The mark that was typed stands for the one that was there already: dots say that the day comes first.
  const whole = text.replace(/([-:/. ])[-:/. ]*([-:/. ])/g, (_, first: string, last: string) =>
    DATE_MARKS.includes(first) && DATE_MARKS.includes(last) ? last : first,
  )
  const turned = yearFirst(whole, part, format)
  if (turned !== null) return turned
  const own = /^\d{4}-/.test(whole) ? { ...format, order: 'ymd' as const, mark: '-' } : format
  const next = nextMarks(part, own).find(([end]) => end.test(whole))
  return next ? `${whole}${next[1]}` : whole
}

const DATE_MARKS = '-/.'
const YEAR_FIRST = /^(\d{4})\D(\d{1,2})\D(\d{1,2})(?:\D+|$)/
/** Date as people write it by hand. Dots say that the day is first; a slash may mean either order: only who has chosen one may write it. */
const YEAR_LAST = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})(?:\D+|$)/
const CLOCK = /^(\d{1,2})\D?(\d\d)$/
/** Hour alone, as in `4 pm`. */
const BARE = /^\d{1,2}$/
const HALF = /^(.*?)[\s\u00A0]*([ap])\.?[\s\u00A0]*m\.?$/i

/** Year, month and day in a typed text, and the text after them; null where it does not begin with a date. */
const dateIn = (text: string, { order }: FieldFormat): { date: [string, string, string]; rest: string } | null => {
  const [all, year = '', month = '', day = ''] = YEAR_FIRST.exec(text) ?? []
  if (all) return { date: [year, month, day], rest: text.slice(all.length).trim() }
  const [whole, first = '', mark, second = '', last = ''] = YEAR_LAST.exec(text) ?? []
  if (!whole || (mark === '/' && order === 'ymd')) return null
  const date: [string, string, string] = order === 'mdy' && mark !== '.' ? [last, first, second] : [last, second, first]
  return { date, rest: text.slice(whole.length).trim() }
}

/** Time in a typed text as `16:09`; null for none. `4:09 pm` is read whichever clock somebody has chosen. */
const clockIn = (text: string): string | null => {
  const [, before, half] = HALF.exec(text) ?? []
  const clock = (before ?? text).trim()
  const [, hour, minute] = CLOCK.exec(half && BARE.test(clock) ? `${clock}:00` : clock) ?? []
  if (!hour || !minute || Number(minute) > 59) return null
  if (!half) return Number(hour) > 23 ? null : `${two(hour)}:${minute}`
  if (Number(hour) < 1 || Number(hour) > 12) return null
  return `${two(String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)))}:${minute}`
}

/**
 * Date in a typed text, as `2026-11-22` or `2026-11-22T16:09`; null while it is not whole or no date. A day alone
 * begins at `clock`. A year that comes first is read in every format.
 */
export const readTyped = (typed: string, part: DatePart, clock = '00:00', format: FieldFormat = ISO): string | null => {
  const text = typed.trim()
  const found = dateIn(/^\d{12}$|^\d{8}$/.test(text) ? withMarks(text, 'moment', format) : text, format)
  if (!found) return null
  const [year, month, day] = found.date
  if (!isDay(Number(year), Number(month), Number(day))) return null
  const date = `${year}-${two(month)}-${two(day)}`
  if (part === 'day') return found.rest === '' ? date : null
  if (found.rest === '') return `${date}T${clock}`
  const time = clockIn(found.rest)
  return time && `${date}T${time}`
}

/** Tells whether a typed moment is written to its end: a clock of 12 hours ends with its half of the day, unless its hour says it. */
export const isWholeMoment = (text: string, { clock }: FieldFormat): boolean =>
  clock === '24' ? /\d:\d\d$/.test(text) : HALF.test(text) || /\s(?:00|1[3-9]|2[0-3]):\d\d$/.test(text)

/** Text in which a field shows what it holds. */
export const shownIn = (value: string, part: DatePart): string =>
  shownDateTime(part === 'day' ? value.slice(0, 10) : value.slice(0, 16).replace('T', ' '))

/** Order of the parts, which a field shows that is empty. */
export const patternOf = (part: DatePart, { order, mark, clock }: FieldFormat): string => {
  const words = { ymd: ['YYYY', 'MM', 'DD'], dmy: ['DD', 'MM', 'YYYY'], mdy: ['MM', 'DD', 'YYYY'] }[order]
  const time = clock === '24' ? ' HH:mm' : ` h:mm ${HALVES.en[0]}`
  return words.join(mark) + (part === 'day' ? '' : time)
}
