import type { Generated } from 'kysely'

export interface FaultTables {
  /** Stretches of doubtful readings; `end` is the last of them. */
  faults: {
    id: Generated<number>
    device_id: number
    measurement: string
    fault: string
    start: string
    end: string
    found_at: string
    dismissed_at: string | null
    dismissed_by: number | null
  }
}
