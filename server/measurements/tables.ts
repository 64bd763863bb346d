import type { Generated } from 'kysely'

/** What is said of measurements; they themselves are in the series store. */
export interface MeasurementTables {
  /** `compared` is JSON: what the reference and the device said. */
  calibrations: {
    id: Generated<number>
    device_id: number
    measurement: string
    method: string
    offset: number
    valid_from: string
    compared: string
    reference_device_id: number | null
    created_at: string
    created_by: number | null
    undone_at: string | null
  }
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
