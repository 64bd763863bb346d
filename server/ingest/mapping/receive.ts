import type { RawDoor } from '#shared/contract/measurements/mappings.ts'
import type { IngestAnswer } from '#shared/contract/measurements/measurements.ts'
import { inTurns } from '../../kit/limits/turns.ts'
import { type Doors, type MessageContext, storeRead } from '../doors.ts'
import { readForeign, readMappedMessages } from './read.ts'

/**
 * Takes a message of a foreign shape: an object, an array, a plain number or its text. Read by the device's mapping, else by the
 * names in use. Resolves when its values are durable, and notes the message for looking at; rejects with `busy` when they
 * could not be stored. Nothing accepted is no failure here.
 */
export const receiveMapped = async (
  doors: Doors,
  deviceId: number,
  message: unknown,
  context: MessageContext & { door: RawDoor },
): Promise<IngestAnswer> => {
  const mapping = await doors.mappings.of(deviceId)
  const read = mapping
    ? await inTurns(readMappedMessages(mapping, message, context.now))
    : readForeign(message, context.now)
  const { answer } = await storeRead(doors, deviceId, read, context)
  doors.raw.note(deviceId, context.door, message, read)
  return answer
}
