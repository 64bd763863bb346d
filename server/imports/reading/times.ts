import type { TIME_FORMS } from '#shared/contract/measurements/imports.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { type Segment, segmentsOf } from '#shared/rules/time/period.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { LONGEST_CELL } from './numbers.ts'

export type TimeForm = (typeof TIME_FORMS)[number]
type DateOrder = Exclude<TimeForm, 'epoch_s' | 'epoch_ms'>

/** A date and time of day as written, with its offset from UTC (ms) where it says one. */
interface Wall {
  /** Time read as if it were UTC, epoch ms. */
  at: number
  offset: number | null
}

const DATE = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/
const CLOCK = /^(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(?:\s*([ap])\.?m\.?)?$/i
const OFFSET = /\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)$/i

/** Epoch ms of midnight, as if it were UTC; null for what is no date in this order. */
export const readDate = (text: string, order: DateOrder): number | null => {
  const compact = COMPACT.exec(text)
  const found = DATE.exec(text)
  if (!compact && !found) return null
  const parts = compact ? compact.slice(1, 4) : [found?.[1], found?.[3], found?.[4]]
  const [first = 0, second = 0, third = 0] = parts.map(Number)
  const isYearFirst = compact !== null || (parts[0] ?? '').length === 4
  if (isYearFirst !== (order === 'ymd')) return null
  const [year, month, day] =
    order === 'ymd' ? [first, second, third] : order === 'dmy' ? [third, second, first] : [third, first, second]
  const fullYear = year < 100 ? 2000 + year : year
  const at = Date.UTC(fullYear, month - 1, day)
  const read = new Date(at)
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? at : null
}

/** Ms since midnight; 24:00 is the end of the day, and a bare number is an hour. Null for what is no time of day. */
export const readClock = (text: string): number | null => {
  const [found, hours = '', minutes = '0', seconds = '0', fraction = '', half] = CLOCK.exec(text) ?? []
  if (found === undefined) return null
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  const ms =
    ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000)
  return (half && Number(hours) > 12) || Number(minutes) > 59 || Number(seconds) > 59 || ms > DAY_MS ? null : ms
}

/** Date and time of day in one text, or in two columns joined by a space. Null for what is neither. */
export const readWall = (text: string, order: DateOrder): Wall | null => {
  if (text.length > LONGEST_CELL) return null
  const whole = text.trim()
  const end = whole.search(/[T\s]/i)
  const day = readDate(end < 0 ? whole : whole.slice(0, end), order)
  if (day === null) return null
  const rest = end < 0 ? '' : whole.slice(end).replace(/^[T\s]+/i, '')
  const zone = OFFSET.exec(rest)
  const clock = zone ? rest.slice(0, zone.index) : rest
  const time = clock === '' ? 0 : readClock(clock.trim())
  return time === null ? null : { at: day + time, offset: zone ? offsetOf(zone[1] ?? '') : null }
}

const offsetOf = (text: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

export interface ReadTime {
  /** Epoch ms. */
  at: number
  fold: 'first' | 'second' | null
}

const BEGIN = Date.UTC(1990, 0, 1)
const END = Date.UTC(2100, 0, 1)

/**
 * Reads the times of a file, row by row in its order: of the hour that comes twice in autumn the first one is summer time, unless
 * the rows around say otherwise. They do by their order, and by their step: who notes one row an hour writes that hour twice.
 * Answers a refusal for a time nobody can read, or that no clock of the zone showed.
 */
export const createTimeReader = (form: TimeForm, zone: string) => {
  const segments = segmentsOf(BEGIN, END, zone)
  let before: number | null = null
  let rising = true
  /** Shortest time between two rows so far, ms; 0 where several rows are of one moment, and so tell no step. */
  let step: number | null = null

  const isSecondOf = (first: number, second: number): boolean => {
    if (before === null) return false
    if (rising ? first < before : second > before) return rising
    const expected = before + (rising ? 1 : -1) * (step ?? 0)
    const [toFirst, toSecond] = [Math.abs(first - expected), Math.abs(second - expected)]
    return rising ? toSecond < toFirst : toSecond <= toFirst
  }

  const inZone = (wall: number): ReadTime | 'no_such_time' => {
    const found = instantsOf(wall, segments)
    const [first, second] = found
    if (first === undefined) return 'no_such_time'
    if (second === undefined) return { at: first, fold: null }
    const isSecond = isSecondOf(first, second)
    return { at: isSecond ? second : first, fold: isSecond ? 'second' : 'first' }
  }

  const read = (text: string): ReadTime | 'unreadable_time' | 'no_such_time' => {
    if (text.length > LONGEST_CELL) return 'unreadable_time'
    if (form === 'epoch_s' || form === 'epoch_ms') {
      const number = /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) * (form === 'epoch_s' ? 1000 : 1) : Number.NaN
      return Math.abs(number) <= 8.64e15 ? { at: Math.round(number), fold: null } : 'unreadable_time'
    }
    const wall = readWall(text, form)
    if (wall === null) return 'unreadable_time'
    return wall.offset === null ? inZone(wall.at) : { at: wall.at - wall.offset, fold: null }
  }

  return (text: string): ReadTime | 'unreadable_time' | 'no_such_time' => {
    const time = read(text)
    if (typeof time === 'string') return time
    if (before !== null) {
      if (time.at !== before) rising = time.at > before
      step = Math.min(step ?? Number.POSITIVE_INFINITY, Math.abs(time.at - before))
    }
    before = time.at
    return time
  }
}

/** The instants at which a clock of the zone showed this, none in spring's hour that is left out and two in autumn's. */
const instantsOf = (wall: number, segments: readonly Segment[]): number[] => {
  let [low, high] = [0, segments.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (elementAt(segments, middle).start <= wall) low = middle
    else high = middle - 1
  }
  const first = Math.max(0, low - 1)
  return segments.slice(first, low + 2).flatMap(({ start, offset }, nth) => {
    const at = wall - offset
    const end = segments[first + nth + 1]?.start ?? Number.POSITIVE_INFINITY
    return at >= start && at < end ? [at] : []
  })
}
