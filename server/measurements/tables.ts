import type { Generated } from 'kysely'
import type { WeatherProblem } from '#shared/contract/operations.ts'

/** Tables about measurements; the measurements themselves are in the series store. */
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
    /** Custody whose time of the device it corrects; it changes nothing outside of that. */
    custody_id: number | null
  }
  /** Times of the oldest and the newest reading (ISO 8601) that came after its time and was not judged yet. */
  late_readings: { device_id: number; start: string; end: string; changes: number }
  /**
   * Single row: until when a process searches for doubtful readings (empty: none does), and until when that was done.
   */
  fault_searches: { id: number; taken_until: string; done_until: string | null }
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
  /** Weather that is there of a location, hours from ≤ t < until; `next_at` is when the service is asked again. */
  weather_stations: {
    location_id: number
    /** The place the hours are of. */
    lat: number
    lon: number
    filled_from: string | null
    filled_until: string | null
    next_at: string
    /** Failures in a row. */
    failures: number
    problem: WeatherProblem | null
    last_ok_at: string | null
  }
  /** `plan` is set once the file is looked at; `busy_until` keeps two from working on it at once. */
  imports: {
    id: Generated<number>
    device_id: number
    file_name: string
    bytes: number
    state: string
    plan: string | null
    counts: string | null
    rows_done: number
    busy_until: string
    /** Worker that holds the import; the one before does nothing more. */
    holder: Generated<string>
    created_at: string
    created_by: number | null
    stored_at: string | null
    undone_at: string | null
  }
  /** An uploaded file, packed and in base64. */
  import_pieces: { import_id: number; nr: number; content: string }
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
