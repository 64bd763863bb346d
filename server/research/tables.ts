import type { Generated } from 'kysely'
import type { NoteKind } from '#shared/rules/research/note-kinds.ts'
import type { Json } from '../kit/database/json.ts'

export interface ResearchTables {
  research: {
    id: Generated<number>
    name: string
    research_subject_id: number
    start: string
    end: string | null
    aim: string | null
    purpose: string | null
    conclusion: string | null
    institution: string | null
    /** Measurements it is about; none where nobody said. */
    target_measurements: Json<string[]> | null
    owner_id: number | null
    created_at: string
    /** 1 for the project of the demo farm, which goes with it. */
    demo: number | null
    /** Counts its changes. */
    version: Generated<number>
    /** Person who changed it last; null where nobody has. */
    changed_by: number | null
  }
  /** Notes of a project: a moment, or a span where `until` is given. */
  research_notes: {
    id: Generated<number>
    research_id: number
    kind: NoteKind
    from: string
    until: string | null
    title: string
    text: string | null
    written_by: number | null
    written_at: string
    version: Generated<number>
  }
  /** Receipts of answers that wait to be printed and mailed; a process has one until `taken_until`. */
  research_receipts: { id: Generated<number>; consent_id: number; taken_until: string; tries: number }
  /** People by e-mail, so that those without an account yet can be named. At locations of who added them they see all of the project. */
  research_people: { research_id: number; email: string; added_by: number | null }
}
