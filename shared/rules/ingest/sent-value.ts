import type { ReadingCode } from '../../contract/measurements/measurements.ts'
import { convertUnit } from '../science/unit.ts'

/** Part of a measurement that has to be known to judge a value of it; a range of null has no end. */
export interface MeasuredType {
  abbreviation: string
  unit: string
  /** Abbreviation of the physical quantity. */
  pq: string | null
  min_value: number | null
  max_value: number | null
}

/** Characters of a number or a time as text. No sensor writes more, and rubbish should not cost more than it is worth. */
const LONGEST_TEXT = 40
const EARLIEST = Date.UTC(2000, 0, 1)
const AHEAD = 10 * 60_000
/** Words and numbers with which sensors say that nothing was measured. */
const MISSING = new Set(['', 'nan', 'null', 'none', 'nosensor', 'no sensor', 'n/a', 'unavailable', 'unknown'])
const NO_PROBE = new Set([327.67, -327.68])

/** Time in epoch ms, or why it cannot be taken. Below 1e11 a number is seconds, else milliseconds. None sent: `now`. */
export const readTime = (sent: unknown, now: number): number | ReadingCode => {
  const time = sent === undefined || sent === null ? now : toEpoch(sent)
  if (time === null) return 'unreadable_time'
  if (time < EARLIEST) return 'too_old'
  if (time > now + AHEAD) return 'in_future'
  return time
}

/** Tells whether a calendar has this day: parsing makes 1 March of 29 February in a year that has none. */
const isDay = (day: string): boolean => {
  const midnight = Date.parse(day)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

const toEpoch = (sent: unknown): number | null => {
  if (typeof sent === 'string' && sent.length > LONGEST_TEXT) return null
  const number = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  if (typeof number === 'number' && Number.isFinite(number)) return Math.round(number < 1e11 ? number * 1000 : number)
  // A time without an offset could mean any zone. Many write a space instead of the T.
  if (typeof sent !== 'string' || !/^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d:?\d\d)$/i.test(sent)) return null
  if (!isDay(sent.slice(0, 10))) return null
  const parsed = Date.parse(sent)
  return Number.isNaN(parsed) ? null : parsed
}

/** True for a temperature with which a sensor's maker says that there is no probe. */
export const saysNoProbe = (value: number, type: MeasuredType): boolean =>
  type.pq === 'temp_deg_c' && NO_PROBE.has(value)

/** Tells whether a text says that nothing was measured. */
export const isMissing = (text: string): boolean => text.length <= LONGEST_TEXT && MISSING.has(text.toLowerCase())

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
/** The number a text is, with nothing but spaces around it; NaN for any other text. */
export const numberInText = (sent: string): number => {
  if (sent.length > LONGEST_TEXT) return Number.NaN
  const text = sent.trim()
  return NUMBER.test(text) ? Number(text) : Number.NaN
}

/** A finite number, null for missing, NaN for anything that is no number. */
export const toNumber = (sent: unknown): number | null => {
  if (sent === null || sent === undefined) return null
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : Number.NaN
  if (typeof sent !== 'string' || sent.length > LONGEST_TEXT) return Number.NaN
  return isMissing(sent.trim()) ? null : numberInText(sent)
}

/** `{"value": …, "unit": "…"}`: a value that carries its unit. */
const isWithUnit = (sent: unknown): sent is { value: unknown; unit: string } =>
  typeof sent === 'object' && sent !== null && 'unit' in sent && typeof sent.unit === 'string'

const NUMBER_AND_UNIT = /^([+-]?[\d.]+(?:e[+-]?\d+)?)\s{0,3}([^\d\s.](?:[^\d]{0,13}[^\s.])?)$/i

/**
 * Value that was sent, and the unit it carries: in a field of its own, or behind the number ("-59 dBm") where it is one
 * of the measurement's.
 */
export const valueAndUnitOf = (sent: unknown, type: MeasuredType): { value: unknown; unit: string | null } => {
  if (isWithUnit(sent)) return { value: sent.value, unit: sent.unit }
  if (typeof sent !== 'string' || sent.length > LONGEST_TEXT) return { value: sent, unit: null }
  const [, number, unit] = NUMBER_AND_UNIT.exec(sent.trim()) ?? []
  return number && unit && convertUnit(0, unit, type.unit, type.abbreviation) !== null
    ? { value: number, unit }
    : { value: sent, unit: null }
}

/** `number` in `unit`, as the measurement is kept; or why it is refused. `unit` null: the one it is kept in. */
export const checkValue = (number: number, unit: string | null, type: MeasuredType): number | ReadingCode => {
  if (!Number.isFinite(number)) return 'not_a_number'
  const value = unit === null ? number : convertUnit(number, unit, type.unit, type.abbreviation)
  if (value === null) return 'unknown_unit'
  const inRange =
    (type.min_value === null || value >= type.min_value) && (type.max_value === null || value <= type.max_value)
  return inRange ? value : 'out_of_range'
}

/** The value in the unit it is kept in, null when it says that nothing was measured, or why it is refused. */
export const readValue = (sent: unknown, type: MeasuredType | null): number | null | ReadingCode => {
  if (!type) return 'unknown_measurement'
  const { value, unit } = valueAndUnitOf(sent, type)
  const number = toNumber(value)
  if (number === null || saysNoProbe(number, type)) return null
  return checkValue(number, unit, type)
}
