import type { Mapping } from '#shared/rules/ingest/mapping.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { requireRepeated } from '../../kit/repeated.ts'

export interface StoredDeviceMapping {
  mapping: Mapping
  preset: string | null
  mapping_id: number | null
}

/** Mapping of a device, and its version: 0 before it ever had one. */
export const mappingOfDevice = async (
  db: Database,
  deviceId: number,
): Promise<{ given: StoredDeviceMapping | null; version: number }> => {
  const row = await db
    .selectFrom('device_mappings')
    .select(['mapping', 'preset', 'mapping_id', 'version'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  if (!row) return { given: null, version: 0 }
  const { version, ...rest } = row
  const mapping: Mapping | null = JSON.parse(row.mapping)
  return { given: mapping && { ...rest, mapping }, version }
}

/** Mappings of those of these devices that have one. */
export const mappingsOfDevices = async (db: Database, deviceIds: readonly number[]): Promise<Map<number, Mapping>> => {
  const rows = await db
    .selectFrom('device_mappings')
    .select(['device_id', 'mapping'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .execute()
  const found = rows.map(({ device_id, mapping }): [number, Mapping | null] => [device_id, JSON.parse(mapping)])
  return new Map(found.filter((one): one is [number, Mapping] => one[1] !== null))
}

/**
 * Gives a device its mapping, or with null takes it away. Throws changed_meanwhile when `version` is given and not the
 * present one, unless the change is sent again; the row of one that was taken away stays, so that its version goes on.
 */
export const setDeviceMapping = async (
  db: Database,
  deviceId: number,
  given: StoredDeviceMapping | null,
  changed_at: string,
  version?: number,
): Promise<void> => {
  const from = { preset: given?.preset ?? null, mapping_id: given?.mapping_id ?? null }
  const row = { ...from, mapping: JSON.stringify(given?.mapping ?? null), changed_at }
  const set = await db
    .insertInto('device_mappings')
    .values({ device_id: deviceId, ...row })
    .onConflict(conflict => {
      const update = conflict
        .column('device_id')
        .doUpdateSet(eb => ({ ...row, version: eb('device_mappings.version', '+', 1) }))
      return version === undefined ? update : update.where('device_mappings.version', '=', version)
    })
    .returning('version')
    .executeTakeFirst()
  if (set) return
  const stored = db.selectFrom('device_mappings').selectAll().where('device_id', '=', deviceId)
  requireRepeated(await stored.executeTakeFirst(), { ...from, mapping: row.mapping }, version)
}

/** Gives devices their mapping of an account anew, as it was changed; answers those that still take it. */
export const changeMappingOf = async (
  db: Database,
  deviceIds: readonly number[],
  mappingId: number,
  mapping: Mapping,
  changed_at: string,
): Promise<number[]> => {
  const rows = await db
    .updateTable('device_mappings')
    .set(eb => ({ mapping: JSON.stringify(mapping), preset: null, changed_at, version: eb('version', '+', 1) }))
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('mapping_id', '=', mappingId)
    .returning('device_id')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

export interface StoredOwnMapping {
  id: number
  user_id: number
  name: string
  mapping: Mapping
  version: number
}

export const mappingsOfUser = async (db: Database, userId: number): Promise<StoredOwnMapping[]> => {
  const rows = await db
    .selectFrom('mappings')
    .select(['id', 'user_id', 'name', 'mapping', 'version'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, mapping: JSON.parse(row.mapping) }))
}

export const mappingOfId = async (db: Database, id: number): Promise<StoredOwnMapping | null> => {
  const row = await db
    .selectFrom('mappings')
    .select(['id', 'user_id', 'name', 'mapping', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, mapping: JSON.parse(row.mapping) } : null
}

export const insertMapping = async (
  db: Database,
  { mapping, ...row }: { user_id: number; name: string; mapping: Mapping; created_at: string },
): Promise<number> => {
  const inserted = await db
    .insertInto('mappings')
    .values({ ...row, mapping: JSON.stringify(mapping) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/**
 * Returns the new version, or that of the same change where it is sent again. Throws changed_meanwhile when `version` is given and
 * not the present one.
 */
export const updateMapping = async (
  db: Database,
  id: number,
  { name, mapping, version }: { name: string; mapping: Mapping; version?: number | undefined },
): Promise<{ version: number; isRepeated: boolean }> => {
  const wanted = { name, mapping: JSON.stringify(mapping) }
  const update = db
    .updateTable('mappings')
    .set(eb => ({ ...wanted, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
  const updated = await (version === undefined ? update : update.where('version', '=', version)).executeTakeFirst()
  if (updated) return { ...updated, isRepeated: false }
  const stored = db.selectFrom('mappings').selectAll().where('id', '=', id)
  const { version: present } = requireRepeated(await stored.executeTakeFirst(), wanted, version)
  return { version: present, isRepeated: true }
}

export const deleteMapping = async (db: Database, id: number): Promise<void> => {
  await db.deleteFrom('mappings').where('id', '=', id).execute()
}

/** Devices that took a mapping of an account. */
export const devicesWithMapping = async (db: Database, mappingIds: number[]) =>
  db
    .selectFrom('device_mappings')
    .select(['device_id', 'mapping_id'])
    .where('mapping_id', 'in', inIds(db, mappingIds))
    .execute()
