import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DeviceInput } from '#shared/contract/devices/devices.ts'
import { BEGINNING, beginOwnership } from '../custody/timeline.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
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

/** Gives a device other names or another plan. */
export const changeDevice = (
  db: Database,
  id: number,
  change: Pick<DeviceRow, 'name' | 'device_name' | 'eui' | 'plan'>,
) => db.updateTable('devices').set(change).where('id', '=', id).execute()

export const reportsOf = (db: Database, deviceIds: number[]) =>
  db.selectFrom('device_reports').selectAll().where('device_id', 'in', inIds(db, deviceIds)).execute()
