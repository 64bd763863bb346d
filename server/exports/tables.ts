import type { Generated } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { ExportFormat, ExportInput } from '#shared/contract/measurements/exports.ts'
import type { Json } from '../kit/database/json.ts'

/** A period that a file holds of a device. */
export interface TakenPeriod {
  device_id: number
  /** ISO 8601. */
  from: string
  until: string
  /** Consent by which it was read, with the measurements of the file; missing where every measurement is seen. */
  consent?: { research_id: number; location_id: number; measurements: string[] }
}

/** Parts of a plan that are kept with its export. */
export interface StoredPlan {
  input: ExportInput
  /** Missing in what an older version kept. */
  language?: Language
  zone: string
  keys: string[]
  /** Missing in what an older version kept; there the devices stand alone. */
  taken?: TakenPeriod[]
  /** Number of devices that hang nowhere, whose names are the last ones; missing in what an older version kept. */
  unplaced?: number
  deviceIds?: number[]
}

/** Files somebody asked for, and who took what out. */
export interface ExportTables {
  /** A file somebody asked for. `input` is JSON of what was chosen, `names` of what is in it. */
  exports: {
    id: Generated<number>
    user_id: number
    input: Json<StoredPlan>
    names: Json<string[]>
    format: ExportFormat
    status: 'waiting' | 'running' | 'ready' | 'failed'
    from: string
    until: string
    values: number
    values_done: number
    bytes: number
    created_at: string
    /** Time it last got on; an export that stands still has lost its process. */
    progressed_at: string
    finished_at: string | null
    expires_at: string | null
    ticket_hash: string | null
    ticket_until: string | null
    /** Time (ISO 8601) until which a process works on it; empty where one of an older version does. */
    taken_until: Generated<string>
    tries: Generated<number>
    /** Name in the store of files; null where an older version kept it in a folder of its own. */
    file: string | null
  }
  /** Files in the store, named before they are written: those that no export names any more are removed. */
  export_files: { file: string; created_at: string }
  /** Downloads: who took which measurements out, and when, for the owners of the devices. */
  downloads: {
    id: Generated<number>
    user_id: number | null
    at: string
    format: ExportFormat
    from: string
    until: string
    measurements: Json<string[]>
    raw: number
  }
  /** Periods of each device in a download; a device has several where its intervals do not join. */
  download_devices: { download_id: number; device_id: number; from: string; until: string }
}
