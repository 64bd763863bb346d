import type { Generated } from 'kysely'
import type { NETWORKS } from '#shared/contract/devices/lorawan.ts'
import type { Language, OfferKind } from '#shared/contract/fixed.ts'
import type { AlertTables } from './alert-tables.ts'
import type { DeliveryTables } from './alerts/delivery/tables.ts'
import type { AlarmTables } from './alerts/escalation/tables.ts'
import type { DeviceTables } from './devices/tables.ts'
import type { DiaryTables } from './diary/tables.ts'
import type { ExportTables } from './exports/tables.ts'
import type { MappingTables } from './ingest/mapping/tables.ts'
import type { MqttTables } from './ingest/mqtt/tables.ts'
import type { InsightTables } from './insights/tables.ts'
import type { MeasurementTables } from './measurements/tables.ts'
import type { NotificationTables } from './notifications/tables.ts'
import type { PhotoTables } from './photos/tables.ts'

/** Every table of the database. Times are ISO 8601 UTC text, flags 0 or 1, nested values JSON text: the same in both dialects. */
export interface Tables
  extends AlarmTables,
    AlertTables,
    DeliveryTables,
    DeviceTables,
    DiaryTables,
    ExportTables,
    InsightTables,
    MappingTables,
    MeasurementTables,
    MqttTables,
    NotificationTables,
    PhotoTables {
  users: {
    id: Generated<number>
    email: string
    name: string
    username: string
    password_hash: string
    admin: number
    permissions: string
    locale: Language
    time_zone: string
    policy_accepted: string
    email_verified_at: string | null
    pending_email: string | null
    password_changed_at: string
    /** Time since which sign-in asks for a one-time code; null when it does not. */
    one_time_codes_since: string | null
    created_at: string
  }
  /**
   * Secrets kept as they are: the server works codes out of them. `last_step` is the newest step of 30 s whose code was
   * used.
   */
  one_time_secrets: { user_id: number; secret: string; last_step: number; wrong: number; wrong_at: string }
  backup_codes: { user_id: number; code_hash: string }
  sessions: {
    id: Generated<number>
    user_id: number
    token_hash: string
    created_at: string
    last_used_at: string
    expires_at: string
    agent: string
  }
  /** `email` is the address the link was mailed to. */
  email_verifications: { token_hash: string; user_id: number; email: string; expires_at: string }
  /** Changes of address, which the owner of `old_email` can stop with the mailed link, or undo. */
  email_changes: {
    id: Generated<number>
    user_id: number
    old_email: string
    new_email: string
    token_hash: string
    expires_at: string
  }
  /** Tries that a limit counts, of all processes together. */
  limit_counts: { policy: string; key_hash: string; count: number; ends_at: string }
  /** Browsers that an account was signed in to from. */
  known_browsers: { user_id: number; token_hash: string; used_at: string }
  /** `code_hash` is of six digits with a few tries, `link_hash` of what the link in the same letter brings. */
  password_codes: { user_id: number; code_hash: string; link_hash: string; expires_at: string; tries_left: number }
  settings: { user_id: number; name: string; value: string }
  locations: {
    id: Generated<number>
    name: string
    description: string | null
    colour: string | null
    type: number
    details: string
    country_code: string | null
    country: string | null
    city: string | null
    postal_code: string | null
    street: string | null
    number: string | null
    lat: number | null
    lon: number | null
    time_zone: string
    ubn: string | null
    demo: number
    created_at: string
    /** Counts the changes; whoever saves says which one was read. */
    version: Generated<number>
    /** Time of its deletion, set while it can be brought back. */
    deleted_at: string | null
  }
  /** Owners by e-mail, so that people without an account yet can be named. */
  location_owners: { location_id: number; email: string }
  areas: {
    id: Generated<number>
    location_id: number
    name: string
    area_type_id: number
    colour: string | null
    width: number | null
    height: number | null
    depth: number | null
    group_width: number | null
    group_depth: number | null
    animals_per_group: number | null
    group_items: string
    animal_places: number | null
    ammonia_factor: number | null
    version: Generated<number>
    deleted_at: string | null
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
  }
  /** LoRaWAN devices that are heard and that nobody has added yet. `profile` is how the network server calls the model. */
  unknown_devices: {
    eui: string
    network: (typeof NETWORKS)[number]
    name: string | null
    profile: string | null
    messages: number
    first_heard_at: string
    last_heard_at: string
  }
  /** Messages of unknown devices, as they were read: JSON. */
  unknown_messages: { id: Generated<number>; eui: string; heard: string }
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
  /**
   * Custody: who has a device from when to when, its owner or a person the owner lends it to. The ownerships of a device leave
   * no gap; one without a user and an address stands while it is nobody's.
   */
  rentals: {
    id: Generated<number>
    device_id: number
    /** Account of the person; null until the address has a confirmed one. */
    user_id: number | null
    email: string
    owner: number
    /** Ownership that a lending was given from. */
    given_from: number | null
    start: string
    end: string | null
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
   * Offers that wait to be accepted, or were declined: a device for good, a rental, co-ownership of a location, a
   * research project.
   */
  offers: {
    id: Generated<number>
    kind: OfferKind
    device_id: number | null
    rental_id: number | null
    location_id: number | null
    research_id: number | null
    /** Giver of the offer; null when an administrator hands over a device that has no owner. */
    from_user_id: number | null
    email: string
    /** Time it was offered last. */
    created_at: string
    declined_at: string | null
  }
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
  research: {
    id: Generated<number>
    name: string
    research_subject_id: number
    start: string
    end: string | null
    aim: string | null
    purpose: string | null
    conclusion: string | null
    institution: string | null
    owner_id: number | null
    created_at: string
  }
  /** People by e-mail, so that those without an account yet can be named. */
  research_people: { research_id: number; email: string }
}
