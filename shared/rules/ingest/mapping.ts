import type { RejectionCode } from '../../contract/measurements/measurements.ts'
import { NOT_THERE, parsePath, valueAt } from './message-path.ts'
import { checkValue, type MeasuredType, readTime, saysNoProbe, toNumber, valueAndUnitOf } from './sent-value.ts'
import { forRow } from './tasmota-meaning.ts'

/** Row that reads a value of a message as one of our measurements: value = raw × scale + offset, in `unit`. */
export interface MappingRow {
  path: string
  /** Key of the measurement; null: left out on purpose. */
  abbreviation: string | null
  /** Unit of the value; null: the unit the measurement is kept in, or the one the message says. */
  unit: string | null
  scale: number
  offset: number
  /** A raw value beyond these says that the probe is broken: missing. Null: no such end. */
  raw_min: number | null
  raw_max: number | null
}

export interface Mapping {
  rows: MappingRow[]
  /** Path of the time; null: the time of arrival, or the message's `time`. */
  time_path: string | null
}

/** Outcome of one row of a mapping. */
export type RowOutcome =
  | { kind: 'accepted'; sent: unknown; value: number }
  | { kind: 'refused'; sent: unknown; code: RejectionCode }
  /** The message says that nothing was measured. */
  | { kind: 'missing'; sent: unknown }
  | { kind: 'not_there' }
  | { kind: 'left_out'; sent: unknown }
  /** Another row gave this measurement already. */
  | { kind: 'taken'; sent: unknown; by: number }

export interface Mapped {
  /** Time in epoch ms, why it cannot be taken, or null where the mapping says none or the message has none. */
  time: number | RejectionCode | null
  /** Value that stood where the time was looked for; undefined where nothing did. */
  sentTime: unknown
  /** Outcomes in the order of the rows. */
  outcomes: RowOutcome[]
}

/**
 * Applies a mapping to a message of any shape. Never throws, and gives no value that is not in the message: what cannot
 * be read as a number is refused, what says "nothing measured" is missing. A unit is converted, then the physical range
 * holds (specification §5). Of rows with one measurement the first that gives a value counts. `now`: epoch ms.
 */
export const applyMapping = (
  mapping: Mapping,
  message: unknown,
  now: number,
  typeOf: (abbreviation: string) => MeasuredType | null,
): Mapped => {
  const taken = new Map<string, number>()
  const messageFor = forRow(message)
  const outcomes = mapping.rows.map((row, index): RowOutcome => {
    const sent = sentAt(messageFor(row), row.path)
    if (sent === NOT_THERE) return { kind: 'not_there' }
    if (row.abbreviation === null) return { kind: 'left_out', sent }
    const by = taken.get(row.abbreviation)
    if (by !== undefined) return { kind: 'taken', sent, by }
    const value = mappedValue(row, sent, typeOf(row.abbreviation))
    if (value === null) return { kind: 'missing', sent }
    if (typeof value === 'string') return { kind: 'refused', sent, code: value }
    taken.set(row.abbreviation, index)
    return { kind: 'accepted', sent, value }
  })
  const sentTime = mapping.time_path === null ? NOT_THERE : sentAt(message, mapping.time_path)
  const noTime = sentTime === NOT_THERE || sentTime === undefined || sentTime === null || sentTime === ''
  return {
    time: noTime ? null : readTime(sentTime, now),
    sentTime: sentTime === NOT_THERE ? undefined : sentTime,
    outcomes,
  }
}

/** The messages of a body: an array holds many, unless a path of the mapping begins in it. */
export const messagesIn = ({ rows }: Mapping, body: unknown): unknown[] =>
  Array.isArray(body) && !rows.some(({ path }) => /^\s*\$?\[[^"]/.test(path)) ? body : [body]

const sentAt = (message: unknown, path: string): unknown => {
  const steps = parsePath(path)
  return steps === null ? NOT_THERE : valueAt(message, steps)
}

const mappedValue = (row: MappingRow, sent: unknown, type: MeasuredType | null): number | null | RejectionCode => {
  if (!type) return 'unknown_measurement'
  const { value, unit } = valueAndUnitOf(sent, type)
  const raw = toNumber(value)
  if (raw === null || saysNoProbe(raw, type)) return null
  if ((row.raw_min !== null && raw < row.raw_min) || (row.raw_max !== null && raw > row.raw_max)) return null
  const scaled = scaledBy(raw, row)
  if (saysNoProbe(scaled, type)) return null
  return checkValue(scaled, row.unit ?? unit, type)
}

/**
 * Digits that are kept: no sensor measures twelve, and more of them are the trace of the calculation (2153 × 0.01 is
 * not 21.53).
 */
const DIGITS = 12

const scaledBy = (raw: number, { scale, offset }: MappingRow): number =>
  scale === 1 && offset === 0 ? raw : Number((raw * scale + offset).toPrecision(DIGITS))

export interface MappingPoint {
  raw: number
  value: number
}

/** Scale and offset of the line through two points; null when there is none, or it would give one value for everything. */
export const lineThrough = (a: MappingPoint, b: MappingPoint): { scale: number; offset: number } | null => {
  const scale = (b.value - a.value) / (b.raw - a.raw)
  const offset = a.value - a.raw * scale
  if (!Number.isFinite(scale) || !Number.isFinite(offset) || scale === 0) return null
  return { scale: Number(scale.toPrecision(DIGITS)), offset: Number(offset.toPrecision(DIGITS)) }
}

/** Ends, in mA, beyond which a transmitter of 4–20 mA says that its probe or its wire is broken (NAMUR NE 43). */
export const BROKEN_LOOP = { raw_min: 3.6, raw_max: 21 } as const

/** A row that takes a value as it is. */
export const plainRow = (path: string, abbreviation: string | null, unit: string | null = null): MappingRow => ({
  path,
  abbreviation,
  unit,
  scale: 1,
  offset: 0,
  raw_min: null,
  raw_max: null,
})
