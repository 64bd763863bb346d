import type { Generated } from 'kysely'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import type { Impression } from '#shared/contract/fixed.ts'
import type { Json } from '../kit/database/json.ts'
import type { KeptItem } from './checklists/items.ts'

export interface DiaryTables {
  /** Checklists; name and items are those of the newest version. `area_ids` is JSON. */
  checklists: {
    id: Generated<number>
    /** Name in the data files of a checklist that comes with the product; null for any other. */
    ready_key: string | null
    version: number
    area_type_id: number | null
    area_ids: Json<number[]>
    copied_from: number | null
    created_by: number | null
    updated_at: string
    deleted_at: string | null
  }
  /**
   * Versions of a checklist, with what it asked at a time; inspections refer to them, so they are never changed.
   * `items` is JSON.
   */
  checklist_versions: { checklist_id: number; version: number; name: string; items: Json<KeptItem[]> }
  inspections: {
    id: Generated<number>
    client_id: string
    version: number
    location_id: number
    /** 1 when it is of the whole location, not of some of its areas. */
    whole: number
    /** The one area that it was of when it was written; 0 for several, null where the release before wrote it. */
    only_area_id: number | null
    date: string
    impression: Impression | null
    needs_attention: number
    notes: string
    /** Notes and reminder without case and accents, to be searched. */
    folded: string
    reminder_date: string | null
    reminder: string
    reminded_at: string | null
    research_id: number | null
    checklist_id: number | null
    checklist_version: number | null
    /** JSON by key of the item. */
    answers: Json<Record<string, Answer>>
    answered: number
    asked: number
    /** JSON by field (`answers.<key>` for an answer): the version in which it changed last, and who did. What is not here is as it was written. */
    changes: Json<Record<string, { version: number; by: number }>>
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    deleted_at: string | null
  }
  inspection_areas: { inspection_id: number; area_id: number }
  /** Files that answer items. `file` is its name in the store. */
  inspection_files: {
    id: Generated<number>
    inspection_id: number
    client_id: string
    file: string
    name: string
    content_type: string
    bytes: number
    created_at: string
    created_by: number | null
  }
  /** Short notes beside the charts of an area. Without `until` a note is of a moment. */
  area_notes: {
    id: Generated<number>
    area_id: number
    from: string
    until: string | null
    text: string
    written_by: number | null
    written_at: string
    /** Text by which a form that sends a note again is known. */
    client_id: string | null
    deleted_at: string | null
  }
  /** Reminders that the release before has mailed and is still to push; they go to the outbox. `remaining` is JSON, the ids of the browsers not reached yet. */
  reminder_pushes: {
    id: Generated<number>
    inspection_id: number
    user_id: number
    title: string
    body: string
    tries: number
    due_at: string
    remaining: string | null
  }
}
