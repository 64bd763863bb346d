import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

/** Calibrations of these devices that were not taken back, in the order in which they begin. */
export const calibrationsInForce = (db: Database, deviceIds: readonly number[]) =>
  db
    .selectFrom('calibrations')
    .leftJoin('rentals as custody', 'custody.id', 'calibrations.custody_id')
    .select(['calibrations.device_id', 'measurement', 'valid_from', 'offset', 'custody.end as holds_until'])
    .where('calibrations.device_id', 'in', inIds(db, deviceIds))
    .where('undone_at', 'is', null)
    .orderBy('valid_from')
    .orderBy('calibrations.id')
    .execute()

/** Every calibration of a device, the newest first, those taken back too. */
export const calibrationsOf = (db: Database, deviceId: number) =>
  db
    .selectFrom('calibrations')
    .leftJoin('users', 'users.id', 'calibrations.created_by')
    .leftJoin('devices as trusted', 'trusted.id', 'calibrations.reference_device_id')
    .leftJoin('rentals as custody', 'custody.id', 'calibrations.custody_id')
    .leftJoin('rentals as ownership', 'ownership.id', 'custody.given_from')
    .selectAll('calibrations')
    .select(['custody.end as holds_until', 'custody.user_id as custodian_id', 'ownership.user_id as giver_id'])
    .select(['users.name as created_by_name', 'trusted.name as reference_device_name'])
    .where('calibrations.device_id', '=', deviceId)
    .orderBy('calibrations.valid_from', 'desc')
    .orderBy('calibrations.id', 'desc')
    .execute()
export type CalibrationRow = Awaited<ReturnType<typeof calibrationsOf>>[number]

/** Calibrations of these devices that hold from a time on within `from` ≤ t < `until` (ISO 8601), those taken back left out; the newest first. */
export const calibrationsBegunIn = (
  db: Database,
  deviceIds: readonly number[],
  { from, until }: { from: string; until: string },
) =>
  db
    .selectFrom('calibrations')
    .select(['device_id', 'measurement', 'method', 'offset', 'valid_from'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('valid_from', '>=', from)
    .where('valid_from', '<', until)
    .where('undone_at', 'is', null)
    .orderBy('device_id')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const calibrationOfId = async (db: Database, id: number): Promise<CalibrationRow | undefined> => {
  const row = await db.selectFrom('calibrations').select('device_id').where('id', '=', id).executeTakeFirst()
  return row && (await calibrationsOf(db, row.device_id)).find(one => one.id === id)
}

export type NewCalibration = Omit<Selectable<Tables['calibrations']>, 'id' | 'undone_at' | 'undone_by'>

export const insertCalibration = async (db: Database, row: NewCalibration): Promise<number> =>
  (
    await db
      .insertInto('calibrations')
      .values({ ...row, undone_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Takes a calibration back; false where it was already. */
export const undoCalibration = async (db: Database, id: number, undone_at: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('calibrations')
    .set({ undone_at })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Offsets that calibrations of one ownership add at `at`, in the order in which they began. */
export const offsetsUnder = (db: Database, custodyId: number, at: string) =>
  db
    .selectFrom('calibrations')
    .select(['measurement', 'offset'])
    .where('custody_id', '=', custodyId)
    .where('undone_at', 'is', null)
    .where('valid_from', '<=', at)
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
