import type { ReportRows } from '#shared/rules/reports/report-states.ts'

/** Choices of a report that are kept with it. */
export interface StoredContent {
  area_ids: number[]
  /** Null for all that dials show. */
  measurements: string[] | null
  rows: ReportRows
}
