import type { EmissionSettings } from '#shared/rules/locations/emission-settings.ts'
import type { Json } from '../kit/database/json.ts'

export interface EmissionTables {
  /** Settings of an area as they were saved; the last version holds, earlier ones tell what a result was worked out with. */
  emission_settings: {
    area_id: number
    /** Counts from 1. */
    version: number
    settings: Json<EmissionSettings>
    changed_at: string
    changed_by: number | null
  }
}
