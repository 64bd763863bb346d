import type { Insertable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds, inTexts } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export const insertKey = async (db: Database, key: Insertable<Tables['device_keys']>): Promise<number> =>
  (await db.insertInto('device_keys').values(key).returning('id').executeTakeFirstOrThrow()).id

export const deviceKeysOf = (db: Database, deviceId: number) =>
  db.selectFrom('device_keys').selectAll().where('device_id', '=', deviceId).orderBy('id', 'desc').execute()

/** Keys by their hashes; those that there are. */
export const keysOfHashes = async (db: Database, hashes: readonly string[]) => {
  const rows = await db
    .selectFrom('device_keys')
    .select(['id', 'device_id', 'key_hash', 'last_used_at'])
    .where('key_hash', 'in', inTexts(db, hashes))
    .execute()
  return new Map(rows.map(row => [row.key_hash, row]))
}

/** Ids of those of these devices that have a key. */
export const devicesWithKeys = async (db: Database, deviceIds: readonly number[]): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('device_keys')
    .select('device_id')
    .distinct()
    .where('device_id', 'in', inIds(db, deviceIds))
    .execute()
  return new Set(rows.map(row => row.device_id))
}

/** Has the first use of this key end the others of the device. */
export const replaceOtherKeys = (db: Database, deviceId: number, keyId: number) =>
  db
    .updateTable('device_keys')
    .set({ replaced_by: keyId })
    .where('device_id', '=', deviceId)
    .where('id', '!=', keyId)
    .execute()

/** Takes back what `replaceOtherKeys` announced of a key that is gone: a key before it that nobody has used yet ends its elders again. */
export const keepReplacedKeys = (db: Database, keyId: number) =>
  db
    .updateTable('device_keys')
    .set(eb => ({
      replaced_by: eb
        .selectFrom('device_keys as newer')
        .select(newer => newer.fn.max('newer.id').as('id'))
        .whereRef('newer.device_id', '=', 'device_keys.device_id')
        .whereRef('newer.id', '>', 'device_keys.id')
        .where('newer.last_used_at', 'is', null),
    }))
    .where('replaced_by', '=', keyId)
    .execute()

export const noteKeyUses = (db: Database, keyIds: readonly number[], at: string) =>
  db.updateTable('device_keys').set({ last_used_at: at }).where('id', 'in', inIds(db, keyIds)).execute()

/** Ends one key of a device; undefined when there is none of this id. */
export const deleteKeyOfId = (db: Database, deviceId: number, keyId: number) =>
  db
    .deleteFrom('device_keys')
    .where('device_id', '=', deviceId)
    .where('id', '=', keyId)
    .returning('id')
    .executeTakeFirst()

export const deleteOtherKeys = (db: Database, deviceId: number, keyId: number) =>
  db.deleteFrom('device_keys').where('device_id', '=', deviceId).where('id', '!=', keyId).execute()

/** Ends the keys that these replace; their ids. */
export const deleteReplacedKeys = (db: Database, keyIds: readonly number[]) =>
  db.deleteFrom('device_keys').where('replaced_by', 'in', inIds(db, keyIds)).returning('id').execute()

/** Ends every key of a device; tell with `forgetKeys` once that is certain. */
export const deleteKeys = (db: Database, deviceId: number) =>
  db.deleteFrom('device_keys').where('device_id', '=', deviceId).execute()
