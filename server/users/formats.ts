import type { Language } from '#shared/contract/fixed.ts'
import { type Formats, type Reader, USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { fromJson, type Json } from '../kit/database/json.ts'

/** Person with formats, as their row holds them or as they are signed in; null where they have chosen none. */
interface Person {
  formats: Json<Partial<Formats>> | Formats | null
}

/** Formats of a person, the usual ones where they have chosen none. */
export const formatsOf = ({ formats }: Person): Formats => ({
  ...USUAL_FORMATS,
  ...(typeof formats === 'string' ? fromJson(formats) : formats),
})

export const FORMAT_KEYS = ['temperature', 'dates', 'clock', 'week'] as const satisfies readonly (keyof Formats)[]

/** A person as the reader of what is written to them. */
export const readerOf = (person: Person & { locale: Language }): Reader => ({
  language: person.locale,
  formats: formatsOf(person),
})
