import type { RawTransport } from '#shared/contract/measurements/mappings.ts'
import type { IngestAnswer } from '#shared/contract/measurements/measurements.ts'
import { inTurns } from '../../kit/limits/turns.ts'
import { type IngestServices, type MessageContext, storeRead } from '../take-messages.ts'
import { readForeign, readMappedMessages } from './read.ts'

/**
 * Takes a message of a foreign shape: an object, an array, a plain number or its text. Read by the device's mapping, else by the
 * names in use. Resolves when its values are durable, and notes the message for looking at; rejects with `busy` when they
 * could not be stored. Nothing accepted is no failure here.
 */
export const receiveMapped = async (
  ingestServices: IngestServices,
  deviceId: number,
  message: unknown,
  context: MessageContext & { transport: RawTransport },
): Promise<IngestAnswer> => {
  const mapping = await ingestServices.mappings.of(deviceId)
  const read = mapping
    ? await inTurns(readMappedMessages(mapping, message, context.now))
    : readForeign(message, context.now)
  const { answer } = await storeRead(ingestServices, deviceId, read, context)
  ingestServices.raw.note(deviceId, context.transport, message, read)
  return answer
}
