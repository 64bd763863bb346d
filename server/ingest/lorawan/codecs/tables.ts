import type { Generated } from 'kysely'

export interface CodecTables {
  /** Codecs that people pasted for devices, as their makers wrote them; `script` is null where one was taken away. */
  device_codecs: {
    device_id: number
    script: string | null
    changed_at: string
    /** Version, one more with each change. */
    version: Generated<number>
  }
}
