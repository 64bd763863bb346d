import type { RawMessage } from '../../../shared/contract/mappings.ts'
import type { MeasurementType } from '../../../shared/contract/taxonomy.ts'
import { applyMapping, type Mapped, type Mapping, type RowOutcome } from '../../../shared/rules/mapping.ts'
import { locate, parsePath } from '../../../shared/rules/message-path.ts'

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

/** What becomes of each place of the message that a row leads to. */
export const placesOf = (mapping: Mapping, message: Message, mapped: Mapped): Map<string, RowOutcome['kind']> => {
  const places = new Map<string, RowOutcome['kind']>()
  mapping.rows.forEach(({ path, abbreviation }, index) => {
    // As long as nobody has said what it is, nothing becomes of it.
    if (abbreviation === '') return
    const steps = parsePath(path)
    const located = steps && locate(message.value, steps)
    const kind = mapped.outcomes[index]?.kind
    if (located && kind && !places.has(placeOf(located.names))) places.set(placeOf(located.names), kind)
  })
  const time = mapping.time_path === null ? null : parsePath(mapping.time_path)
  const located = time && locate(message.value, time)
  if (located) places.set(placeOf(located.names), typeof mapped.time === 'string' ? 'refused' : 'accepted')
  return places
}

/** What became of the places of a message that was read by our own words, when it came. */
export const placesThen = ({ became }: RawMessage): Map<string, RowOutcome['kind']> =>
  new Map(became.map(one => [placeOf([one.path]), one.code === null ? 'accepted' : 'refused']))
