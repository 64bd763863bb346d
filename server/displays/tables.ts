import type { Generated } from 'kysely'
import type { WallDisplay } from '#shared/contract/places/displays.ts'

export interface DisplayTables {
  /** Links of wall displays. `user_id` made it: it shows what that person may see of the location. */
  wall_displays: {
    id: Generated<number>
    location_id: number
    user_id: number
    name: string
    look: WallDisplay['look']
    secret_hash: string
    tail: string
    created_at: string
    last_seen_at: string | null
    expires_at: string
  }
}
