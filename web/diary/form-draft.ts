import type { ChecklistItem } from '../../shared/contract/checklists.ts'
import type { Impression } from '../../shared/contract/fixed.ts'
import { type Answers, countedAnswers, progressOf } from '../../shared/rules/checklist.ts'
import { fieldOf, momentOf } from '../kit/moment.ts'
import type { Parcel, Part, Written } from './outbox-parcel.ts'

/** What stands in the form; times as clocks at the place show them. */
export interface Values {
  location_id: number | null
  area_ids: number[]
  date: string
  impression: Impression | null
  needs_attention: boolean
  notes: string
  reminder_date: string
  reminder: string
  checklist_id: number | null
  answers: Answers
  research_id: number | null
}

/** An inspection while it is written. */
export interface Draft {
  /** Of whom it is, and of what: a new one, one that is changed, or one of the outbox. */
  key: string
  /** Its client id: whatever happens to it, it becomes one inspection. */
  id: string
  user_id: number
  /** The inspection that is changed, as it was read; null for a new one. */
  inspection_id: number | null
  base: Written | null
  base_version: number
  values: Values
  /** The period it was begun from, ISO 8601: its date lies within, the end not. */
  period: { start: string | null; end: string | null }
  parts: Part[]
  /** Epoch ms; null before anything was written. */
  saved_at: number | null
}

export const newDraftPrefix = (userId: number): string => `${userId}/new/`
export const changeDraftKey = (userId: number, inspectionId: number): string => `${userId}/change/${inspectionId}`
export const outboxDraftKey = (userId: number, parcelId: string): string => `${userId}/outbox/${parcelId}`

/** Also where the page came by plain HTTP, where browsers make none themselves. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export const valuesOf = (written: Written, zone: string): Values => {
  const { checklist_version: _, ...rest } = written
  return {
    ...rest,
    date: fieldOf(written.date, zone),
    reminder_date: written.reminder_date ? fieldOf(written.reminder_date, zone) : '',
  }
}

/** The same moment where it was not touched: a field knows no seconds. */
const momentIn = (field: string, zone: string, before: string | null | undefined): string =>
  before && fieldOf(before, zone) === field ? before : momentOf(field, zone)

/** Without photos and files that were taken out again after they had answered an item. */
const withParts = (
  { values, base, parts }: Pick<Draft, 'values' | 'base' | 'parts'>,
  items: readonly ChecklistItem[],
): Answers => {
  const there = new Set([...parts.map(part => part.client_id), ...Object.values(base?.answers ?? {}).flat()])
  const attached = new Set(items.filter(({ input }) => input === 'photo' || input === 'file').map(({ key }) => key))
  return Object.fromEntries(
    Object.entries(values.answers).map(([key, answer]) => [
      key,
      attached.has(key) && Array.isArray(answer) ? answer.filter(id => there.has(id)) : answer,
    ]),
  )
}

/** What is sent of a form. `items` are those of its checklist, null where they are not known here. */
export const writtenIn = (
  draft: Pick<Draft, 'values' | 'base' | 'parts'>,
  zone: string,
  items: readonly ChecklistItem[] | null,
  version: number | null,
): Written =>
  writtenOf(draft, zone, items ? countedAnswers(items, withParts(draft, items)) : draft.values.answers, version)

const writtenOf = (
  { values, base }: Pick<Draft, 'values' | 'base'>,
  zone: string,
  answers: Answers,
  version: number | null,
): Written => ({
  ...values,
  location_id: values.location_id ?? 0,
  area_ids: values.area_ids.toSorted((a, b) => a - b),
  date: momentIn(values.date, zone, base?.date),
  notes: values.notes.trim(),
  reminder: values.reminder_date ? values.reminder.trim() : '',
  reminder_date: values.reminder_date ? momentIn(values.reminder_date, zone, base?.reminder_date) : null,
  answers,
  checklist_version: version,
})

/** The parcel a draft becomes: a new one, or the one that waits already, with what is written now. */
export const parcelOf = (
  draft: Draft,
  written: Written,
  items: readonly ChecklistItem[] | null,
  before: Parcel | undefined,
): Parcel => {
  const sent = new Map(before?.parts.map(part => [part.client_id, part]))
  return {
    id: draft.id,
    user_id: draft.user_id,
    made_at: before?.made_at ?? Date.now(),
    is_new: before?.is_new ?? draft.inspection_id === null,
    inspection_id: before?.inspection_id ?? draft.inspection_id,
    base: before?.base ?? draft.base,
    base_version: before?.base_version ?? draft.base_version,
    written,
    trying: before?.trying ?? null,
    remove: false,
    restore: before?.restore ?? false,
    parts: draft.parts.map(part => ({
      ...part,
      sent_id: sent.get(part.client_id)?.sent_id ?? null,
      marks_sent: false,
    })),
    state: 'waiting',
    tries: 0,
    tried_at: null,
    said: '',
    refusal: null,
    theirs: null,
    ...progressOf(items ?? [], written.answers),
  }
}
