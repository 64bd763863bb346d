import type { Generated } from 'kysely'

/** Tables of photos, and of the secrets their addresses are signed with. */
export interface PhotoTables {
  /** What the server signs with, one for each purpose. */
  server_secrets: { name: string; value: string }
  /** Names of pictures that were begun to be written; what no photo names is removed. */
  photo_files: { name: string; created_at: string }
  photos: {
    id: Generated<number>
    /** What it is a photo of: of a device's camera, or of an inspection. */
    owner_kind: 'device' | 'inspection'
    owner_id: number
    /** What the client of an inspection calls it, so that sending twice makes one; empty for a device's. */
    client_id: Generated<string>
    kind: 'normal' | 'infrared'
    time: string
    file: string
    /** Of what was sent, its position and all. */
    content_type: string
    width: number
    height: number
    marked: number
    annotation: string
    created_at: string
    created_by: number | null
  }
}
