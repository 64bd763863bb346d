import type { Generated } from 'kysely'

export interface MappingTables {
  /** Mappings for a model of device that an account made for itself; `mapping` is JSON. */
  mappings: {
    id: Generated<number>
    user_id: number
    name: string
    mapping: string
    created_at: string
    /** Version, one more with each change. */
    version: Generated<number>
  }
  /**
   * Mappings by which devices' messages are read: JSON, null where a mapping was taken away. `preset` or `mapping_id`
   * say what it was taken from.
   */
  device_mappings: {
    device_id: number
    mapping: string
    preset: string | null
    mapping_id: number | null
    changed_at: string
    /** Version, one more with each change. */
    version: Generated<number>
  }
  /** The last messages of a device. `body` is JSON, shortened where `cut`; `became` is JSON: what became of each value. */
  raw_messages: {
    id: Generated<number>
    device_id: number
    at: string
    /** Time of the earliest value in it, when that is before `at`. */
    earliest: string
    door: string
    body: string
    cut: number
    accepted: number
    refused: number
    became: string
  }
}
