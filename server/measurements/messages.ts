import type { RejectionCode } from '../../shared/contract/measurements.ts'
import { convertUnit } from '../../shared/rules/unit.ts'
import { type DeviceState, readState } from '../devices/state.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'

/** One value of a message, checked and in the unit it is kept in. */
export interface Reading {
  key: string
  /** Epoch ms. */
  time: number
  value: number
}

export interface Rejection {
  index: number
  field: string
  code: RejectionCode
  /** What was sent, shortened, for the device's page. */
  sent: string
}

/** What a message told of its device, at epoch ms. */
export interface ToldState {
  time: number
  state: DeviceState
}

export interface ReadMessages {
  readings: Reading[]
  rejections: Rejection[]
  states: ToldState[]
}

const EARLIEST = Date.UTC(2000, 0, 1)
const AHEAD = 10 * 60_000
/** Words and numbers with which sensors say that nothing was measured. */
const MISSING = new Set(['', 'nan', 'null', 'none', 'nosensor', 'no sensor', 'n/a', 'unavailable', 'unknown'])
const NO_PROBE = new Set([327.67, -327.68])

/** Reads messages one by one: one bad value never sinks the others. `now` is the time of arrival, epoch ms. */
export const readMessages = (messages: unknown[], now: number): ReadMessages => {
  const read: ReadMessages = { readings: [], rejections: [], states: [] }
  messages.forEach((message, index) => {
    readMessage(message, index, now, read)
  })
  return read
}

const readMessage = (message: unknown, index: number, now: number, read: ReadMessages): void => {
  const reject = (field: string, code: RejectionCode, sent: unknown) =>
    read.rejections.push({ index, field, code, sent: shortened(sent) })
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    reject('', 'unreadable_message', message)
    return
  }
  const { time: sentTime, state: sentState, ...values } = message as Record<string, unknown>
  const time = readTime(sentTime, now)
  if (typeof time === 'string') {
    reject('time', time, sentTime)
    return
  }
  let found = sentState !== undefined && sentState !== null && readStateOf(sentState, index, time, now, read)
  for (const [field, sent] of Object.entries(values)) {
    const value = readValue(field, sent)
    if (value === null) continue
    found = true
    if (typeof value === 'string') reject(field, value, sent)
    else read.readings.push({ key: field, time, value })
  }
  if (!found) reject('', 'no_values', values)
}

/** True when the message told something of its device, or tried to: then it need not hold a value. */
const readStateOf = (sent: unknown, index: number, time: number, now: number, read: ReadMessages): boolean => {
  const { state, bad } = readState(sent)
  for (const { field, code, sent: value } of bad) read.rejections.push({ index, field, code, sent: shortened(value) })
  // A clock that runs ahead must not make what comes after it look old.
  if (state) read.states.push({ time: Math.min(time, now), state })
  return state !== null || bad.length > 0
}

const shortened = (sent: unknown): string => {
  try {
    return String(JSON.stringify(sent)).slice(0, 100)
  } catch {
    // Nested deeper than can be printed.
    return Array.isArray(sent) ? '[…]' : '{…}'
  }
}

/** Epoch ms, or why the time cannot be taken. Below 1e11 a number is seconds, else milliseconds. */
export const readTime = (sent: unknown, now: number): number | RejectionCode => {
  const time = sent === undefined || sent === null ? now : toEpoch(sent)
  if (time === null) return 'unreadable_time'
  if (time < EARLIEST) return 'too_old'
  if (time > now + AHEAD) return 'in_future'
  return time
}

const toEpoch = (sent: unknown): number | null => {
  const number = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  if (typeof number === 'number' && Number.isFinite(number)) return Math.round(number < 1e11 ? number * 1000 : number)
  // A time without an offset could mean any zone. Many write a space instead of the T.
  if (typeof sent !== 'string' || !/^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d:?\d\d)$/i.test(sent)) return null
  const parsed = Date.parse(sent)
  return Number.isNaN(parsed) ? null : parsed
}

/** The value of a measurement in its unit, null when it says that nothing was measured, or why it is refused. */
export const readValue = (field: string, sent: unknown): number | null | RejectionCode => {
  const type = measurementTypeOf(field)
  if (!type) return 'unknown_measurement'
  const number = toNumber(isWithUnit(sent) ? sent.value : sent)
  if (number === null || (type.pq === 'temp_deg_c' && NO_PROBE.has(number))) return null
  if (Number.isNaN(number)) return 'not_a_number'
  const value = isWithUnit(sent) ? convertUnit(number, sent.unit, type.unit, field) : number
  if (value === null) return 'unknown_unit'
  const inRange =
    (type.min_value === null || value >= type.min_value) && (type.max_value === null || value <= type.max_value)
  return inRange ? value : 'out_of_range'
}

const isWithUnit = (sent: unknown): sent is { value: unknown; unit: string } =>
  typeof sent === 'object' && sent !== null && typeof (sent as { unit?: unknown }).unit === 'string'

/** Whether a text says that nothing was measured. */
export const isMissing = (text: string): boolean => MISSING.has(text.toLowerCase())

/** A finite number, null for missing, NaN for anything that is no number. */
const toNumber = (sent: unknown): number | null => {
  if (sent === null || sent === undefined) return null
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : Number.NaN
  if (typeof sent !== 'string') return Number.NaN
  const text = sent.trim()
  if (isMissing(text)) return null
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}
