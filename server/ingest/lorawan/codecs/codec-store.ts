import type { Database } from '../../../kit/database/database.ts'
import { requireRepeated } from '../../../kit/repeated.ts'
import type { CodecTables } from './tables.ts'

export type StoredCodec = Pick<CodecTables['device_codecs'], 'script'> & {
  /** ISO 8601; null before there was any. */
  changed_at: string | null
  /** 0 before there was any. */
  version: number
}

export const codecOfDevice = async (db: Database, deviceId: number): Promise<StoredCodec> =>
  (await db
    .selectFrom('device_codecs')
    .select(['script', 'changed_at', 'version'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()) ?? { script: null, changed_at: null, version: 0 }

/**
 * Gives a device its codec, or with null takes it away; false where the change is sent again and was made before. Throws
 * changed_meanwhile when `version` is given and not the present one; the row of one that was taken away stays, so that its
 * version goes on.
 */
export const writeCodec = async (
  db: Database,
  deviceId: number,
  row: { script: string | null; changed_at: string },
  version?: number,
): Promise<boolean> => {
  const written = await db
    .insertInto('device_codecs')
    .values({ device_id: deviceId, ...row })
    .onConflict(conflict => {
      const update = conflict
        .column('device_id')
        .doUpdateSet(eb => ({ ...row, version: eb('device_codecs.version', '+', 1) }))
      return version === undefined ? update : update.where('device_codecs.version', '=', version)
    })
    .returning('version')
    .executeTakeFirst()
  if (!written) requireRepeated(await codecOfDevice(db, deviceId), { script: row.script }, version)
  return written !== undefined
}
