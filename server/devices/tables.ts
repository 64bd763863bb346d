import type { Generated } from 'kysely'

export interface DeviceTables {
  /** Number of a device's newest message; null after a join. */
  device_counters: { device_id: number; counter: number | null }
  /** Messages of a day (UTC) that came, and those between them that never did. */
  lost_messages: { device_id: number; day: string; heard: number; lost: number; last_time: string }
  /** Secrets with which an account's own network server proves itself. */
  webhook_secrets: {
    user_id: number
    secret_hash: string
    tail: string
    created_at: string
    last_used_at: string | null
  }
  /**
   * Address where the network server of a device takes what it is to hear; `api_key` is kept as it is, to be sent
   * along.
   */
  device_downlinks: {
    device_id: number
    url: string
    api_key: string
    decoder: string
    /** The change of a setting that was handed over last. */
    sent_change: number | null
  }
  /** Placements as they were before the deletion of their place ended them, as JSON of the row. */
  interrupted_placements: {
    id: Generated<number>
    area_id: number
    device_id: number
    placement: string
  }
}
