import type { RejectionCode } from '#shared/contract/measurements/measurements.ts'
import { flatten, readNamed, readNamedAlone } from '#shared/rules/ingest/field-names.ts'
import { applyMapping, type Mapping, messagesIn } from '#shared/rules/ingest/mapping.ts'
import { readTime } from '#shared/rules/ingest/sent-value.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { nothingRead, type ReadMessages, readMessage, shortened } from '../messages.ts'

/** Reads what a device with a mapping sent, of whatever shape: one message, or an array of them. `now`: epoch ms. A step a message. */
export function* readMappedMessages(mapping: Mapping, sent: unknown, now: number): Generator<undefined, ReadMessages> {
  const read = nothingRead()
  for (const [index, message] of messagesIn(mapping, sent).entries()) {
    if (message === null) readMessage(message, index, now, read)
    else readMapped({ mapping, message, own: ownWords(mapping, message), index, now }, read)
    yield
  }
  return read
}

interface MappedMessage {
  mapping: Mapping
  message: unknown
  /** Fields that the message says in our own words, for what the mapping does not name. */
  own: Record<string, unknown>
  index: number
  now: number
}

/** Reads one message by the mapping, and what the mapping does not give as ever. */
export const readMapped = ({ mapping, message, own, index, now }: MappedMessage, read: ReadMessages): void => {
  const reject = (field: string, code: RejectionCode, sent: unknown, path?: string) =>
    read.rejections.push({ index, field, code, sent: shortened(sent), ...(path === undefined ? {} : { path }) })
  const mapped = applyMapping(mapping, message, now, measurementTypeOf)
  const time = mapped.time ?? timeOf(own.time, now)
  if (typeof time === 'string') {
    reject('time', time, mapped.sentTime ?? own.time)
    return
  }
  const rest = new Map(Object.entries({ ...own, time }))
  let found = false
  for (const [at, outcome] of mapped.outcomes.entries()) {
    const { abbreviation, path } = mapping.rows[at] ?? {}
    if (!abbreviation || (outcome.kind !== 'accepted' && outcome.kind !== 'refused')) continue
    found = true
    rest.delete(abbreviation)
    if (outcome.kind === 'refused') reject(abbreviation, outcome.code, outcome.sent, path)
    else read.readings.push({ key: abbreviation, time, value: outcome.value, ...(path ? { path } : {}) })
  }
  const other = nothingRead()
  readMessage(Object.fromEntries(rest), index, now, other)
  const refused = other.rejections.filter(one => one.code !== 'no_values')
  read.readings.push(...other.readings)
  read.rejections.push(...refused)
  read.states.push(...other.states)
  if (found || refused.length + other.readings.length + other.states.length > 0) return
  reject('', mapped.outcomes.some(one => one.kind !== 'not_there') ? 'no_values' : 'path_not_there', message)
}

/** Time of a message; in one of a foreign shape `time` may mean anything: what cannot be read as a time is none. */
const timeOf = (sent: unknown, now: number): number | RejectionCode => {
  const time = readTime(sent, now)
  return time === 'unreadable_time' ? now : time
}

/** Fields of a message that are in our own words and not named by the mapping. */
const ownWords = ({ rows }: Mapping, message: unknown): Record<string, unknown> => {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return {}
  const named = new Set(rows.map(row => row.path.trim()))
  const { time, state }: { time?: unknown; state?: unknown } = message
  const values = Object.entries(message).filter(([name]) => measurementTypeOf(name) !== null && !named.has(name))
  return {
    ...Object.fromEntries(values),
    ...(time === undefined || named.has('time') ? {} : { time }),
    // Others call a lamp that is on a state, too.
    ...(typeof state === 'object' && state !== null ? { state } : {}),
  }
}

/** Reads a message of a foreign shape from a device without a mapping: the fields whose names are in use. */
export const readForeign = (message: unknown, now: number): ReadMessages =>
  readByNames(message, readNamed(flatten(message)), now)

/** The same of a message that holds one of several values, each of which comes alone. */
export const readForeignAlone = (message: unknown, now: number): ReadMessages =>
  readByNames(message, readNamedAlone(flatten(message)), now)

const readByNames = (message: unknown, values: ReturnType<typeof readNamed>, now: number): ReadMessages => {
  const named = values.map(({ key, value, unit }) => [key, unit === null ? value : { value, unit }])
  const read = nothingRead()
  readMessage(named.length === 0 ? message : Object.fromEntries(named), 0, now, read)
  return read
}
