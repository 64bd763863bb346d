import { CallFailed } from '#shared/contract/call.ts'
import type { InspectionChange, InspectionInput } from '#shared/contract/diary/inspections.ts'
import { newId } from '../../kit/browser/new-id.ts'
import type { InspectionDraft } from '../inspection-form/draft/form-draft.ts'
import { type Attachment, flat, type InspectionPayload, type OutboxItem, withValue } from './outbox-item.ts'
import type { OutboxServer } from './outbox-sender.ts'
import { submitDraft, writeDraft } from './outbox-store.ts'

export const SAMPLE_PAYLOAD: InspectionPayload = {
  date: '2026-11-18T06:42:00.000Z',
  impression: 'neutral',
  needs_attention: false,
  notes: 'Floor wet',
  reminder_date: null,
  reminder: '',
  location_id: 1,
  area_ids: [3],
  answers: { water: true },
  research_id: null,
  checklist_id: null,
  checklist_version: null,
}

export interface StoredInspection {
  id: number
  written: InspectionPayload
  version: number
  /** Version in which each field got its value. */
  since: Record<string, number>
  photos: Map<string, { id: number; bytes: string }>
}

/**
 * Server in memory that does what the real one promises: a client id makes one thing, fields are merged, the same field
 * is refused.
 */
export const createServer = () => {
  const rows = new Map<string, StoredInspection>()
  const deleted = new Map<number, [string, StoredInspection]>()
  let ids = 0
  const byId = (id: number): StoredInspection => {
    const row = [...rows.values()].find(one => one.id === id)
    if (!row) throw new CallFailed(404, { code: 'not_found' })
    return row
  }
  const server: OutboxServer = {
    create: async ({ client_id, ...body }: InspectionInput & { client_id: string }) => {
      const there = rows.get(client_id)
      if (there) return { id: there.id }
      if (body.notes === 'refuse') throw new CallFailed(422, { code: 'no_valid_input', errors: { notes: ['no'] } })
      rows.set(client_id, { id: ++ids, written: body as InspectionPayload, version: 1, since: {}, photos: new Map() })
      return { id: ids }
    },
    change: async (id: number, { version = 1, answers = {}, ...fields }: InspectionChange) => {
      const row = byId(id)
      const wanted: [string, unknown][] = [
        ...Object.entries(fields),
        ...Object.entries(answers).map(([key, value]): [string, unknown] => [`answers.${key}`, value ?? undefined]),
      ]
      const different = wanted.filter(
        ([name, value]) => JSON.stringify(flat(row.written)[name]) !== JSON.stringify(value),
      )
      if (different.some(([name]) => (row.since[name] ?? 1) > version))
        throw new CallFailed(409, { code: 'changed_meanwhile' })
      if (different.length > 0) row.version += 1
      for (const [name, value] of different) {
        row.written = withValue(row.written, name, value)
        row.since[name] = row.version
      }
      return { version: row.version }
    },
    read: async id => {
      const { written, version } = byId(id)
      return { written, version, by: 'Pieter' }
    },
    remove: async id => {
      byId(id)
      for (const [key, row] of rows)
        if (row.id === id) {
          rows.delete(key)
          deleted.set(id, [key, row])
        }
    },
    restore: async id => {
      const there = deleted.get(id)
      if (!there) throw new CallFailed(404, { code: 'not_found' })
      rows.set(...there)
      deleted.delete(id)
    },
    bytes: async (id, part, { bytes }) => {
      const { photos } = byId(id)
      const there = photos.get(part.client_id) ?? { id: ++ids, bytes: new TextDecoder().decode(bytes) }
      photos.set(part.client_id, there)
      return there
    },
    marks: async () => undefined,
    drawn: async () => [],
    dropPhoto: async id => {
      for (const { photos } of rows.values()) for (const [key, photo] of photos) if (photo.id === id) photos.delete(key)
    },
    isReachable: async () => false,
  }
  return { rows, server }
}

/** Person whom no other test file signs in: their senders share the database of this process, and would go on with its items. */
export const USER = 90_007

export const put = async (change: Partial<OutboxItem> = {}, photos = 0): Promise<OutboxItem> => {
  const parts = Array.from({ length: photos }, (): Attachment => {
    const time = SAMPLE_PAYLOAD.date
    const size = { width: 4, height: 3, bytes: 36 }
    const rest = { annotation: [], marked: false, sent_id: null }
    return { client_id: newId(), kind: 'photo', name: 'a.jpg', type: 'image/jpeg', time, ...size, ...rest }
  })
  const outboxItem: OutboxItem = {
    id: newId(),
    user_id: USER,
    made_at: Date.now(),
    is_new: true,
    inspection_id: null,
    base: null,
    base_version: 1,
    written: SAMPLE_PAYLOAD,
    trying: null,
    remove: false,
    restore: false,
    parts,
    state: 'waiting',
    tries: 0,
    tried_at: null,
    said: '',
    refusal: null,
    theirs: null,
    answered: 0,
    asked: 0,
    ...change,
  }
  const draft = { key: 'while it is written', parts } as unknown as InspectionDraft
  await writeDraft(
    draft,
    parts.map(({ client_id, type }) => ({
      original: { client_id, type, bytes: new TextEncoder().encode(client_id).buffer as ArrayBuffer },
      preview: null,
    })),
  )
  await submitDraft(draft.key, outboxItem.id, () => outboxItem)
  return outboxItem
}
