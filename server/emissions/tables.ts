import type { Generated } from 'kysely'
import type { KeptEmissionSettings } from '#shared/rules/locations/emission-settings.ts'
import type { Json } from '../kit/database/json.ts'
import type { FrozenReport, ReportSummary } from './reports/frozen.ts'

export interface EmissionTables {
  /** Reports as they were made, each seen by the account that made it alone. */
  emission_reports: {
    id: Generated<number>
    user_id: number
    made_at: string
    /** Everything the report was made of and says. Nothing changes it. */
    content: Json<FrozenReport>
    /** Part of it that a list shows; lists read no more. */
    summary: Json<ReportSummary>
    /** SHA-256 of `content`, hexadecimal. */
    checksum: string
    /** Report of the queue that it is of, with which it goes; null of one that somebody keeps. */
    report_id: number | null
  }
  /** Settings of an area as they were saved; the last version holds, earlier ones tell what a result was worked out with. */
  emission_settings: {
    area_id: number
    /** Counts from 1. */
    version: number
    settings: Json<KeptEmissionSettings>
    changed_at: string
    changed_by: number | null
  }
}
