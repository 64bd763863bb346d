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

export interface SummaryTables {
  /**
   * Single row: until when hours are summed up (null: none is), and until when a process is at it (empty: none is), its
   * `run` counting up. Nothing is summed before `begins_at`.
   */
  summed_hours: {
    id: number
    run: number
    taken_until: string
    begins_at: string
    summed_until: string | null
    /** Values of before are refused: they go, or have gone. Null where all are kept. */
    readings_from: string | null
    /** Hours of before are what their summaries say, whatever readings are left of them; since `hours_alone_since`. */
    hours_alone_until: string | null
    hours_alone_since: string | null
    /** Readings of before are gone, or going; the horizon never moves back beyond it. Null where none are. */
    dropped_until: string | null
  }
  /** Intervals whose values somebody changes or changed: read from the readings until they are summed up anew. */
  changed_hours: {
    id: Generated<number>
    device_id: number
    start: string
    end: string
    /** Time from which on whoever marked it has surely ended. */
    settles_at: string
  }
}
