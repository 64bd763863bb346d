import type { Generated } from 'kysely'
import type { Calibration, CalibrationSource } from '#shared/contract/devices/calibrations.ts'
import type { Json } from '../kit/database/json.ts'

export interface DeviceTables {
  /** Times of devices that are gone, or are nobody's to see, until their values are deleted. */
  removed_times: {
    id: Generated<number>
    device_id: number
    /** Null for all times. */
    start: string | null
    end: string | null
    /** Time until which a process deletes them. */
    taken_until: string
  }
  devices: {
    id: Generated<number>
    name: string
    device_name: string
    eui: string | null
    plan: 'light' | 'basic' | 'pro'
    upload_interval: number
    demo: number
    last_message_at: string | null
    /** Arrival of its newest value, whatever time it was measured at. */
    last_value_at: Generated<string | null>
    battery_percentage: number | null
    created_at: string
    /** Time it last called at all, whatever it sent. */
    last_seen_at: string | null
    /** Time of its newest photo, and of its newest thermal one. */
    last_photo_at: string | null
    last_photo_ir_at: string | null
    claim_hash: string | null
    /** Built-in decoder that reads its LoRaWAN payloads; null: whichever its profile names. */
    decoder: string | null
    /**
     * Time since which what the server's own network servers hear of its EUI is given to it: an administrator vouches
     * for that.
     */
    eui_confirmed_at: Generated<string | null>
    /** Limits of its own; null: those of its owner's account. */
    silent_after_min: Generated<number | null>
    battery_limit: Generated<number | null>
  }
  /** Limits of what an account owns: minutes of silence, charge in %; null: as is usual. */
  device_limits: { user_id: number; silent_after_min: number | null; battery_limit: number | null }
  device_keys: {
    id: Generated<number>
    device_id: number
    key_hash: string
    tail: string
    created_at: string
    last_used_at: string | null
    /** Successor of an old key: the newer key whose first use ends this one. */
    replaced_by: number | null
  }
  /** Secrets with which an account's own network server proves itself. */
  webhook_secrets: {
    user_id: number
    secret_hash: string
    tail: string
    created_at: string
    last_used_at: string | null
  }
  /**
   * Reports of devices on themselves, the last of each: `state` and reported `settings` are JSON, each field the
   * newest.
   */
  device_reports: {
    device_id: number
    at: string
    state: string
    settings: string
    settings_version: number | null
    settings_at: string | null
  }
  /** `wanted` is JSON by field; a field nobody set stays as the device has it. */
  device_settings: { device_id: number; version: number; wanted: string }
  device_setting_changes: {
    id: Generated<number>
    device_id: number
    version: number
    field: string
    /** JSON; null where a secret or nothing stands. */
    value: string | null
    previous: string | null
    state: 'pending' | 'confirmed' | 'failed' | 'taken_back' | 'replaced'
    reason: string | null
    user_id: number | null
    created_at: string
    closed_at: string | null
  }
  device_focus: { device_id: number; asked_at: string; confirmed_at: string | null; stopped_at: string | null }
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
    /** Time (ISO 8601) of that; null where the release before did it. */
    sent_at: string | null
    /** Time (ISO 8601) until which a process is about to hand one over; empty while none is. */
    sending_until: Generated<string>
  }
  /** Number of a device's newest message; null after a join. */
  device_counters: { device_id: number; counter: number | null }
  /** Messages of a day (UTC) that came, and those between them that never did. */
  lost_messages: { device_id: number; day: string; heard: number; lost: number; last_time: string }
  refusals: {
    device_id: number
    /** YYYY-MM-DD, UTC. */
    day: string
    field: string
    code: string
    count: number
    last_value: string
    last_time: string
  }
  /** `compared` is JSON: what the reference and the device said. */
  calibrations: {
    id: Generated<number>
    device_id: number
    measurement: string
    method: CalibrationSource
    offset: number
    valid_from: string
    compared: Json<Calibration['references']>
    reference_device_id: number | null
    created_at: string
    created_by: number | null
    undone_at: string | null
    /** Custody whose time of the device it corrects; it changes nothing outside of that. */
    custody_id: number | null
  }
  location_research: {
    id: Generated<number>
    device_id: number
    location_id: number
    area_id: number
    research_subject_id: number
    /** The research project it is part of, if any. */
    research_id: number | null
    /** The custody it was made under: nothing of it holds outside of that. */
    custody_id: number | null
    start: string
    end: string | null
    created_at: string
  }
  /** Placements as they were before the deletion of their place ended them, as JSON of the row. */
  interrupted_placements: {
    id: Generated<number>
    area_id: number
    device_id: number
    placement: string
  }
}
