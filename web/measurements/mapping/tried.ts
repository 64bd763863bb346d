import type { RawMessage } from '../../../shared/contract/mappings.ts'
import type { MeasurementType } from '../../../shared/contract/taxonomy.ts'
import { applyMapping, type Mapped, type Mapping } from '../../../shared/rules/mapping.ts'
import { locate, parsePath } from '../../../shared/rules/message-path.ts'
import type { Link } from './wires.tsx'

/** What is tried: the message as it was read, or what it said where that cannot be told. */
export interface Message {
  value: unknown
}

export type Types = ReadonlyMap<string, MeasurementType>

/** A text as the message of a test: JSON, else the text itself. Null when nothing stands there. */
export const messageOf = (text: string): (Message & { isJson: boolean }) | null => {
  if (text.trim() === '') return null
  try {
    return { value: JSON.parse(text), isJson: true }
  } catch {
    return { value: text, isJson: false }
  }
}

/** What the mapping would make of the message, by the very function that reads it at the door. */
export const tryMapping = (mapping: Mapping, message: Message | null, types: Types, now: number): Mapped | null =>
  message && applyMapping(mapping, message.value, now, abbreviation => types.get(abbreviation) ?? null)

/** A place in a message, to find it again. */
export const placeOf = (names: readonly (string | number)[]): string => JSON.stringify(names.map(String))

/** Where each row leads in the message. A row nobody has said the measurement of leads nowhere: nothing becomes of it. */
export const linksOf = (mapping: Mapping, message: Message, mapped: Mapped): Link[] =>
  mapping.rows.flatMap(({ path, abbreviation }, row) => {
    const place = abbreviation === '' ? null : placeAt(path, message)
    const kind = mapped.outcomes[row]?.kind
    return place !== null && kind ? [{ row, place, kind }] : []
  })

const placeAt = (path: string, message: Message): string | null => {
  const steps = parsePath(path)
  const located = steps && locate(message.value, steps)
  return located && placeOf(located.names)
}

/** What becomes of each place of the message that a row, or the time, leads to. */
export const placesOf = (mapping: Mapping, message: Message, mapped: Mapped): Map<string, string> => {
  const places = new Map(
    linksOf(mapping, message, mapped)
      .reverse()
      .map(({ place, kind }) => [place, kind as string]),
  )
  const time = mapping.time_path === null ? null : placeAt(mapping.time_path, message)
  if (time !== null) places.set(time, typeof mapped.time === 'string' ? 'refused' : 'accepted')
  return places
}

/** What became of the places of a message that was read by our own words, when it came. */
export const placesThen = ({ became }: RawMessage): Map<string, string> =>
  new Map(became.map(one => [placeOf([one.path]), one.code === null ? 'accepted' : 'refused']))
