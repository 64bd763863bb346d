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

/**
 * Claims the sending of a change for this process until a time (ISO 8601); false when it was sent, or another process is about
 * to. What a killed process claimed is free again after that time.
 */
export const claimSending = async (
  db: Database,
  { device_id, changeId, now, until }: { device_id: number; changeId: number; now: string; until: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('device_downlinks')
    .set({ sending_until: until })
    .where('device_id', '=', device_id)
    .where(eb => eb.or([eb('sent_change', 'is', null), eb('sent_change', '!=', changeId)]))
    .where('sending_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a claim: with the change that was sent, or with null after a sending that failed. */
export const endSending = async (db: Database, deviceId: number, sent: number | null): Promise<void> => {
  await db
    .updateTable('device_downlinks')
    .set({ sending_until: '', ...(sent === null ? {} : { sent_change: sent }) })
    .where('device_id', '=', deviceId)
    .execute()
}

export const forgetDownlink = (db: Database, deviceId: number) =>
  db.deleteFrom('device_downlinks').where('device_id', '=', deviceId).execute()
