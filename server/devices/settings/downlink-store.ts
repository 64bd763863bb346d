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
    .values({ device_id: deviceId, ...route, sent_change: null, sent_at: null })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet({ ...route, sent_change: null, sent_at: null }))
    .execute()
}

export const routeOf = (db: Database, deviceId: number) =>
  db.selectFrom('device_downlinks').selectAll().where('device_id', '=', deviceId).executeTakeFirst()

interface Claim {
  device_id: number
  changeId: number
  /** Time (ISO 8601) up to which a sending that the device never acknowledged counts as lost. */
  unheard: string
  now: string
  until: string
}

/**
 * Claims the sending of a change for this process until a time (ISO 8601); false when it was sent after `unheard`, or another process
 * is about to. What a killed process claimed is free again after that time.
 */
export const claimSending = async (
  db: Database,
  { device_id, changeId, unheard, now, until }: Claim,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('device_downlinks')
    .set({ sending_until: until })
    .where('device_id', '=', device_id)
    .where(eb =>
      eb.or([
        eb('sent_change', 'is', null),
        eb('sent_change', '!=', changeId),
        eb('sent_at', 'is', null),
        eb('sent_at', '<=', unheard),
      ]),
    )
    .where('sending_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a claim: with the change that was sent and when, or with null after a sending that failed. */
export const endSending = async (
  db: Database,
  deviceId: number,
  sent: { sent_change: number; sent_at: string } | null,
): Promise<void> => {
  await db
    .updateTable('device_downlinks')
    .set({ sending_until: '', ...sent })
    .where('device_id', '=', deviceId)
    .execute()
}

export const forgetDownlink = (db: Database, deviceId: number) =>
  db.deleteFrom('device_downlinks').where('device_id', '=', deviceId).execute()
