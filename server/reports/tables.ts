import type { Generated } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { ReportFrequency, ReportSource, ReportState, ReportTitle } from '#shared/rules/reports/report-states.ts'
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
    /** 1 of one that the editor of a schedule shows, which is in no list and has no link. */
    is_preview: Generated<number>
    /** Schedule that it is a run of; null of one on demand, and once the schedule is deleted. */
    schedule_id: number | null
    /** Time the run was due; null of a test and of one on demand. A schedule has one report for each. */
    due_at: string | null
    /** Addresses it is mailed to; null of one on demand. */
    recipients: Json<string[]> | null
  }
  /** Reports that are mailed regularly. */
  report_schedules: {
    id: Generated<number>
    user_id: number
    name: string
    source: ReportSource
    content: Json<StoredContent>
    frequency: ReportFrequency
    /** Monday is 1. */
    weekday: number
    relative: number
    language: Language
    timezone: string
    recipients: Json<string[]>
    /** Values as a CSV file on each mail. */
    csv: Generated<number>
    /** Goes with the demo farm, and mails nobody. */
    demo: Generated<number>
    active: number
    /** Null while it is off. */
    next_run_at: string | null
    version: Generated<number>
    created_at: string
  }
  /** Addresses that a schedule has mailed to. */
  report_recipients: {
    id: Generated<number>
    schedule_id: number
    /** Address in small letters. */
    email: string
    created_at: string
    /** Time since when it wants no more reports of the schedule. */
    stopped_at: string | null
  }
  /** Mails of reports, each to one address. The message is forgotten before this. */
  report_mails: {
    id: Generated<number>
    report_id: number
    recipient: string
    message_id: number | null
    state: 'waiting' | 'sent' | 'failed'
    error: string | null
  }
}
