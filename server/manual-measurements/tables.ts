import type { Generated } from 'kysely'
import type { Manual } from '#shared/contract/manual.ts'
import type { Json } from '../kit/database/json.ts'

type ManualHistory = Manual['history'][number]

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
    action: ManualHistory['action']
    before: Json<ManualHistory['before']>
  }
}
