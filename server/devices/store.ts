import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DeviceInput } from '../../shared/contract/devices.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import type { Tables } from '../tables.ts'

export type DeviceRow = Selectable<Tables['devices']>

/** From when on a device that somebody brings along belongs to that person: as early as a measurement may be. */
const ALWAYS_HIS = '2000-01-01T00:00:00.000Z'

export const devicesOf = (db: Catalogue, ids: number[]): Promise<DeviceRow[]> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('id', 'in', ids.length ? ids : [0])
    .orderBy('name')
    .orderBy('id')
    .execute()

export const deviceNameTaken = async (
  db: Catalogue,
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
  db: Catalogue,
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
  if (!input.ownerless) await insertOwner(db, device.id, by, ALWAYS_HIS)
  return device
}

/** Makes a person the owner of a device from `start` on. */
export const insertOwner = (db: Catalogue, deviceId: number, person: { id: number; email: string }, start: string) =>
  db
    .insertInto('rentals')
    .values({ device_id: deviceId, user_id: person.id, email: person.email, owner: 1, start, end: null })
    .execute()

export const renameDevice = (db: Catalogue, id: number, name: string): Promise<DeviceRow> =>
  db.updateTable('devices').set({ name }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const rentalsOf = (db: Catalogue, deviceIds: number[]) =>
  db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', 'in', deviceIds.length ? deviceIds : [0])
    .orderBy('start')
    .execute()

export const rentalsOfUser = (db: Catalogue, userId: number) =>
  db.selectFrom('rentals').selectAll().where('user_id', '=', userId).orderBy('start').execute()

export const rentalOfId = (db: Catalogue, id: number) =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirst()

export const reportsOf = (db: Catalogue, deviceIds: number[]) =>
  db
    .selectFrom('device_reports')
    .selectAll()
    .where('device_id', 'in', deviceIds.length ? deviceIds : [0])
    .execute()
