import type { IngestAnswer } from '../../shared/contract/measurements.ts'
import type { WishesOf } from '../devices/wishes.ts'
import { Failure } from '../kit/failure.ts'
import { fill, type ServerTexts } from '../kit/language.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { Arrivals } from './arrivals.ts'
import type { Ingest } from './ingest.ts'
import { type Rejection, readMessages } from './messages.ts'
import type { MeasurementRow } from './store.ts'

/** More than 5 MB of real messages can be; a body of more is rubbish that would keep everybody else waiting. */
const MOST_MESSAGES = 700_000

/** Every refusal is counted on the device's page; so many are answered one by one. */
const MOST_ANSWERED = 1000

export interface Doors {
  ingest: Ingest
  arrivals: Arrivals
  wishes: WishesOf
}
interface Asked {
  now: number
  texts: ServerTexts
}

/** The one function behind every door a device calls itself: as `storeMessages`, and a failure when nothing was accepted. */
export const takeMessages = async (
  doors: Doors,
  deviceId: number,
  messages: unknown[],
  asked: Asked,
): Promise<IngestAnswer> => {
  const { answer, told } = await storeMessages(doors, deviceId, messages, asked)
  if (answer.accepted === 0 && !told) throw new Failure('nothing_accepted', { fields: byField(answer.rejected) })
  return answer
}

/** Checks, stores durably, then answers; `told` when the messages said something of their device. */
export const storeMessages = async (
  { ingest, arrivals, wishes }: Doors,
  deviceId: number,
  messages: unknown[],
  { now, texts }: Asked,
): Promise<{ answer: IngestAnswer; told: boolean }> => {
  if (messages.length > MOST_MESSAGES) throw new Failure('too_large')
  const { readings, rejections, states } = readMessages(messages, now)
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

const sentenceOf = ({ field, code }: Rejection, texts: ServerTexts): string => {
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
