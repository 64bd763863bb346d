import type { Generated } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { ReportState, ReportTitle } from '#shared/rules/reports/report-states.ts'
import type { Json } from '../kit/database/json.ts'
import type { StoredContent } from './content/stored-content.ts'

export interface ReportTables {
  /** Reports that people had made. The file lasts a day; the row says longer what can be made again. */
  reports: {
    id: Generated<number>
    user_id: number | null
    title: ReportTitle
    content: Json<StoredContent>
    names: Json<string[]>
    /** ISO 8601. */
    from: string
    until: string
    time_zone: string
    language: Language
    status: ReportState
    parts: number
    parts_done: number
    created_at: string
    /** A process makes it until then; one that died meanwhile leaves it to the others. */
    taken_until: string
    tries: number
    finished_at: string | null
    /** Time its file and its link end. */
    expires_at: string | null
    /** Code of a failure. */
    error: string | null
    pages: number
    bytes: number
    /** Name in the store of files; set before anything is written there, null once it is removed. */
    file: string | null
    is_linked: number
    /** Number of the link, which is counted up when one is taken back. */
    link_number: number
  }
}
