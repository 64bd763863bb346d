import { readNamed } from '../../../shared/rules/field-names.ts'
import type { Mapping } from '../../../shared/rules/mapping.ts'
import { readTime } from '../../../shared/rules/sent-value.ts'
import { decoderOfId, decoderOfProfile } from './decoders.ts'
import type { Heard } from './heard.ts'

/** A message for the JSON door's own reader, and whether the payload said something to somebody. */
export interface HeardMessage {
  message: Record<string, unknown>
  understood: boolean
  /** What a mapping reads: what the decoder read in its maker's words and ours, and what the network server decoded. */
  object: Record<string, unknown>
}

/**
 * What an uplink or a status says in our words: read by the chosen decoder, else by the one its profile names, else from the
 * fields the network server decoded, those that the mapping does not name. A signal and a battery of the network server come along.
 */
export const messageOf = (heard: Heard, chosen: string | null, mapping: Mapping | null = null): HeardMessage => {
  const decoder = (chosen === null ? undefined : decoderOfId(chosen)) ?? decoderOfProfile(heard.profile ?? '')
  const bytes = heard.bytes === null ? null : Buffer.from(heard.bytes, 'base64')
  const decoded = decoder && bytes ? decoder.decode(bytes, heard.fPort ?? 1) : null
  const values =
    decoded && Object.keys(decoded.values).length > 0 ? decoded.values : namedIn(without(heard.fields, mapping))
  const silent = bytes === null || bytes.length === 0
  return {
    message: withoutNothing({
      time: heard.time,
      battery: heard.battery,
      rssi: heard.rssi,
      snr: heard.snr,
      ...values,
    }),
    understood: silent || decoded !== null || Object.keys(heard.fields).length > 0,
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

const withoutNothing = (message: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null && value !== undefined))

/** With the time of arrival where the network server says none that can be read: it has just been heard. */
export const timed = (heard: Heard, now: number): Heard => ({
  ...heard,
  time:
    heard.time === null || readTime(heard.time, now) === 'unreadable_time' ? new Date(now).toISOString() : heard.time,
})

export const holdsValues = (message: Record<string, unknown>): boolean =>
  Object.keys(message).some(key => key !== 'time')
