import type { RawMessage } from '#shared/contract/measurements/mappings.ts'
import { applyMapping, type Mapped, type Mapping, messagesIn, type RowOutcome } from '#shared/rules/ingest/mapping.ts'
import { locate, parsePath } from '#shared/rules/ingest/message-path.ts'
import { readValue } from '#shared/rules/ingest/sent-value.ts'
import type { TypesByAbbreviation } from '../../ui/data-display/formatted-value.ts'
import type { Link } from './message/wires.tsx'

/** Message that is tried: as it was read, or its text where that cannot be told. */
export interface Message {
  value: unknown
}

/** A text as the message of a test: JSON, else the text itself. Null when nothing stands there. */
export const messageOf = (text: string): (Message & { isJson: boolean }) | null => {
  if (text.trim() === '') return null
  try {
    return { value: JSON.parse(text), isJson: true }
  } catch {
    return { value: text, isJson: false }
  }
}

/** The first message of a body, and where it stands in it: of many, that one is tried. */
const firstIn = (mapping: Mapping, { value }: Message): { value: unknown; at: string[] } => {
  const messages = messagesIn(mapping, value)
  return messages === value ? { value: messages[0], at: ['0'] } : { value, at: [] }
}

/** Result of the mapping for the message, by the very function that reads it on arrival. */
export const tryMapping = (
  mapping: Mapping,
  message: Message | null,
  types: TypesByAbbreviation,
  now: number,
): Mapped | null =>
  message &&
  applyMapping(mapping, firstIn(mapping, message).value, now, abbreviation => types.get(abbreviation) ?? null)

/** A place in a message, to find it again. */
export const messagePathKeyOf = (names: readonly (string | number)[]): string => JSON.stringify(names.map(String))

/**
 * Links from each row to its place in the message. A row nobody has said the measurement of leads nowhere: nothing
 * becomes of it.
 */
export const linksOf = (mapping: Mapping, message: Message, mapped: Mapped): Link[] =>
  mapping.rows.flatMap(({ path, abbreviation }, row) => {
    const place = abbreviation === '' ? null : placeAt(path, firstIn(mapping, message))
    const kind = mapped.outcomes[row]?.kind
    return place !== null && kind ? [{ row, place, kind }] : []
  })

const placeAt = (path: string, { value, at }: ReturnType<typeof firstIn>): string | null => {
  const steps = parsePath(path)
  const located = steps && locate(value, steps)
  return located && messagePathKeyOf([...at, ...located.names])
}

/** Outcome of each place of the message that a row, or the time, leads to. */
export const outcomePlaces = (mapping: Mapping, message: Message, mapped: Mapped): Map<string, string> => {
  const places = new Map<string, string>(
    linksOf(mapping, message, mapped)
      .reverse()
      .map(({ place, kind }) => [place, kind]),
  )
  const time = mapping.time_path === null ? null : placeAt(mapping.time_path, firstIn(mapping, message))
  if (time !== null) places.set(time, typeof mapped.time === 'string' ? 'refused' : 'accepted')
  return places
}

/** Outcome of the fields that are in our own words and that no row names. */
export const ownPlaces = (mapping: Mapping, message: Message, types: TypesByAbbreviation): Map<string, string> => {
  const { value, at } = firstIn(mapping, message)
  const named = new Set(mapping.rows.map(({ path }) => path))
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return new Map(
    fields.flatMap(([name, sent]) => {
      const type = types.get(name)
      return type && !named.has(name) ? [[messagePathKeyOf([...at, name]), kindOf(readValue(sent, type))]] : []
    }),
  )
}

const kindOf = (read: ReturnType<typeof readValue>): RowOutcome['kind'] =>
  read === null ? 'missing' : typeof read === 'number' ? 'accepted' : 'refused'

/** Outcome of the places of a message that was read by our own words, when it came. */
export const placesThen = ({ became }: RawMessage): Map<string, string> =>
  new Map(became.map(one => [messagePathKeyOf([one.path]), one.code === null ? 'accepted' : 'refused']))
