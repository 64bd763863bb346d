import type { RejectionCode } from '#shared/contract/measurements/measurements.ts'
import { readTime, readValue } from '#shared/rules/ingest/sent-value.ts'
import { type ReportedState, readReportedState } from '../devices/settings/state.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'

/** Value of a message, checked and in the unit it is kept in. */
export interface CheckedValue {
  key: string
  /** Epoch ms. */
  time: number
  value: number
  /** Path where a mapping found it in the message; undefined where its name is its place. */
  path?: string
  /** Index of its message among those that came together. */
  index?: number
}

export interface Rejection {
  index: number
  field: string
  code: RejectionCode
  path?: string
  /** Value as it was sent, shortened, for the device's page. */
  sent: string
}

/** State that a message told of its device, at epoch ms. */
export interface ToldState {
  time: number
  state: ReportedState
}

export interface ReadMessages {
  readings: CheckedValue[]
  rejections: Rejection[]
  states: ToldState[]
}

export const nothingRead = (): ReadMessages => ({ readings: [], rejections: [], states: [] })

/** Fields of a message; no device sends as many. */
const MAX_FIELDS = 2000

/** Reads messages one by one: one bad value never sinks the others. `now` is the time of arrival, epoch ms. A step a message. */
export function* readMessages(messages: unknown[], now: number): Generator<undefined, ReadMessages> {
  const read = nothingRead()
  for (const [index, message] of messages.entries()) {
    readMessage(message, index, now, read)
    yield
  }
  return read
}

/** Reads one message into what was read until now. */
export const readMessage = (message: unknown, index: number, now: number, read: ReadMessages): void => {
  const reject = (field: string, code: RejectionCode, sent: unknown) =>
    read.rejections.push({ index, field, code, sent: shortened(sent) })
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    reject('', 'unreadable_message', message)
    return
  }
  if (hasMoreFields(message, MAX_FIELDS)) {
    reject('', 'too_large', '{…}')
    return
  }
  const { time: sentTime, state: sentState, ...values }: Record<string, unknown> = { ...message }
  const time = readTime(sentTime, now)
  if (typeof time === 'string') {
    reject('time', time, sentTime)
    return
  }
  let found = sentState !== undefined && sentState !== null && readStateOf(sentState, index, time, now, read)
  for (const [field, sent] of Object.entries(values)) {
    const value = readValue(sent, measurementTypeOf(field))
    if (value === null) continue
    found = true
    if (typeof value === 'string') reject(field, value, sent)
    else read.readings.push({ key: field, time, value, index })
  }
  if (!found) reject('', 'no_values', values)
}

const hasMoreFields = (message: object, most: number): boolean => {
  let count = 0
  for (const _ in message) if (++count > most) return true
  return false
}

/** True when the message told something of its device, or tried to: then it need not hold a value. */
const readStateOf = (sent: unknown, index: number, time: number, now: number, read: ReadMessages): boolean => {
  const { state, bad } = readReportedState(sent)
  for (const { field, code, sent: value } of bad) read.rejections.push({ index, field, code, sent: shortened(value) })
  // A clock that runs ahead must not make what comes after it look old.
  if (state) read.states.push({ time: Math.min(time, now), state })
  return state !== null || bad.length > 0
}

/** Text of what was sent, short enough to be shown. */
export const shortened = (sent: unknown): string => {
  try {
    return String(JSON.stringify(sent)).slice(0, 100)
  } catch {
    // Nested deeper than can be printed.
    return Array.isArray(sent) ? '[…]' : '{…}'
  }
}
