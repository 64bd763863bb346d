import type { Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

/** Keeps a device's report in place of the one before. */
export const keepReportRow = (db: Database, deviceId: number, row: Omit<Tables['device_reports'], 'device_id'>) =>
  db
    .insertInto('device_reports')
    .values({ device_id: deviceId, ...row })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet(row))
    .execute()

/** Keeps the state of a device; when it was reported stays as it is. */
export const keepState = (db: Database, deviceId: number, state: object) =>
  db
    .updateTable('device_reports')
    .set({ state: JSON.stringify(state) })
    .where('device_id', '=', deviceId)
    .execute()

/** Takes over what a device said of itself into the device. */
export const noteReported = (
  db: Database,
  deviceId: number,
  said: Pick<Updateable<Tables['devices']>, 'battery_percentage' | 'upload_interval'>,
) => db.updateTable('devices').set(said).where('id', '=', deviceId).execute()
