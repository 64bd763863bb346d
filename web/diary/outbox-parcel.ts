import type { InspectionChange, InspectionInput } from '../../shared/contract/inspections.ts'
import type { PhotoMark } from '../../shared/contract/photos.ts'
import type { Answers } from '../../shared/rules/checklist.ts'

/** A photo or a file of an inspection; its bytes lie beside it, under its client id. */
export interface Part {
  client_id: string
  kind: 'photo' | 'file'
  name: string
  type: string
  bytes: number
  /** ISO 8601 UTC. */
  time: string
  /** Of the upright picture, in px; 0 for a file. */
  width: number
  height: number
  annotation: PhotoMark[]
  marked: boolean
  /** The server's id; null until it has acknowledged the bytes. */
  sent_id: number | null
  /** What was drawn is there too. */
  marks_sent: boolean
}

/** What somebody wrote, whole; it is compared with what the server has to find what is to be sent. */
export interface Written {
  date: string
  impression: 'good' | 'neutral' | 'bad' | null
  needs_attention: boolean
  notes: string
  reminder_date: string | null
  reminder: string
  location_id: number
  area_ids: number[]
  answers: Answers
  research_id: number | null
  checklist_id: number | null
  checklist_version: number | null
}

export interface Refusal {
  code: string
  message: string
  errors: Record<string, string[]>
  /** Client id of the photo or file that was refused; null for the inspection itself. */
  part: string | null
}

/** Somebody else's version of fields that were changed here too. */
export interface Theirs {
  version: number
  by: string | null
  values: Record<string, unknown>
}

export type ParcelState = 'waiting' | 'refused' | 'conflict' | 'sent'

/** One inspection on its way to the server. */
export interface Parcel {
  /** Of a new inspection its client id. */
  id: string
  user_id: number
  /** Epoch ms. */
  made_at: number
  /** Of an inspection the server did not have when it was written. */
  is_new: boolean
  /** Null until the server has it. */
  inspection_id: number | null
  /** What the server is known to have, with its version; null for a new one. */
  base: Written | null
  base_version: number
  written: Written
  /** What is under way: it may have arrived though nobody said so, and goes out again as it is. */
  trying: Written | null
  remove: boolean
  /** It was deleted there, or may have been, and is wanted back. */
  restore: boolean
  parts: Part[]
  state: ParcelState
  tries: number
  /** Epoch ms; null before the first try. */
  tried_at: number | null
  /** Why the last try did not succeed, in the server's words; it is tried again all the same. */
  said: string
  refusal: Refusal | null
  theirs: Theirs | null
  /** Items answered, and items asked. */
  answered: number
  asked: number
}

export const isUnsent = ({ state }: Parcel): boolean => state !== 'sent'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const FIELDS = [
  'date',
  'impression',
  'needs_attention',
  'notes',
  'reminder_date',
  'reminder',
  'location_id',
  'area_ids',
] as const
type Field = (typeof FIELDS)[number]

/** One level: `notes`, `answers.floor`. */
export const flat = (written: Written): Record<string, unknown> => ({
  ...Object.fromEntries(FIELDS.map(field => [field, written[field]])),
  ...Object.fromEntries(Object.entries(written.answers).map(([key, value]) => [`answers.${key}`, value])),
})

/** Names of the fields in which two differ, answers as `answers.<key>`. */
export const differing = (before: Written, after: Written): string[] => {
  const [one, other] = [flat(before), flat(after)]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(name => !same(one[name], other[name]))
}

/** A field given another value. */
export const withValue = (written: Written, name: string, value: unknown): Written => {
  if (!name.startsWith('answers.')) return { ...written, [name as Field]: value }
  const { [name.slice(8)]: _, ...answers } = written.answers
  return { ...written, answers: value === undefined ? answers : { ...answers, [name.slice(8)]: value as never } }
}

export const changeOf = (before: Written, after: Written, version: number): InspectionChange => {
  const names = differing(before, after)
  const answers = names.filter(name => name.startsWith('answers.')).map(name => name.slice(8))
  return {
    version,
    ...Object.fromEntries(FIELDS.filter(field => names.includes(field)).map(field => [field, after[field]])),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers.map(key => [key, after.answers[key] ?? null])) }),
  }
}

export const bodyOf = (id: string, written: Written): InspectionInput => ({ client_id: id, ...written })

export type Step =
  | { do: 'create' | 'change' | 'remove' | 'restore' | 'end' }
  | { do: 'bytes'; part: Part }
  | { do: 'marks'; part: Part; photoId: number }

const drawn = ({ annotation, marked }: Part): boolean => annotation.length > 0 || marked

/** What is to be done next. An inspection goes before its photos, so that there is something they belong to. */
export const nextStep = (parcel: Parcel): Step => {
  const { base, written, trying } = parcel
  if (base === null) return { do: 'create' }
  if (parcel.remove) return { do: 'remove' }
  if (parcel.restore) return { do: 'restore' }
  if (trying || differing(base, written).length > 0) return { do: 'change' }
  const bytes = parcel.parts.find(part => part.sent_id === null)
  if (bytes) return { do: 'bytes', part: bytes }
  for (const part of parcel.parts)
    if (part.sent_id !== null && !part.marks_sent && drawn(part)) return { do: 'marks', part, photoId: part.sent_id }
  return { do: 'end' }
}

/** What is sent under a name stays the same until the server has said something to it. */
export const begun = (parcel: Parcel): Parcel => ({ ...parcel, trying: parcel.trying ?? parcel.written })

/** A first version is 1: what somebody changed since then, while our acknowledgement was lost, is not ours to overwrite. */
const FIRST_VERSION = 1

export const created = (parcel: Parcel, inspectionId: number): Parcel =>
  parcel.base
    ? parcel
    : {
        ...parcel,
        inspection_id: inspectionId,
        base: parcel.trying ?? parcel.written,
        base_version: FIRST_VERSION,
        trying: null,
      }

export const changed = (parcel: Parcel, sent: Written, version: number): Parcel => ({
  ...parcel,
  // Not as the server has it: what others changed meanwhile would look like something to be changed back.
  base: sent,
  base_version: Math.max(version, parcel.base_version),
  trying: same(parcel.trying, sent) ? null : parcel.trying,
})

const withPart = (parcel: Parcel, id: string, change: Partial<Part>): Parcel => ({
  ...parcel,
  parts: parcel.parts.map(part => (part.client_id === id ? { ...part, ...change } : part)),
})
export const partSent = (parcel: Parcel, id: string, sentId: number): Parcel =>
  withPart(parcel, id, { sent_id: sentId })
export const marksSent = (parcel: Parcel, id: string): Parcel => withPart(parcel, id, { marks_sent: true })

export const refused = (parcel: Parcel, refusal: Refusal, now: number): Parcel => ({
  ...parcel,
  state: 'refused',
  refusal,
  // It is known not to have arrived.
  trying: refusal.part === null ? null : parcel.trying,
  tries: parcel.tries + 1,
  tried_at: now,
})

export const failed = (parcel: Parcel, said: string, now: number): Parcel => ({
  ...parcel,
  said,
  tries: parcel.tries + 1,
  tried_at: now,
})

/** Ready to be tried anew, from the beginning of its patience. */
export const again = (parcel: Parcel): Parcel => ({
  ...parcel,
  state: 'waiting',
  refusal: null,
  theirs: null,
  said: '',
})

/** Fields that were changed here and there, to different values, with what the server has now. */
export const met = (parcel: Parcel, current: Written, version: number, by: string | null): Parcel => {
  const { base, written } = parcel
  if (!base) return parcel
  const [was, is, ours] = [flat(base), flat(current), flat(written)]
  const names = differing(base, written).filter(name => !same(is[name], was[name]) && !same(is[name], ours[name]))
  const forward = { ...parcel, trying: null, base_version: version }
  if (names.length === 0) return again(forward)
  const values = Object.fromEntries(names.map(name => [name, is[name]]))
  return { ...parcel, trying: null, state: 'conflict', theirs: { version, by, values } }
}

export type Choice = 'mine' | 'theirs' | 'both'

/** What stands in the end where two wrote different things. */
const chosenOf = (choice: Choice, mine: unknown, theirs: unknown): unknown => {
  if (choice === 'both') return [theirs, mine].filter(text => text !== '').join('\n')
  return choice === 'mine' ? mine : theirs
}

/** Each field as it was chosen; the server's value is what the change starts from. */
export const resolved = (parcel: Parcel, choices: Record<string, Choice>): Parcel => {
  const { theirs, base } = parcel
  if (!theirs || !base) return parcel
  const ours = flat(parcel.written)
  let [from, to] = [base, parcel.written]
  for (const [name, value] of Object.entries(theirs.values)) {
    from = withValue(from, name, value)
    to = withValue(to, name, chosenOf(choices[name] ?? 'mine', ours[name], value))
  }
  return again({ ...parcel, base: from, written: to, base_version: theirs.version })
}
