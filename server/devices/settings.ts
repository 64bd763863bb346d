import type { Catalogue } from '../kit/catalogue.ts'

/** Seconds between two messages of a device, as wanted. */
export const uploadIntervalOf = async (db: Catalogue, deviceId: number): Promise<number> => {
  const device = await db
    .selectFrom('devices')
    .select('upload_interval')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return device.upload_interval
}

/** Names of devices, in their order. */
export const deviceNames = (db: Catalogue, ids: number[]) =>
  db
    .selectFrom('devices')
    .select(['id', 'name', 'device_name'])
    .where('id', 'in', ids.length ? ids : [0])
    .orderBy('name')
    .orderBy('id')
    .execute()
