import type { Generated } from 'kysely'
import type { ConsentKind, ReadKind } from '#shared/rules/research/consent.ts'
import type { Json } from '../kit/database/json.ts'

export interface ConsentTables {
  /** The ledger: what was asked, answered, and ended with the ownership of a location, in the order of its ids. Rows are only added. */
  research_consents: {
    id: Generated<number>
    research_id: number
    research_name: string
    /** Purpose and institution of the project as who answers knew them. */
    research_purpose: string | null
    research_institution: string | null
    /** End of the project and who led it, by name and address, at that time. */
    research_end: string | null
    research_leader: string | null
    kind: ConsentKind
    /** Address that was asked; a question of a change of owners follows one that its person changes. */
    email: string | null
    /** Location that it is about, with its name of then; of a question none. */
    location_id: number | null
    location_name: string | null
    said_by: number | null
    said_by_name: string | null
    from: string | null
    /** Devices that are shared; null means each of the location that is part of the project. */
    device_ids: Json<number[]> | null
    measurements: Json<string[]> | null
    said_at: string
  }
  /** Questions of a project to owners of locations, by their address. */
  research_questions: {
    research_id: number
    email: string
    /** Time of the first question that is not answered. */
    asked_at: string
    reminders: number
    /** Time of the last mail about it. */
    reminded_at: string
    answered_at: string | null
  }
  /** Data read by consent: who opened or downloaded what, and when. Rows are only added; one of today gets longer. */
  research_reads: {
    id: Generated<number>
    research_id: number
    location_id: number
    device_id: number
    user_id: number
    user_name: string
    kind: ReadKind
    measurements: Json<string[]>
    from: string
    until: string
    /** Time of the first look. */
    at: string
    /** Time of the last one that went on with it; null where none did. The release before sets `at` instead: the later counts. */
    last_at: string | null
  }
  /** Ends of the ownership of people at locations that a ledger tells of, with its last entry from their time. */
  research_former_owners: { location_id: number; user_id: number; until: string; last_entry_id: number }
  /** A row a project: held by whoever writes to its ledger, so that answers and reads come one after the other. */
  research_ledgers: { research_id: number; turns: number }
}
