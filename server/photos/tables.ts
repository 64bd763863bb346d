import type { Generated } from 'kysely'

/** Tables of photos. */
export interface PhotoTables {
  /** Names of pictures that were begun to be written; what no photo names is removed. */
  photo_files: { name: string; created_at: string }
  photos: {
    id: Generated<number>
    /** Owner of a photo: a device, by its camera, or an inspection. */
    owner_kind: 'device' | 'inspection'
    owner_id: number
    /** Name the client of an inspection gives the photo, so that sending twice makes one; empty for a device's. */
    client_id: Generated<string>
    kind: 'normal' | 'infrared'
    time: string
    file: string
    /** Type of the photo as it was sent, its position and all. */
    content_type: string
    width: number
    height: number
    marked: number
    annotation: string
    created_at: string
    created_by: number | null
  }
}
