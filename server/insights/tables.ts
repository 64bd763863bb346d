import type { Generated } from 'kysely'

export interface InsightTables {
  /** Findings of an area and local day, with what led to them; JSON: numbers, quantities, times, device_ids. */
  insights: {
    id: Generated<number>
    area_id: number
    insight: string
    variant: string | null
    day: string
    start: string
    end: string
    value: number
    threshold: number
    holds: string
    coverage: number
    numbers: string
    quantities: string
    times: string
    device_ids: string
    found_at: string
    dismissed_at: string | null
    dismissed_by: number | null
  }
  /** Nights and days of a location that are looked at. */
  insight_runs: { location_id: number; day: string; phase: 'night' | 'day'; done_at: string }
}
