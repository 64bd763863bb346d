import type { RawTransport } from '#shared/contract/measurements/mappings.ts'
import type { IngestAnswer } from '#shared/contract/measurements/measurements.ts'
import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import type { OwnedSince } from '../custody/since.ts'
import type { DesiredSettingsOf } from '../devices/settings/desired-settings.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import { inTurns } from '../kit/limits/turns.ts'
import type { Services } from '../kit/services.ts'
import { inSpan } from '../kit/telemetry/tracing.ts'
import type { MeasurementRow } from '../series/measurement-rows.ts'
import type { KeptSince } from '../series/summaries/horizon.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { Arrivals } from './arrivals.ts'
import { isOfType, readKnownBody, SENML } from './bodies/bodies.ts'
import type { Ingest } from './ingest.ts'
import type { Codecs } from './lorawan/codecs/codecs.ts'
import type { Mappings } from './mapping/mappings.ts'
import type { RawMessages } from './mapping/raw.ts'
import { readMappedMessages } from './mapping/read.ts'
import { type CheckedValue, type ReadMessages, type Rejection, readMessages } from './messages.ts'
import { isUnstorable } from './not-stored.ts'

/** Upper bound, above what 5 MB of real messages can hold: a body of more is rubbish that would keep others waiting. */
const MAX_MESSAGES = 700_000
/** A mapping costs more. */
const MAX_MAPPED = 50_000

/** Every refusal is counted on the device's page; so many are answered one by one. */
const MAX_ANSWERED = 1000
/** Readings and refusals that are worked on in one turn. */
const BATCH_SIZE = 5000

export interface IngestServices {
  ingest: Ingest
  arrivals: Arrivals
  desiredSettings: DesiredSettingsOf
  mappings: Mappings
  codecs: Codecs
  raw: RawMessages
  ownedSince: OwnedSince
  keptSince: KeptSince
}
export interface MessageContext {
  now: number
  t: Words
}

/** Body that came in, as it came and as messages. */
export interface ReceivedBody {
  transport: RawTransport
  body: unknown
  messages: unknown[]
  /** Content type at the JSON endpoint, where some bodies say by it what they are. */
  contentType?: string | undefined
}

/** The one function behind every transport a device calls itself: reads, stores durably, then answers; a failure when nothing was accepted. */
export const takeMessages = async (
  ingestServices: IngestServices,
  deviceId: number,
  sent: ReceivedBody,
  context: MessageContext,
): Promise<IngestAnswer> => {
  const mapping = await ingestServices.mappings.of(deviceId)
  const read = await inTurns(readSent(sent, mapping, context.now))
  const { answer, told } = await storeRead(ingestServices, deviceId, read, context)
  // Kept as a mapping reads it: what its paths lead through.
  ingestServices.raw.note(
    deviceId,
    sent.transport,
    mapping && sent.transport === 'line_protocol' ? sent.messages : sent.body,
    read,
  )
  if (answer.accepted === 0 && !told) throw new Failure('nothing_accepted', { fields: byField(answer.rejected) })
  return answer
}

/** Reads a body by the device's mapping; else as a body that says what it is; else by our own words. */
function* readSent(
  { transport, body, messages, contentType }: ReceivedBody,
  mapping: Mapping | null,
  now: number,
): Generator<undefined, ReadMessages> {
  if (messages.length > MAX_MESSAGES) throw new Failure('too_large')
  const isPack = isOfType(contentType, SENML)
  const isJson = transport !== 'line_protocol'
  if (mapping && !isPack) {
    if (messages.length > MAX_MAPPED) throw new Failure('too_large')
    return yield* readMappedMessages(mapping, isJson ? body : messages, now)
  }
  return (isJson ? yield* readKnownBody(body, contentType, now) : null) ?? (yield* readMessages(messages, now))
}

/** Stores what was read durably, then answers; `told` when the messages said something of their device. */
export const storeRead = (
  ingestServices: IngestServices,
  deviceId: number,
  read: ReadMessages,
  context: Pick<MessageContext, 't'>,
): Promise<StoredMessages> => {
  const attributes = { 'barnometer.readings': read.readings.length, 'barnometer.refused': read.rejections.length }
  return inSpan({ name: 'take messages', kind: 'consumer', attributes }, () =>
    storeOwn(ingestServices, deviceId, read, context),
  )
}

interface StoredMessages {
  answer: IngestAnswer
  told: boolean
}

const storeOwn = async (
  { ingest, arrivals, desiredSettings, ownedSince, keptSince }: IngestServices,
  deviceId: number,
  read: ReadMessages,
  { t }: Pick<MessageContext, 't'>,
): Promise<StoredMessages> => {
  const own = takenIn(read, await ownedSince(deviceId), 'before_owner')
  const { readings, rejections, states } = takenIn(own, await keptSince(own.readings), 'not_kept')
  if (readings.length > 0) {
    await ingest.store(await inTurns(rowsOf(deviceId, readings)))
    arrivals.stored(deviceId, readings)
  }
  // Counted last: a sender told to come again brings the refused values again.
  await inTurns(countRefused(arrivals, deviceId, rejections))
  const told = states.length > 0 ? arrivals.told(deviceId, states) : null
  const rejected = rejections.slice(0, MAX_ANSWERED).map(one => ({
    index: one.index,
    field: one.field,
    code: one.code,
    message: rejectionSentence(one, t),
  }))
  const answer = { accepted: readings.length, rejected, ...(told && (await desiredSettings(deviceId, told))) }
  return { answer, told: told !== null }
}

/**
 * Refuses what lies before some time, saying why. Before the device's owner nobody writes into what it measured for a former one,
 * with whatever key; of a time whose hours alone are kept nothing is made any more.
 */
const takenIn = (read: ReadMessages, since: number, code: 'before_owner' | 'not_kept'): ReadMessages => {
  if (read.readings.every(({ time }) => time >= since) && read.states.every(({ time }) => time >= since)) return read
  const late = read.readings.filter(({ time }) => time < since)
  const refused = late.map(
    ({ key, time, path, index = 0 }): Rejection => ({
      index,
      field: key,
      code,
      sent: new Date(time).toISOString(),
      ...(path === undefined ? {} : { path }),
    }),
  )
  return {
    readings: read.readings.filter(({ time }) => time >= since),
    rejections: [...read.rejections, ...refused],
    states: read.states.filter(({ time }) => time >= since),
  }
}

function* rowsOf(deviceId: number, readings: readonly CheckedValue[]): Generator<undefined, MeasurementRow[]> {
  const rows: MeasurementRow[] = []
  for (const { key, time, value } of readings) {
    rows.push([deviceId, key, time, value])
    if (rows.length % BATCH_SIZE === 0) yield
  }
  return rows
}

function* countRefused(
  arrivals: Arrivals,
  deviceId: number,
  rejections: readonly Rejection[],
): Generator<undefined, void> {
  for (let at = 0; at < rejections.length; at += BATCH_SIZE) {
    arrivals.refused(deviceId, rejections.slice(at, at + BATCH_SIZE))
    yield
  }
}

export const rejectionSentence = ({ field, code }: Pick<Rejection, 'field' | 'code'>, t: Words): string => {
  const type = measurementTypeOf(field)
  return t(`rejections.${code}`, {
    field: field.slice(0, 100),
    unit: type?.unit ?? '',
    min: type?.min_value ?? '−∞',
    max: type?.max_value ?? '∞',
  })
}

/** Counts on the device's page a message that a store refuses while it takes others; its sender is told to come again all the same. */
export const countUnstorable = async <Result>(
  { arrivals }: Pick<IngestServices, 'arrivals'>,
  deviceId: number,
  work: Promise<Result>,
): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (isUnstorable(error)) arrivals.refused(deviceId, [{ index: 0, field: '', code: 'not_storable', sent: '' }])
    throw error
  }
}

/**
 * Number of values that were taken of what was kept for a device that has just been added, from the work that stores them. The device
 * stands already: where the stores take nothing now, none was taken, and a refusal would let the device be added once more.
 */
export const takenWithAdding = async (
  { log }: Pick<Services, 'log'>,
  deviceId: number,
  work: Promise<number>,
): Promise<number> => {
  try {
    return await work
  } catch (error) {
    log.warn({ err: error, device: deviceId }, 'a device was added without what had been heard of it, for now')
    return 0
  }
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
