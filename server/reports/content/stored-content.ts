import type { ReportRows } from '#shared/rules/reports/report-states.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'

/** Choices of a report that are kept with it: it is about areas, or devices, or a research project. */
export interface StoredContent {
  /** Empty where it is about something else. */
  area_ids: number[]
  /** Devices, wherever they hang. */
  device_ids?: number[]
  /** Research project, of which it says what was consented to. */
  research_id?: number
  /** Null for all that dials show. */
  measurements: string[] | null
  rows: ReportRows
  /** Substance whose emission it is about; a report of measurements has none. */
  gas?: Emitted
  /** Report that this one makes once more. */
  again_of?: number
  /** Set of a run of a schedule: what does not fit is left out, for nobody is there who would choose again. */
  is_run?: true
  /** Areas of its devices or project that had no room in a run. */
  left_out?: number
  /** Areas or devices of its schedule that the owner of that no longer reads. */
  gone?: number
}
