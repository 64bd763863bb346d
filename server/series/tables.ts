import type { Generated } from 'kysely'
import type { Fault } from '#shared/rules/data-quality/faults.ts'

export interface FaultTables {
  /** Intervals of doubtful readings; `end` is the last of them. */
  faults: {
    id: Generated<number>
    device_id: number
    measurement: string
    fault: Fault
    start: string
    end: string
    found_at: string
    dismissed_at: string | null
    dismissed_by: number | null
  }
}
