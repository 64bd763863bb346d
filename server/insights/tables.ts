import type { Generated } from 'kysely'
import type { Insight } from '#shared/contract/measurements/insights.ts'
import type { Json } from '../kit/database/json.ts'

export interface InsightTables {
  /** Findings of an area and local day, with what led to them; JSON: numbers, quantities, times, device_ids. */
  insights: {
    id: Generated<number>
    area_id: number
    insight: Insight['insight']
    variant: string | null
    day: string
    start: string
    end: string
    value: number
    threshold: number
    holds: Insight['holds']
    coverage: number
    numbers: Json<Insight['numbers']>
    quantities: Json<Insight['quantities']>
    times: Json<Insight['times']>
    device_ids: Json<Insight['device_ids']>
    found_at: string
    dismissed_at: string | null
    dismissed_by: number | null
  }
  /** Nights and days of a location that are looked at. */
  insight_runs: { location_id: number; day: string; phase: 'night' | 'day'; done_at: string }
}
