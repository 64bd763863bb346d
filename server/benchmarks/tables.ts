import type { Json } from '../kit/database/json.ts'

export interface BenchmarkTables {
  /** Locations that count, with the owner who agreed to it. It counts only while that person owns the location. */
  benchmark_agreements: { location_id: number; user_id: number; agreed_at: string }
  /** Weeks (their Monday) that are or were worked out: each once, by the process whose `run` it is. */
  benchmark_weeks: { week: string; run: number; taken_until: string; done_at: string | null }
  /** Middle half of the farms with a species in a week. Rows are added and never changed. */
  benchmarks: {
    week: string
    area_type_id: number
    measurement: string
    /** Locations of each farm, told nobody: the next week is not published where a single farm more or less would show. */
    farms: Json<number[][]>
    low: number
    high: number
  }
  /** Values that areas gave in a week, for their owners. */
  benchmark_values: { week: string; area_id: number; area_type_id: number; measurement: string; value: number }
}
