import type { Generated } from 'kysely'

export interface ManualMeasurementTables {
  manual_measurements: {
    id: Generated<number>
    device_id: number
    measurement: string
    time: string
    value: number
    note: string | null
    created_at: string
    created_by: number | null
    deleted_at: string | null
  }
  /** Changes of manual measurements: what each was before, with null values where it was not there before. */
  manual_changes: {
    id: Generated<number>
    manual_id: number
    changed_at: string
    changed_by: number | null
    action: string
    before: string
  }
}
