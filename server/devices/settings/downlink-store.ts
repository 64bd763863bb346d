import type { Database } from '../../kit/database/database.ts'

/** Address where a device's network server takes downlinks, and how the device reads them. */
export interface DownlinkRoute {
  url: string
  api_key: string
  decoder: string
}

export const keepRoute = async (db: Database, deviceId: number, route: DownlinkRoute): Promise<void> => {
  await db
    .insertInto('device_downlinks')
    .values({ device_id: deviceId, ...route, sent_change: null })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet({ ...route, sent_change: null }))
    .execute()
}

export const routeOf = (db: Database, deviceId: number) =>
  db.selectFrom('device_downlinks').selectAll().where('device_id', '=', deviceId).executeTakeFirst()

export const noteSent = async (db: Database, deviceId: number, changeId: number): Promise<void> => {
  await db.updateTable('device_downlinks').set({ sent_change: changeId }).where('device_id', '=', deviceId).execute()
}

export const forgetDownlink = (db: Database, deviceId: number) =>
  db.deleteFrom('device_downlinks').where('device_id', '=', deviceId).execute()
