import type { Mapping } from '../../../shared/rules/mapping.ts'
import type { Catalogue } from '../../kit/catalogue.ts'

export interface DeviceMapping {
  mapping: Mapping
  preset: string | null
  mapping_id: number | null
}

export const mappingOfDevice = async (db: Catalogue, deviceId: number): Promise<DeviceMapping | null> => {
  const row = await db
    .selectFrom('device_mappings')
    .select(['mapping', 'preset', 'mapping_id'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row ? { ...row, mapping: JSON.parse(row.mapping) } : null
}

/** Gives a device its mapping, or with null takes it away. */
export const setDeviceMapping = async (
  db: Catalogue,
  deviceId: number,
  given: DeviceMapping | null,
  changed_at: string,
): Promise<void> => {
  if (given === null) {
    await db.deleteFrom('device_mappings').where('device_id', '=', deviceId).execute()
    return
  }
  const row = { ...given, mapping: JSON.stringify(given.mapping), changed_at }
  await db
    .insertInto('device_mappings')
    .values({ device_id: deviceId, ...row })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet(row))
    .execute()
}

export interface OwnMapping {
  id: number
  user_id: number
  name: string
  mapping: Mapping
}

export const mappingsOfUser = async (db: Catalogue, userId: number): Promise<OwnMapping[]> => {
  const rows = await db
    .selectFrom('mappings')
    .select(['id', 'user_id', 'name', 'mapping'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, mapping: JSON.parse(row.mapping) }))
}

export const mappingOfId = async (db: Catalogue, id: number): Promise<OwnMapping | null> => {
  const row = await db
    .selectFrom('mappings')
    .select(['id', 'user_id', 'name', 'mapping'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, mapping: JSON.parse(row.mapping) } : null
}

export const insertMapping = async (
  db: Catalogue,
  { mapping, ...row }: { user_id: number; name: string; mapping: Mapping; created_at: string },
): Promise<number> => {
  const inserted = await db
    .insertInto('mappings')
    .values({ ...row, mapping: JSON.stringify(mapping) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

export const updateMapping = async (db: Catalogue, id: number, name: string, mapping: Mapping): Promise<void> => {
  await db
    .updateTable('mappings')
    .set({ name, mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute()
}

export const deleteMapping = async (db: Catalogue, id: number): Promise<void> => {
  await db.deleteFrom('mappings').where('id', '=', id).execute()
}

/** Devices that took a mapping of an account. */
export const devicesWithMapping = async (db: Catalogue, mappingIds: number[]) =>
  db
    .selectFrom('device_mappings')
    .select(['device_id', 'mapping_id'])
    .where('mapping_id', 'in', mappingIds.length ? mappingIds : [0])
    .execute()
