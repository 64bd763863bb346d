import type { Generated } from 'kysely'

export interface ImportTables {
  /** `plan` is set once the file is looked at; `busy_until` keeps two from working on it at once. */
  imports: {
    id: Generated<number>
    device_id: number
    file_name: string
    bytes: number
    state: string
    plan: string | null
    counts: string | null
    rows_done: number
    busy_until: string
    /** Worker that holds the import; the one before does nothing more. */
    holder: Generated<string>
    created_at: string
    created_by: number | null
    stored_at: string | null
    undone_at: string | null
  }
  /** An uploaded file, packed and in base64. */
  import_pieces: { import_id: number; nr: number; content: string }
}
