import type { InspectionChange, InspectionInput } from '#shared/contract/diary/inspections.ts'
import type { PhotoMark } from '#shared/contract/measurements/photos.ts'
import type { ChecklistAnswers } from '#shared/rules/diary/checklist.ts'

/** A photo or a file of an inspection; its bytes lie beside it, under its client id. */
export interface Attachment {
  client_id: string
  kind: 'photo' | 'file'
  name: string
  type: string
  bytes: number
  /** ISO 8601 UTC. */
  time: string
  /** Size of the upright picture, in px; 0 for a file. */
  width: number
  height: number
  annotation: PhotoMark[]
  marked: boolean
  /** The server's id; null until it has acknowledged the bytes. */
  sent_id: number | null
  /** Marks and drawing the server has; undefined where it was never told. */
  marks_there?: PartMarks | undefined
  held?: Held | undefined
  /** Why the server does not take it; the others go on. */
  refusal?: Refusal | undefined
}

export type PartMarks = Pick<Attachment, 'annotation' | 'marked'>

/** An item that does not get through although others do: it waits by itself and holds up nobody. */
export interface Held {
  times: number
  /** Epoch ms. */
  until: number
  /** HTTP status with which something on the way answered; null where nothing did. */
  foreign: number | null
}

/** ms: until the first try after a failure, and the longest. */
const [SOON, LATEST] = [5000, 5 * 60_000]

export const heldAgain = (before: Held | undefined, now: number, foreign: number | null = null): Held => {
  const times = before?.times ?? 0
  return { times: times + 1, until: now + Math.min(LATEST, SOON * 2 ** Math.min(10, times)), foreign }
}

/**
 * Tells whether the next attempt has to wait. A wait beyond the longest does not count: the clock of the device may
 * have been set back meanwhile.
 */
export const isHeld = ({ held }: { held?: Held | undefined }, now: number): boolean =>
  held !== undefined && held.until > now && held.until <= now + LATEST

/**
 * Content of an inspection as somebody wrote it, whole; compared with what the server has, it tells what is to be sent.
 */
export interface InspectionPayload {
  date: string
  impression: 'good' | 'neutral' | 'bad' | null
  needs_attention: boolean
  notes: string
  reminder_date: string | null
  reminder: string
  location_id: number
  area_ids: number[]
  answers: ChecklistAnswers
  research_id: number | null
  checklist_id: number | null
  checklist_version: number | null
}

export interface Refusal {
  /** HTTP status; 410 stands for bytes that are no longer on this device. */
  status?: number
  code: string
  message: string
  errors: Record<string, string[]>
  /** Client id of the photo or file that was refused; null for the inspection itself. */
  part: string | null
}

/** Version of somebody else, of fields that were changed here too. */
export interface Theirs {
  version: number
  by: string | null
  values: Record<string, unknown>
}

export type OutboxItemState = 'waiting' | 'refused' | 'conflict' | 'sent'

/** Inspection on its way to the server. */
export interface OutboxItem {
  /** Name of the outbox item; for a new inspection its client id. */
  id: string
  user_id: number
  /** Epoch ms. */
  made_at: number
  /** True for an inspection the server did not have when it was written. */
  is_new: boolean
  /** Id at the server; null until the server has it. */
  inspection_id: number | null
  /** Content the server is known to have, with its version; null for a new one. */
  base: InspectionPayload | null
  base_version: number
  written: InspectionPayload
  /** Content under way: it may have arrived though nobody said so, and goes out again as it is. */
  trying: InspectionPayload | null
  remove: boolean
  /** True where it was deleted there, or may have been, and is wanted back. */
  restore: boolean
  parts: Attachment[]
  /** Photos the server has and that are to go: their ids. */
  drop?: number[]
  state: OutboxItemState
  tries: number
  /** Epoch ms; null before the first try. */
  tried_at: number | null
  /** Why the last try did not succeed, in the server's words; it is tried again all the same. */
  said: string
  held?: Held | undefined
  refusal: Refusal | null
  theirs: Theirs | null
  /** Items answered, and items asked. */
  answered: number
  asked: number
}

export const isUnsent = ({ state }: OutboxItem): boolean => state !== 'sent'

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

/** Fields of an inspection on one level: `notes`, `answers.floor`. */
export const flat = (written: InspectionPayload): Record<string, unknown> => ({
  ...Object.fromEntries(FIELDS.map(field => [field, written[field]])),
  ...Object.fromEntries(Object.entries(written.answers).map(([key, value]) => [`answers.${key}`, value])),
})

/** Names of the fields in which two differ, answers as `answers.<key>`. */
export const differing = (before: InspectionPayload, after: InspectionPayload): string[] => {
  const [one, other] = [flat(before), flat(after)]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(name => !same(one[name], other[name]))
}

/** A field given another value. */
export const withValue = (written: InspectionPayload, name: string, value: unknown): InspectionPayload => {
  if (!name.startsWith('answers.')) return { ...written, [name as Field]: value }
  const { [name.slice(8)]: _, ...answers } = written.answers
  return {
    ...written,
    answers:
      value === undefined ? answers : { ...answers, [name.slice(8)]: value as InspectionPayload['answers'][string] },
  }
}

export const changeOf = (before: InspectionPayload, after: InspectionPayload, version: number): InspectionChange => {
  const names = differing(before, after)
  const answers = names.filter(name => name.startsWith('answers.')).map(name => name.slice(8))
  return {
    version,
    ...Object.fromEntries(FIELDS.filter(field => names.includes(field)).map(field => [field, after[field]])),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers.map(key => [key, after.answers[key] ?? null])) }),
  }
}

export const inspectionBody = (id: string, written: InspectionPayload): InspectionInput & { client_id: string } => ({
  client_id: id,
  ...written,
})

export type OutboxStep =
  /** `wait`: nothing more can be done now. `refuse`: all that is left was refused. */
  | { do: 'create' | 'change' | 'remove' | 'restore' | 'end' | 'wait' | 'refuse' }
  | { do: 'drop'; photoId: number }
  | { do: 'bytes'; part: Attachment }
  | { do: 'marks'; part: Attachment; photoId: number }

const marksOf = ({ annotation, marked }: PartMarks): PartMarks => ({ annotation, marked })
const NO_MARKS: PartMarks = { annotation: [], marked: false }

/** Change of what is drawn and marked on a photo, as it is sent. */
export type MarksChange = { marked?: boolean } & (
  | { annotation: PhotoMark[]; annotation_before: PhotoMark[] }
  | { annotation?: never; annotation_before?: never }
)

/** Drawing and mark of a part as far as they differ from what the server is known to have: all else is left as others made it. */
export const marksChangeOf = ({ annotation, marked, marks_there = NO_MARKS }: Attachment): MarksChange => {
  const change = marked === marks_there.marked ? {} : { marked }
  if (same(annotation, marks_there.annotation)) return change
  return { ...change, annotation, annotation_before: marks_there.annotation }
}

const isAmong = (marks: readonly PhotoMark[], mark: PhotoMark): boolean => {
  const textOf = (one: PhotoMark) => JSON.stringify(Object.entries(one).sort())
  return marks.some(one => textOf(one) === textOf(mark))
}

/** Drawing of somebody else with what was drawn and wiped out here since `before`: neither takes the other's away. */
export const drawnOver = (
  theirs: readonly PhotoMark[],
  before: readonly PhotoMark[],
  mine: readonly PhotoMark[],
): PhotoMark[] => [
  ...theirs.filter(mark => !isAmong(before, mark) || isAmong(mine, mark)),
  ...mine.filter(mark => !isAmong(before, mark) && !isAmong(theirs, mark)),
]

/** Tells whether something drawn or marked on a part is not there yet. */
export const hasNewMarks = (part: Attachment): boolean => !same(marksOf(part), part.marks_there ?? NO_MARKS)

/**
 * Next step at a moment (epoch ms). An inspection goes before its photos, so that there is something they belong to; a
 * photo that does not get through is passed over.
 */
export const nextStep = (outboxItem: OutboxItem, now: number): OutboxStep => {
  const { base, written, trying } = outboxItem
  if (base === null) return { do: 'create' }
  if (outboxItem.remove) return { do: 'remove' }
  if (outboxItem.restore) return { do: 'restore' }
  if (trying || differing(base, written).length > 0) return { do: 'change' }
  const [drop] = outboxItem.drop ?? []
  if (drop !== undefined) return { do: 'drop', photoId: drop }
  const left = outboxItem.parts.filter(part => part.sent_id === null || hasNewMarks(part))
  if (left.length === 0) return { do: 'end' }
  const able = left.filter(part => !part.refusal && !isHeld(part, now))
  const bytes = able.find(part => part.sent_id === null)
  if (bytes) return { do: 'bytes', part: bytes }
  for (const part of able) if (part.sent_id !== null) return { do: 'marks', part, photoId: part.sent_id }
  return { do: left.every(part => part.refusal) ? 'refuse' : 'wait' }
}

/** Tells whether nothing of an outbox item is left to be sent. */
export const isDone = (outboxItem: OutboxItem): boolean => nextStep(outboxItem, 0).do === 'end'

/** Outbox item under way. Content that is sent under a name stays the same until the server has said something to it. */
export const begun = (outboxItem: OutboxItem): OutboxItem => ({
  ...outboxItem,
  trying: outboxItem.trying ?? outboxItem.written,
})

/** A first version is 1: what somebody changed since then, while our acknowledgement was lost, is not ours to overwrite. */
const FIRST_VERSION = 1

export const created = (outboxItem: OutboxItem, inspectionId: number): OutboxItem =>
  outboxItem.base
    ? outboxItem
    : {
        ...outboxItem,
        inspection_id: inspectionId,
        base: outboxItem.trying ?? outboxItem.written,
        base_version: FIRST_VERSION,
        trying: null,
      }

export const changeSent = (outboxItem: OutboxItem, sent: InspectionPayload, version: number): OutboxItem => ({
  ...outboxItem,
  // Base as sent, not as the server has it: what others changed meanwhile would look like something to change back.
  base: sent,
  base_version: Math.max(version, outboxItem.base_version),
  trying: same(outboxItem.trying, sent) ? null : outboxItem.trying,
})

const withPart = (outboxItem: OutboxItem, id: string, change: Partial<Attachment>): OutboxItem => ({
  ...outboxItem,
  parts: outboxItem.parts.map(part => (part.client_id === id ? { ...part, ...change } : part)),
})
export const partSent = (outboxItem: OutboxItem, id: string, sentId: number): OutboxItem =>
  withPart(outboxItem, id, { sent_id: sentId, held: undefined })
/** Outbox item after the marks of a part arrived, as they were sent; what was drawn since then is another change. */
export const marksSent = (outboxItem: OutboxItem, { client_id, ...marks }: Attachment): OutboxItem =>
  withPart(outboxItem, client_id, { marks_there: marksOf(marks), held: undefined })
export const photoDropped = (outboxItem: OutboxItem, photoId: number): OutboxItem => ({
  ...outboxItem,
  drop: (outboxItem.drop ?? []).filter(id => id !== photoId),
})

/** A photo or file the server does not take; all else of its inspection goes on. */
export const partRefused = (outboxItem: OutboxItem, id: string, refusal: Refusal): OutboxItem =>
  withPart(outboxItem, id, { refusal, held: undefined })

/** A photo or file that did not get through although the server is there. */
export const partHeld = (outboxItem: OutboxItem, id: string, now: number, foreign: number | null): OutboxItem => ({
  ...withPart(outboxItem, id, {
    held: heldAgain(outboxItem.parts.find(part => part.client_id === id)?.held, now, foreign),
  }),
  tries: outboxItem.tries + 1,
  tried_at: now,
})

export const refused = (outboxItem: OutboxItem, refusal: Refusal, now: number): OutboxItem => ({
  ...outboxItem,
  state: 'refused',
  refusal,
  // Refused content is known not to have arrived.
  trying: refusal.part === null ? null : outboxItem.trying,
  tries: outboxItem.tries + 1,
  tried_at: now,
})

/** `held`: others get through, so that it is tried again by its own time. */
export const failed = (outboxItem: OutboxItem, said: string, now: number, held: Held | undefined): OutboxItem => ({
  ...outboxItem,
  said,
  held,
  tries: outboxItem.tries + 1,
  tried_at: now,
})

const freed = (held: Held | undefined): Held | undefined => held && { ...held, until: 0 }

/** Tried at the next occasion, whatever it waited for. */
export const unheld = (outboxItem: OutboxItem): OutboxItem => ({
  ...outboxItem,
  held: freed(outboxItem.held),
  parts: outboxItem.parts.map(part => ({ ...part, held: freed(part.held) })),
})

/** Ready to be tried anew, from the beginning of its patience. */
export const again = (outboxItem: OutboxItem): OutboxItem => ({
  ...outboxItem,
  held: undefined,
  parts: outboxItem.parts.map(part => ({ ...part, held: undefined, refusal: undefined })),
  state: 'waiting',
  refusal: null,
  theirs: null,
  said: '',
})

/** Fields that were changed here and there, to different values, with what the server has now. */
export const met = (
  outboxItem: OutboxItem,
  current: InspectionPayload,
  version: number,
  by: string | null,
): OutboxItem => {
  const { base, written } = outboxItem
  if (!base) return outboxItem
  const [was, is, ours] = [flat(base), flat(current), flat(written)]
  const names = differing(base, written).filter(name => !same(is[name], was[name]) && !same(is[name], ours[name]))
  const forward = { ...outboxItem, trying: null, base_version: version }
  if (names.length === 0) return again(forward)
  const values = Object.fromEntries(names.map(name => [name, is[name]]))
  return { ...outboxItem, trying: null, state: 'conflict', theirs: { version, by, values } }
}

export type ConflictChoice = 'mine' | 'theirs' | 'both'

/** Value that is chosen where two wrote different things. */
const chosenOf = (choice: ConflictChoice, mine: unknown, theirs: unknown): unknown => {
  if (choice === 'both') return [theirs, mine].filter(text => text !== '').join('\n')
  return choice === 'mine' ? mine : theirs
}

/** Each field as it was chosen; the server's value is what the change starts from. */
export const resolved = (outboxItem: OutboxItem, choices: Record<string, ConflictChoice>): OutboxItem => {
  const { theirs, base } = outboxItem
  if (!theirs || !base) return outboxItem
  const ours = flat(outboxItem.written)
  let [from, to] = [base, outboxItem.written]
  for (const [name, value] of Object.entries(theirs.values)) {
    from = withValue(from, name, value)
    to = withValue(to, name, chosenOf(choices[name] ?? 'mine', ours[name], value))
  }
  return again({ ...outboxItem, base: from, written: to, base_version: theirs.version })
}
