import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import { readMapped } from '../mapping/read.ts'
import { nothingRead, readMessage } from '../messages.ts'
import type { Heard } from './heard.ts'
import { heardMessageOf, holdsValues } from './message.ts'

/** Reads a message of a network server, by the device's mapping where it has one. `now` is epoch ms. */
export const readDecoded = (heard: Heard, decoder: string | null, mapping: Mapping | null, now: number) => {
  const { message, refusal, object } = heardMessageOf(heard, decoder, mapping)
  const read = nothingRead()
  if (mapping && Object.keys(object).length > 0)
    readMapped({ mapping, message: object, own: message, index: 0, now }, read)
  else if (holdsValues(message)) readMessage(message, 0, now, read)
  // A mapping says itself what it does not find.
  return { read, refusal: mapping && refusal === 'no_values' ? null : refusal, object }
}
