import type { WeatherProblem } from '#shared/contract/operations.ts'

export interface WeatherTables {
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
}
