import { type Acting, writeAudit } from '../../audit/audit.ts'
import { askedTogether } from '../../kit/database/asked-together.ts'
import type { Database } from '../../kit/database/database.ts'
import { againAfterCollision } from '../../kit/database/store-error.ts'
import { oneAtATime } from '../../kit/one-at-a-time.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import {
  deleteKeyOfId,
  deleteOtherKeys,
  deleteReplacedKeys,
  insertKey,
  keepReplacedKeys,
  keysOfHashes,
  noteKeyUses,
  replaceOtherKeys,
} from './key-store.ts'

export { deviceKeysOf } from './key-store.ts'

const CACHED_MS = 10_000
const NOTE_USE_MS = 60_000
const KEYS_CHANGED = 'device-keys'

interface MadeKey {
  id: number
  key: string
}

/** Makes a key within a transaction; older ones end when it is first used, or at once. Tell with `forgetKeys` once that is certain. */
export const createKeyInside = async (
  services: Services & Acting,
  db: Database,
  deviceId: number,
  stopOldAtOnce: boolean,
): Promise<MadeKey> => {
  const key = `bm_${newSecret()}`
  const id = await insertKey(db, {
    device_id: deviceId,
    key_hash: hashOf(key),
    tail: key.slice(-4),
    created_at: isoNow(services),
    last_used_at: null,
    replaced_by: null,
  })
  await writeAudit(services, db, { action: 'key_created', device_id: deviceId })
  await (stopOldAtOnce ? deleteOtherKeys : replaceOtherKeys)(db, deviceId, id)
  return { id, key }
}

/** Deletes a key, inside a transaction that `forgetKeys` follows. False where the device has no such key. */
export const deleteKeyInside = async (
  services: Services & Acting,
  db: Database,
  deviceId: number,
  keyId: number,
): Promise<boolean> => {
  const gone = await deleteKeyOfId(db, deviceId, keyId)
  if (!gone) return false
  // A new key thrown away ends nothing any more.
  await keepReplacedKeys(db, keyId)
  await writeAudit(services, db, { action: 'key_deleted', device_id: deviceId })
  return true
}

export const forgetKeys = (services: Services): void => services.bus.publish(KEYS_CHANGED, null)

export type KeyRing = (key: string) => Promise<number | null>

/**
 * Finds the device of a key. Remembers for some seconds, since devices call often; any change of keys forgets at once. When keys were
 * last used is written by `flush`, for all of them together: who has called twice within a minute costs nothing, and a process that
 * is killed leaves the time of a moment before.
 */
export const createKeyRing = (services: Services): { deviceOf: KeyRing; flush(): Promise<void> } => {
  const known = new Map<string, { deviceId: number; until: number }>()
  let used = new Set<number>()
  let changes = 0
  const forget = () => {
    changes++
    known.clear()
  }
  services.bus.subscribe(KEYS_CHANGED, forget)
  services.bus.onGap(forget)

  const read = askedTogether(async (hashes: readonly string[]) => {
    const found = await keysOfHashes(services.db, hashes)
    for (const { id, last_used_at } of found.values())
      if (last_used_at !== null && services.now() - Date.parse(last_used_at) >= NOTE_USE_MS) used.add(id)
    return found
  })

  /** Ends the keys that others replace which are used for the first time; who uses another key waits for none of it. */
  const beginUse = askedTogether(async (ids: readonly number[]) => {
    const ended = await againAfterCollision(() => deleteReplacedKeys(services.db, ids))
    if (ended.length > 0) forgetKeys(services)
    await noteUses(ids)
    return new Map(ids.map(id => [id, true]))
  })

  /** Two processes that hear the same devices may note them in another order each. */
  const noteUses = (ids: readonly number[]) =>
    againAfterCollision(() => noteKeyUses(services.db, ids, isoNow(services)))

  return {
    deviceOf: async key => {
      const hash = hashOf(key)
      const remembered = known.get(hash)
      if (remembered && remembered.until > services.now()) return remembered.deviceId
      const seen = changes
      const row = await read(hash)
      if (!row) return null
      if (row.last_used_at === null) await beginUse(row.id)
      // Keys changed while this was read: what was read may be over.
      if (seen !== changes) return row.device_id
      if (known.size > 50_000) known.clear()
      known.set(hash, { deviceId: row.device_id, until: services.now() + CACHED_MS })
      return row.device_id
    },

    flush: oneAtATime(async () => {
      if (used.size === 0) return
      const taken = used
      used = new Set()
      try {
        await noteUses([...taken])
      } catch (error) {
        for (const id of taken) used.add(id)
        throw error
      }
    }),
  }
}
