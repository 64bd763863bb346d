import type { Kysely } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type World } from '../../kit/world.ts'
import type { Tables } from '../../tables.ts'

const CACHED_MS = 10_000
const NOTE_USE_MS = 60_000
const KEYS_CHANGED = 'device-keys'

/** Makes a key. Older ones end when it is first used, or at once. */
export const createKey = async (
  world: World,
  deviceId: number,
  stopOldAtOnce: boolean,
): Promise<{ id: number; key: string }> => {
  const key = `bm_${newSecret()}`
  const id = await world.db.transaction().execute(async db => {
    const row = await db
      .insertInto('device_keys')
      .values({
        device_id: deviceId,
        key_hash: hashOf(key),
        tail: key.slice(-4),
        created_at: isoNow(world),
        last_used_at: null,
        replaced_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const older = { column: 'device_id', value: deviceId } as const
    if (stopOldAtOnce)
      await db.deleteFrom('device_keys').where(older.column, '=', older.value).where('id', '!=', row.id).execute()
    else
      await db
        .updateTable('device_keys')
        .set({ replaced_by: row.id })
        .where(older.column, '=', older.value)
        .where('id', '!=', row.id)
        .execute()
    return row.id
  })
  world.bus.publish(KEYS_CHANGED, null)
  return { id, key }
}

export const keysOf = (db: Database, deviceId: number) =>
  db.selectFrom('device_keys').selectAll().where('device_id', '=', deviceId).orderBy('id', 'desc').execute()

/** Ids of those of these devices that have a key. */
export const devicesWithKeys = async (db: Database, deviceIds: number[]): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('device_keys')
    .select('device_id')
    .distinct()
    .where('device_id', 'in', deviceIds.length ? deviceIds : [0])
    .execute()
  return new Set(rows.map(row => row.device_id))
}

export const deleteKey = async (world: World, deviceId: number, keyId: number): Promise<boolean> => {
  const deleted = await world.db
    .deleteFrom('device_keys')
    .where('device_id', '=', deviceId)
    .where('id', '=', keyId)
    .returning('id')
    .executeTakeFirst()
  // A new key thrown away ends nothing any more.
  await world.db.updateTable('device_keys').set({ replaced_by: null }).where('replaced_by', '=', keyId).execute()
  world.bus.publish(KEYS_CHANGED, null)
  return deleted !== undefined
}

/** Ends every key of a device; tell with `forgetKeys` once that is certain. */
export const deleteKeys = (db: Database, deviceId: number) =>
  db.deleteFrom('device_keys').where('device_id', '=', deviceId).execute()

export const forgetKeys = (world: World): void => world.bus.publish(KEYS_CHANGED, null)

export type KeyRing = (key: string) => Promise<number | null>

/** Finds the device of a key. Remembers for some seconds, since devices call often; any change of keys forgets at once. */
export const createKeyRing = (world: World): KeyRing => {
  const known = new Map<string, { deviceId: number; until: number }>()
  let changes = 0
  world.bus.subscribe(KEYS_CHANGED, () => {
    changes++
    known.clear()
  })
  return async key => {
    const hash = hashOf(key)
    const remembered = known.get(hash)
    if (remembered && remembered.until > world.now()) return remembered.deviceId
    const seen = changes
    const row = await world.db.selectFrom('device_keys').selectAll().where('key_hash', '=', hash).executeTakeFirst()
    if (!row) return null
    await noteUse(world, row)
    // Keys changed while this was read: what was read may be over.
    if (seen !== changes) return row.device_id
    if (known.size > 50_000) known.clear()
    known.set(hash, { deviceId: row.device_id, until: world.now() + CACHED_MS })
    return row.device_id
  }
}

const noteUse = async (world: World, key: { id: number; last_used_at: string | null }): Promise<void> => {
  if (key.last_used_at === null) await endReplaced(world.db, key.id, () => world.bus.publish(KEYS_CHANGED, null))
  else if (world.now() - Date.parse(key.last_used_at) < NOTE_USE_MS) return
  await world.db
    .updateTable('device_keys')
    .set({ last_used_at: isoNow(world) })
    .where('id', '=', key.id)
    .execute()
}

const endReplaced = async (db: Kysely<Tables>, keyId: number, changed: () => void): Promise<void> => {
  const ended = await db.deleteFrom('device_keys').where('replaced_by', '=', keyId).returning('id').execute()
  if (ended.length > 0) changed()
}
