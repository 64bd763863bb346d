/** A date is `2026-11-22`, with a time `2026-11-22 16:09` (specification §9). */
const LENGTH = { day: 8, moment: 12 } as const
export type DatePart = keyof typeof LENGTH

const isDay = (year: number, month: number, day: number): boolean => {
  const made = new Date(Date.UTC(year, month - 1, day))
  return year > 0 && made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day
}

const two = (text: string): string => text.padStart(2, '0')

/** Marks between digits as they are typed without: `202611221609` reads `2026-11-22 16:09`. */
const withMarks = (digits: string, part: DatePart): string => {
  const [year, month, day, hour, minute] = [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 12],
  ].map(([from, to]) => digits.slice(from, to))
  const date = [year, month, day].filter(Boolean).join('-')
  const clock = part === 'moment' ? [hour, minute].filter(Boolean).join(':') : ''
  return clock ? `${date} ${clock}` : date
}

/** Ends of what is typed after which a mark has to follow; the keys of a phone's numbers have none. */
const NEXT_MARK: readonly [RegExp, string][] = [
  [/^\d{4}$/, '-'],
  [/^\d{4}-\d\d$/, '-'],
]
const NEXT_MARK_OF_TIME: readonly [RegExp, string][] = [
  [/^\d{4}-\d\d-\d\d$/, ' '],
  [/^\d{4}-\d\d-\d\d \d\d$/, ':'],
]

/** The text of a field after a key: the mark that has to come next is there already. Taking away stays possible. */
export const dateTextAfterKey = (text: string, before: string, part: DatePart): string => {
  if (text.length <= before.length) return text
  const digits = text.replace(/\D/g, '').slice(0, LENGTH[part])
  if (/^\d{5,}$/.test(text)) return withMarks(digits, part)
  const whole = text.replace(/([-: ])[-: ]+/g, '$1')
  const marks = part === 'moment' ? [...NEXT_MARK, ...NEXT_MARK_OF_TIME] : NEXT_MARK
  const next = marks.find(([end]) => end.test(whole))
  return next ? `${whole}${next[1]}` : whole
}

const YEAR_FIRST = /^(\d{4})\D(\d{1,2})\D(\d{1,2})(?:\D+|$)/
/** Date as people write it by hand here. No slash: it may mean either order. */
const DAY_FIRST = /^(\d{1,2})[.-](\d{1,2})[.-](\d{4})(?:\D+|$)/
const CLOCK = /^(\d{1,2})\D?(\d\d)$/

/**
 * Date in a typed text, as `2026-11-22` or `2026-11-22T16:09`; null while it is not whole or no date. A day alone
 * begins at `clock`.
 */
export const readTyped = (typed: string, part: DatePart, clock = '00:00'): string | null => {
  const spread = /^\d{12}$|^\d{8}$/.test(typed.trim()) ? withMarks(typed.trim(), 'moment') : typed.trim()
  const found = YEAR_FIRST.exec(spread)
  const turned = found ? null : DAY_FIRST.exec(spread)
  const [year, month, day] = found ? [found[1], found[2], found[3]] : [turned?.[3], turned?.[2], turned?.[1]]
  if (!year || !month || !day || !isDay(Number(year), Number(month), Number(day))) return null
  const date = `${year}-${two(month)}-${two(day)}`
  const rest = spread.slice((found ?? turned)?.[0].length).trim()
  if (part === 'day') return rest === '' ? date : null
  if (rest === '') return `${date}T${clock}`
  const [, hour, minute] = CLOCK.exec(rest) ?? []
  if (!hour || !minute || Number(hour) > 23 || Number(minute) > 59) return null
  return `${date}T${two(hour)}:${minute}`
}

/** Text in which a field shows what it holds. */
export const shownDate = (value: string, part: DatePart): string =>
  part === 'day' ? value.slice(0, 10) : value.slice(0, 16).replace('T', ' ')
