import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DeviceInput } from '#shared/contract/devices/devices.ts'
import type { DeviceLimits } from '#shared/rules/devices/device-limits.ts'
import { BEGINNING, beginOwnership } from '../custody/timeline.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { isPostgres } from '../kit/database/schema-columns.ts'
import type { Tables } from '../tables.ts'

export type DeviceRow = Selectable<Tables['devices']>

export const devicesOf = (db: Database, ids: number[]): Promise<DeviceRow[]> =>
  db.selectFrom('devices').selectAll().where('id', 'in', inIds(db, ids)).orderBy('name').orderBy('id').execute()

export const deviceNameTaken = async (
  db: Database,
  input: { device_name: string; eui?: string | null | undefined },
) => {
  const named = await db
    .selectFrom('devices')
    .select('id')
    .where('device_name', '=', input.device_name)
    .executeTakeFirst()
  const eui = input.eui && (await db.selectFrom('devices').select('id').where('eui', '=', input.eui).executeTakeFirst())
  return { device_name: named !== undefined, eui: Boolean(eui) }
}

/** Devices of a name and plan, with this EUI or none, that were added after `since` and have never called. */
export const unheardDevicesOf = async (
  db: Database,
  input: Pick<z.output<typeof DeviceInput>, 'name' | 'eui' | 'plan'>,
  since: string,
): Promise<Pick<DeviceRow, 'id' | 'device_name'>[]> => {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'device_name', 'eui'])
    .where('name', '=', input.name)
    .where('plan', '=', input.plan)
    .where('created_at', '>', since)
    .where('last_seen_at', 'is', null)
    .where('last_message_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.filter(({ eui }) => eui === (input.eui ?? null))
}

export const createDevice = async (
  db: Database,
  input: z.output<typeof DeviceInput>,
  by: { id: number; email: string; at: string },
): Promise<DeviceRow> => {
  const device = await db
    .insertInto('devices')
    .values({
      name: input.name,
      device_name: input.device_name,
      eui: input.eui ?? null,
      plan: input.plan,
      upload_interval: input.upload_interval,
      demo: input.demo ? 1 : 0,
      last_message_at: null,
      battery_percentage: null,
      created_at: by.at,
      last_seen_at: null,
      last_photo_at: null,
      last_photo_ir_at: null,
      claim_hash: null,
      decoder: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await beginOwnership(db, device.id, input.ownerless ? null : by, BEGINNING)
  return device
}

/** Gives a device other names or another plan. With another EUI comes whether that is confirmed: the word for one says nothing of another. */
export const changeDevice = (
  db: Database,
  id: number,
  change: Pick<DeviceRow, 'name' | 'device_name' | 'eui' | 'plan'> &
    Partial<DeviceLimits & Pick<DeviceRow, 'eui_confirmed_at'>>,
) => db.updateTable('devices').set(change).where('id', '=', id).execute()

export const reportsOf = (db: Database, deviceIds: number[]) =>
  db.selectFrom('device_reports').selectAll().where('device_id', 'in', inIds(db, deviceIds)).execute()

/** Ids of every device. */
export const allDeviceIds = async (db: Database): Promise<number[]> =>
  (await db.selectFrom('devices').select('id').execute()).map(({ id }) => id)

export const demoDeviceIds = async (db: Database): Promise<number[]> =>
  (await db.selectFrom('devices').select('id').where('demo', '=', 1).execute()).map(({ id }) => id)

export const isDemoDevice = async (db: Database, id: number): Promise<boolean> =>
  (await db.selectFrom('devices').select('demo').where('id', '=', id).executeTakeFirst())?.demo === 1

/** Devices among these that exist, in the order of their ids: one may have been deleted since it was read. */
export const existingDevices = async (db: Database, ids: Iterable<number>): Promise<Set<number>> => {
  const rows = await db.selectFrom('devices').select('id').where('id', 'in', inIds(db, ids)).orderBy('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Holds those of these devices that exist for the rest of the transaction, in the order of their ids: two processes that note the same
 * devices at once wait for one another, never in a circle. Whoever refers to them need not wait.
 */
export const holdDevices = async (db: Database, ids: Iterable<number>): Promise<void> => {
  // SQLite has one writer.
  if (!isPostgres(db)) return
  await db.selectFrom('devices').select('id').where('id', 'in', inIds(db, ids)).orderBy('id').forNoKeyUpdate().execute()
}

/** Deletes devices with all that hangs on them; those that were there. */
export const deleteDevices = (db: Database, ids: readonly number[]) =>
  db.deleteFrom('devices').where('id', 'in', inIds(db, ids)).returning(['id', 'device_name']).execute()

/** Frees what a device is called for whoever holds it in their hands and adds it anew: its printed name, its EUI and its code. */
export const freeNames = (db: Database, id: number) =>
  db
    .updateTable('devices')
    .set(eb => ({
      device_name: eb('device_name', '||', ` #${id}`),
      eui: null,
      eui_confirmed_at: null,
      claim_hash: null,
    }))
    .where('id', '=', id)
    .execute()

/** Holds the devices for the rest of the transaction, so that two plans made at once cannot both take one. */
export const lockDevices = async (db: Database, deviceIds: number[]): Promise<void> => {
  // Everybody holds them in the same order: two plans never wait for each other.
  await holdDevices(db, deviceIds)
  // Written, too: a serializable transaction that began before reads what was there then, and has to begin anew.
  await db
    .updateTable('devices')
    .set(eb => ({ plan: eb.ref('plan') }))
    .where('id', 'in', inIds(db, deviceIds))
    .execute()
}

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

/** A device as far as others need to know what it is and how often it sends. */
export type DeviceWithPlan = Pick<
  Selectable<Tables['devices']>,
  'id' | 'plan' | 'upload_interval' | 'battery_percentage'
>

/** Devices among these that exist, by id. */
export const devicesOfIds = (db: Database, ids: readonly number[]): Promise<DeviceWithPlan[]> =>
  db
    .selectFrom('devices')
    .select(['id', 'plan', 'upload_interval', 'battery_percentage'])
    .where('id', 'in', inIds(db, ids))
    .orderBy('id')
    .execute()

/** Notes when a device took its newest photos. */
export const noteLastPhotos = (
  db: Database,
  deviceId: number,
  times: { last_photo_at: string | null; last_photo_ir_at: string | null },
) => db.updateTable('devices').set(times).where('id', '=', deviceId).execute()

/** Time any device sent a message last; null where none ever did. */
export const lastMessageAt = async (db: Database): Promise<string | null> => {
  const last = await db
    .selectFrom('devices')
    .select(eb => eb.fn.max('last_message_at').as('at'))
    .executeTakeFirst()
  return last?.at ?? null
}
