import { readNamed } from '#shared/rules/ingest/field-names.ts'
import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import { readTime } from '#shared/rules/ingest/sent-value.ts'
import type { Decoder } from './decoders/decoder.ts'
import { decoderOfId, decoderOfProfile } from './decoders/decoders.ts'
import type { Heard } from './heard.ts'

/** A message for the JSON endpoint's own reader, and what kept it from saying anything: nobody could read its bytes, or nobody knows its words. */
export interface HeardMessage {
  message: Record<string, unknown>
  refusal: 'unreadable_message' | 'no_values' | null
  /**
   * Fields a mapping reads: what the decoder read in its maker's words and ours, and what the network server decoded.
   */
  object: Record<string, unknown>
}

/** The chosen decoder, else the one the profile names. */
export const decoderFor = ({ profile }: Heard, chosen: string | null): Decoder | undefined =>
  (chosen === null ? undefined : decoderOfId(chosen)) ?? decoderOfProfile(profile ?? '')

/**
 * Reads an uplink or a status into our words: by the chosen decoder, else by the one its profile names, and what that
 * does not read from the fields the network server decoded, those that the mapping does not name. A signal and a
 * battery of the network server come along.
 */
export const heardMessageOf = (heard: Heard, chosen: string | null, mapping: Mapping | null = null): HeardMessage => {
  const decoder = decoderFor(heard, chosen)
  const bytes = heard.bytes === null ? null : Buffer.from(heard.bytes, 'base64')
  const decoded = decoder && bytes ? decoder.decode(bytes, heard.fPort ?? 1) : null
  const named = namedIn(without(heard.fields, mapping))
  const values = { ...(isOfAir(heard) ? named : asProbes(named)), ...decoded?.values }
  const silent = (bytes === null || bytes.length === 0) && Object.keys(heard.fields).length === 0
  const known = silent || decoded !== null || Object.keys(values).length > 0
  return {
    message: withoutNothing({
      time: heard.time,
      battery: heard.battery,
      rssi: heard.rssi,
      snr: heard.snr,
      ...values,
    }),
    refusal: known ? null : Object.keys(heard.fields).length > 0 ? 'no_values' : 'unreadable_message',
    // Messages that were kept before somebody added the device may hold the fields alone.
    object: { ...decoded?.other, ...decoded?.values, ...(heard.object ?? heard.fields) },
  }
}

const without = (fields: Heard['fields'], mapping: Mapping | null): Heard['fields'] => {
  const named = new Set(mapping?.rows.map(row => row.path.trim()))
  return Object.fromEntries(Object.entries(fields).filter(([path]) => !named.has(path)))
}

const namedIn = (fields: Heard['fields']): Record<string, unknown> =>
  Object.fromEntries(readNamed(fields).map(({ key, value, unit }) => [key, unit === null ? value : { value, unit }]))

/** Words in the name of a model that measures no air. */
const NOT_AIR =
  /valve|vicki|\btrv|radiator|thermocouple|pt100|pt1000|ltc2|water|soil|pipe|liquid|tank|track|gps|lgt92|abeeway|fridge|freezer|food/i
const isOfAir = ({ profile }: Heard): boolean => !NOT_AIR.test(profile ?? '')

/** The temperature of something else than the room's air is a probe's. */
const asProbes = ({ t, ...others }: Record<string, unknown>): Record<string, unknown> =>
  t === undefined ? others : { t_0: t, ...others }

const withoutNothing = (message: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null && value !== undefined))

/** Puts in the time of arrival where the network server says none that can be read: the message has just been heard. */
export const timed = (heard: Heard, now: number): Heard => ({
  ...heard,
  time:
    heard.time === null || readTime(heard.time, now) === 'unreadable_time' ? new Date(now).toISOString() : heard.time,
})

export const holdsValues = (message: Record<string, unknown>): boolean =>
  Object.keys(message).some(key => key !== 'time')
