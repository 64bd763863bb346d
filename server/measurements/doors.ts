import type { RawDoor } from '../../shared/contract/mappings.ts'
import type { IngestAnswer } from '../../shared/contract/measurements.ts'
import type { Mapping } from '../../shared/rules/mapping.ts'
import type { WishesOf } from '../devices/wishes.ts'
import { Failure } from '../kit/failure.ts'
import { fill, type ServerTexts } from '../kit/language.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { Arrivals } from './arrivals.ts'
import { isOfType, readKnownBody, SENML } from './bodies/bodies.ts'
import type { Ingest } from './ingest.ts'
import type { Mappings } from './mapping/mappings.ts'
import type { RawMessages } from './mapping/raw.ts'
import { readMappedMessages } from './mapping/read.ts'
import { type ReadMessages, type Rejection, readMessages } from './messages.ts'
import type { MeasurementRow } from './store.ts'

/** More than 5 MB of real messages can be; a body of more is rubbish that would keep everybody else waiting. */
const MOST_MESSAGES = 700_000
/** A mapping costs more. */
const MOST_MAPPED = 50_000

/** Every refusal is counted on the device's page; so many are answered one by one. */
const MOST_ANSWERED = 1000

export interface Doors {
  ingest: Ingest
  arrivals: Arrivals
  wishes: WishesOf
  mappings: Mappings
  raw: RawMessages
}
export interface Asked {
  now: number
  texts: ServerTexts
}

/** What came in, as it came and as messages. */
export interface Sent {
  door: RawDoor
  body: unknown
  messages: unknown[]
  /** Of the JSON door, where some bodies say by it what they are. */
  contentType?: string | undefined
}

/** The one function behind every door a device calls itself: reads, stores durably, then answers; a failure when nothing was accepted. */
export const takeMessages = async (doors: Doors, deviceId: number, sent: Sent, asked: Asked): Promise<IngestAnswer> => {
  const mapping = await doors.mappings.of(deviceId)
  const read = readSent(sent, mapping, asked.now)
  const { answer, told } = await storeRead(doors, deviceId, read, asked)
  // With a mapping as it is read: what its paths lead through.
  doors.raw.note(deviceId, sent.door, mapping && sent.door === 'line_protocol' ? sent.messages : sent.body, read)
  if (answer.accepted === 0 && !told) throw new Failure('nothing_accepted', { fields: byField(answer.rejected) })
  return answer
}

/** By the device's mapping; else as a body that says what it is; else by our own words. */
const readSent = ({ door, body, messages, contentType }: Sent, mapping: Mapping | null, now: number): ReadMessages => {
  if (messages.length > MOST_MESSAGES) throw new Failure('too_large')
  const isPack = isOfType(contentType, SENML)
  if (mapping && !isPack) {
    if (messages.length > MOST_MAPPED) throw new Failure('too_large')
    return readMappedMessages(mapping, door === 'json' ? body : messages, now)
  }
  return (door === 'json' ? readKnownBody(body, contentType, now) : null) ?? readMessages(messages, now)
}

/** Stores what was read durably, then answers; `told` when the messages said something of their device. */
export const storeRead = async (
  { ingest, arrivals, wishes }: Doors,
  deviceId: number,
  { readings, rejections, states }: ReadMessages,
  { texts }: Pick<Asked, 'texts'>,
): Promise<{ answer: IngestAnswer; told: boolean }> => {
  if (readings.length > 0) {
    await ingest.store(readings.map((one): MeasurementRow => [deviceId, one.key, one.time, one.value]))
    arrivals.stored(deviceId, readings)
  }
  // Counted last: a sender told to come again brings the refused values again.
  arrivals.refused(deviceId, rejections)
  const told = states.length > 0 ? arrivals.told(deviceId, states) : null
  const rejected = rejections.slice(0, MOST_ANSWERED).map(one => ({
    index: one.index,
    field: one.field,
    code: one.code,
    message: sentenceOf(one, texts),
  }))
  const answer = { accepted: readings.length, rejected, ...(told && (await wishes(deviceId, told))) }
  return { answer, told: told !== null }
}

export const sentenceOf = ({ field, code }: Pick<Rejection, 'field' | 'code'>, texts: ServerTexts): string => {
  const type = measurementTypeOf(field)
  return fill(texts.rejections[code], {
    field: field.slice(0, 100),
    unit: type?.unit ?? '',
    min: type?.min_value ?? '−∞',
    max: type?.max_value ?? '∞',
  })
}

const byField = (rejected: IngestAnswer['rejected']): Record<string, string[]> => {
  const fields = new Map<string, string[]>()
  for (const { field, message } of rejected.slice(0, 100)) {
    const sentences = fields.get(field) ?? []
    if (!sentences.includes(message)) fields.set(field, [...sentences, message])
  }
  // A device chooses these names, `constructor` among them: entries, not properties.
  return Object.fromEntries(fields)
}
