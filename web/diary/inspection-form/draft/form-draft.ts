import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { Answer, InspectionPhoto } from '#shared/contract/diary/inspections.ts'
import type { Impression } from '#shared/contract/fixed.ts'
import { type ChecklistAnswers, countedAnswers, progressOf } from '#shared/rules/diary/checklist.ts'
import { newId } from '../../../kit/browser/new-id.ts'
import { fieldOf, instantOf } from '../../../kit/time/instant.ts'
import { serverNow } from '../../../kit/time/now.ts'
import { type Attachment, hasNewMarks, type InspectionPayload, type OutboxItem } from '../../outbox/outbox-item.ts'

/** An answer, or what makes it of the one that stands there by then; null takes it back. */
export type AnswerTo = Answer | null | ((before: Answer | undefined) => Answer | null)

export const withAnswer = (answers: ChecklistAnswers, key: string, to: AnswerTo): ChecklistAnswers => {
  const { [key]: before, ...others } = answers
  const value = typeof to === 'function' ? to(before) : to
  return value === null ? others : { ...others, [key]: value }
}

/** Values in the form; times as clocks at the place show them. */
export interface InspectionValues {
  location_id: number | null
  area_ids: number[]
  date: string
  impression: Impression | null
  needs_attention: boolean
  notes: string
  reminder_date: string
  reminder: string
  checklist_id: number | null
  answers: ChecklistAnswers
  research_id: number | null
}

/** An inspection while it is written. */
export interface InspectionDraft {
  /** Key that says whose draft it is, and of what: a new inspection, one that is changed, or one of the outbox. */
  key: string
  /** Client id of the inspection: whatever happens to the draft, it becomes one inspection. */
  id: string
  user_id: number
  /** The inspection that is changed, as it was read; null for a new one. */
  inspection_id: number | null
  base: InspectionPayload | null
  base_version: number
  values: InspectionValues
  /** The period it was begun from, as days of the place (both included) or ISO 8601 (its end not): its date lies within. */
  period: { start: string | null; end: string | null }
  parts: Attachment[]
  /** Photos the server has and that were taken out here. */
  dropped?: { photo_id: number; client_id: string }[]
  /** Epoch ms; null before anything was written. */
  saved_at: number | null
  /** The tab that goes on with it. */
  owner?: string
}

export const newDraftPrefix = (userId: number): string => `${userId}/new/`
export const changeDraftKey = (userId: number, inspectionId: number): string => `${userId}/change/${inspectionId}`
/** All of somebody: of new inspections, of changes and of what waits in the outbox. */
export const draftPrefix = (userId: number): string => `${userId}/`
export const outboxDraftKey = (userId: number, outboxItemId: string): string => `${userId}/outbox/${outboxItemId}`

/** Draft to go on with while another tab has this one: an inspection, or a change, of its own. */
export const forkOf = (draft: InspectionDraft): InspectionDraft => {
  const id = newId()
  const isNew = draft.inspection_id === null
  return { ...draft, id, key: isNew ? `${newDraftPrefix(draft.user_id)}${id}` : `${draft.key}/${id}` }
}

/** A photo the server has, in the shape of those that are still to be sent. */
const partOf = ({ id, client_id, time, width, height, annotation, marked }: InspectionPhoto): Attachment => ({
  client_id: client_id ?? `photo-${id}`,
  kind: 'photo',
  name: '',
  type: 'image/jpeg',
  bytes: 0,
  time,
  width,
  height,
  annotation,
  marked,
  sent_id: id,
  marks_there: { annotation, marked },
})

/** The draft with the photos the server has by now, and without those somebody deleted there. */
export const withPhotosOf = (draft: InspectionDraft, photos: readonly InspectionPhoto[]): InspectionDraft => {
  const dropped = new Set(draft.dropped?.map(({ photo_id }) => photo_id))
  const there = photos.filter(({ id }) => !dropped.has(id)).map(partOf)
  const here = new Map(draft.parts.map(part => [part.client_id, part]))
  return {
    ...draft,
    parts: [
      // Photos drawn on here stay; those not touched are as they are there.
      ...there.map(part => {
        const own = here.get(part.client_id)
        return own && hasNewMarks(own) ? { ...own, sent_id: part.sent_id, marks_there: part.marks_there } : part
      }),
      ...draft.parts.filter(part => part.sent_id === null && !there.some(one => one.client_id === part.client_id)),
    ],
  }
}

export const inspectionValuesOf = (written: InspectionPayload, zone: string): InspectionValues => {
  const { checklist_version: _, ...rest } = written
  return {
    ...rest,
    date: fieldOf(written.date, zone),
    reminder_date: written.reminder_date ? fieldOf(written.reminder_date, zone) : '',
  }
}

/** Answers without photos and files that were taken out again after they had answered an item. */
const withParts = (
  { values, base, parts, dropped = [] }: Pick<InspectionDraft, 'values' | 'base' | 'parts' | 'dropped'>,
  items: readonly ChecklistItem[],
): ChecklistAnswers => {
  const there = new Set([...parts.map(part => part.client_id), ...Object.values(base?.answers ?? {}).flat()])
  for (const { client_id } of dropped) there.delete(client_id)
  const attached = new Set(items.filter(({ input }) => input === 'photo' || input === 'file').map(({ key }) => key))
  return Object.fromEntries(
    Object.entries(values.answers).map(([key, answer]) => [
      key,
      attached.has(key) && Array.isArray(answer) ? answer.filter(id => there.has(id)) : answer,
    ]),
  )
}

/** Content of a form as it is sent. `items` are those of its checklist, null where they are not known here. */
export const writtenIn = (
  draft: Pick<InspectionDraft, 'values' | 'base' | 'parts' | 'dropped'>,
  zone: string,
  items: readonly ChecklistItem[] | null,
  version: number | null,
): InspectionPayload =>
  payloadOf(draft, zone, items ? countedAnswers(items, withParts(draft, items)) : draft.values.answers, version)

const payloadOf = (
  { values }: Pick<InspectionDraft, 'values'>,
  zone: string,
  answers: ChecklistAnswers,
  version: number | null,
): InspectionPayload => ({
  ...values,
  location_id: values.location_id ?? 0,
  area_ids: values.area_ids.toSorted((a, b) => a - b),
  date: instantOf(values.date, zone),
  notes: values.notes.trim(),
  reminder: values.reminder_date ? values.reminder.trim() : '',
  reminder_date: values.reminder_date ? instantOf(values.reminder_date, zone) : null,
  answers,
  checklist_version: version,
})

/** The outbox item a draft becomes: a new one, or the one that waits already, with what is written now. */
export const outboxItemOf = (
  draft: InspectionDraft,
  written: InspectionPayload,
  items: readonly ChecklistItem[] | null,
  before: OutboxItem | undefined,
): OutboxItem => {
  const sent = new Map(before?.parts.map(part => [part.client_id, part]))
  const left = new Set(draft.parts.map(part => part.client_id))
  const takenOut = before?.parts.flatMap(({ client_id, sent_id }) =>
    sent_id === null || left.has(client_id) ? [] : [sent_id],
  )
  return {
    id: draft.id,
    user_id: draft.user_id,
    made_at: before?.made_at ?? serverNow(),
    is_new: before?.is_new ?? draft.inspection_id === null,
    inspection_id: before?.inspection_id ?? draft.inspection_id,
    base: before?.base ?? draft.base,
    base_version: before?.base_version ?? draft.base_version,
    written,
    trying: before?.trying ?? null,
    remove: false,
    restore: before?.restore ?? false,
    parts: draft.parts
      .map(part => ({
        ...part,
        sent_id: sent.get(part.client_id)?.sent_id ?? part.sent_id,
        marks_there: sent.get(part.client_id)?.marks_there ?? part.marks_there,
        held: undefined,
        refusal: undefined,
      }))
      // A photo that is there and that nobody touched has nothing to be sent.
      .filter(part => part.sent_id === null || sent.has(part.client_id) || hasNewMarks(part)),
    drop: [
      ...new Set([
        ...(before?.drop ?? []),
        ...(draft.dropped?.map(({ photo_id }) => photo_id) ?? []),
        ...(takenOut ?? []),
      ]),
    ],
    state: 'waiting',
    tries: 0,
    tried_at: null,
    said: '',
    refusal: null,
    theirs: null,
    ...progressOf(items ?? [], written.answers),
  }
}
