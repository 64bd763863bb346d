import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

type Limits = Omit<Tables['device_limits'], 'user_id'>

/** Limits of what an account owns; undefined where it never chose any. */
export const limitsOfUser = (db: Database, userId: number): Promise<Limits | undefined> =>
  db
    .selectFrom('device_limits')
    .select(['silent_after_min', 'battery_limit'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const saveLimitsOfUser = (db: Database, userId: number, limits: Limits) =>
  db
    .insertInto('device_limits')
    .values({ user_id: userId, ...limits })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(limits))
    .execute()

/** Joined flat, as a join with a query of its own reads what all accounts own. */
export const selectLimits = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('devices')
    .leftJoin('rentals', join =>
      join.onRef('rentals.device_id', '=', 'devices.id').on('rentals.owner', '=', 1).on('rentals.end', 'is', null),
    )
    .leftJoin('device_limits', 'device_limits.user_id', 'rentals.user_id')
    .select(['devices.id'])
    .select(eb => [
      eb.fn.coalesce('devices.silent_after_min', 'device_limits.silent_after_min').as('silent_after_min'),
      eb.fn.coalesce('devices.battery_limit', 'device_limits.battery_limit').as('battery_limit'),
    ])
    .where('devices.id', 'in', inIds(db, ids))

/** Limits that hold for these devices, by id: their own, else those of their owner's account. */
export const limitsOfDevices = async (db: Database, ids: readonly number[]): Promise<Map<number, Limits>> => {
  const rows = await selectLimits(db, ids).execute()
  return new Map(rows.map(({ id, ...limits }) => [id, limits]))
}

/** Gives a device limits of its own, or none. */
export const changeLimits = (db: Database, deviceId: number, limits: Limits) =>
  db.updateTable('devices').set(limits).where('id', '=', deviceId).execute()
