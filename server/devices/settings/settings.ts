import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'

/** Seconds between two messages of a device, as wanted. */
export const uploadIntervalOf = async (db: Database, deviceId: number): Promise<number> => {
  const device = await db
    .selectFrom('devices')
    .select('upload_interval')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return device.upload_interval
}

/** The same of several devices. */
export const uploadIntervalsOf = async (db: Database, ids: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'upload_interval'])
    .where('id', 'in', inIds(db, ids))
    .execute()
  return new Map(rows.map(row => [row.id, row.upload_interval]))
}

/** Names of devices, in their order. */
export const deviceNames = (db: Database, ids: number[]) =>
  db
    .selectFrom('devices')
    .select(['id', 'name', 'device_name'])
    .where('id', 'in', inIds(db, ids))
    .orderBy('name')
    .orderBy('id')
    .execute()
