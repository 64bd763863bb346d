import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { asTasmotaMeans } from '#shared/rules/ingest/tasmota-meaning.ts'
import { wordsIn } from '../../../kit/language.ts'
import { inTurns } from '../../../kit/limits/turns.ts'
import { readForeign, readForeignAlone, readMappedMessages } from '../../mapping/read.ts'
import { isUnstorable } from '../../not-stored.ts'
import { type IngestServices, storeRead } from '../../take-messages.ts'
import { refuse, type Taking, untilTaken } from '../take.ts'
import { type Foreign, presetOf, sensorsIn } from './foreign.ts'

const t = wordsIn('en')
/** Firmware says much that is no climate: that a lamp is on, how long it runs. */
const NOT_FOR_US = new Set(['path_not_there', 'no_values', 'unknown_measurement', 'unreadable_message'])

/** Reads what the message means by the names in use, else by the mapping there is for this firmware: Tasmota names the sensor chip before its values. */
const readUnmapped = ({ source, message: sent }: Pick<Foreign, 'source' | 'message'>, now: number) => {
  const message = source === 'tasmota' ? asTasmotaMeans(sent) : sent
  const named = source === 'esphome' ? readForeignAlone(message, now) : readForeign(message, now)
  const preset = named.readings.length > 0 ? undefined : PRESETS.find(({ id }) => id === presetOf({ source, message }))
  return preset ? inTurns(readMappedMessages(preset.mapping, message, now)) : named
}

/**
 * Stores a message of foreign firmware, read by the device's mapping, else by what is known of that firmware. Returns how many values
 * were taken. `topic`: where the device itself said it, if that is to be told when nothing of its sensors can be read.
 */
export const storeForeign = async (
  ingestServices: IngestServices,
  deviceId: number,
  said: Pick<Foreign, 'source' | 'message'>,
  now: number,
  topic?: string,
): Promise<number> => {
  const mapping = await ingestServices.mappings.of(deviceId)
  const read = mapping ? await inTurns(readMappedMessages(mapping, said.message, now)) : await readUnmapped(said, now)
  const refused = read.readings.length > 0 ? read.rejections : read.rejections.filter(one => !NOT_FOR_US.has(one.code))
  const field = mapping || read.readings.length + refused.length > 0 || topic === undefined ? null : sensorsIn(said)
  const unread = {
    index: 0,
    code: field ? ('unknown_measurement' as const) : ('no_values' as const),
    sent: topic ?? '',
  }
  const rejections = field === null ? refused : [{ ...unread, field }]
  const { answer } = await storeRead(ingestServices, deviceId, { ...read, rejections }, { t })
  ingestServices.arrivals.called(deviceId)
  ingestServices.raw.note(deviceId, 'mqtt', said.message, read)
  return answer.accepted
}

/** Takes what a foreign topic said of the device that is bound to it, or that said it itself at `topic`. Resolves once it is durable. */
export const takeForeign = async (
  { services, ingestServices, ending }: Taking,
  deviceId: number,
  said: Foreign,
  topic?: string,
): Promise<void> => {
  if (said.online !== undefined) {
    ingestServices.arrivals.connection(deviceId, said.online)
    return
  }
  const now = services.now()
  try {
    await untilTaken(() => storeForeign(ingestServices, deviceId, said, now, topic), ending)
  } catch (error) {
    if (!isUnstorable(error)) throw error
    refuse(ingestServices, deviceId, 'not_storable', said.topic)
  }
}
