import type { CalibrationSource } from '#shared/contract/devices/calibrations.ts'
import { type Correction, correctionsFrom } from '#shared/rules/data-quality/calibration.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'

/** News on the bus, with the id of the device: its calibrations are others now. */
export const CALIBRATED = 'calibrated'

const notUndone = (db: Database, deviceIds: readonly number[]) =>
  db
    .selectFrom('calibrations')
    .leftJoin('rentals as custody', 'custody.id', 'calibrations.custody_id')
    .select(['calibrations.device_id', 'measurement', 'valid_from', 'offset', 'custody.end as holds_until'])
    .where('calibrations.device_id', 'in', inIds(db, deviceIds))
    .where('undone_at', 'is', null)
    .orderBy('valid_from')
    .orderBy('calibrations.id')

/** Corrections added to the values of these devices when they are read. */
export const correctionsOf = async (db: Database, deviceIds: readonly number[]): Promise<Correction[]> =>
  correctionsFrom(await notUndone(db, deviceIds).execute())

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

export const calibrationOfId = async (db: Database, id: number): Promise<CalibrationRow | undefined> => {
  const row = await db.selectFrom('calibrations').select('device_id').where('id', '=', id).executeTakeFirst()
  return row && (await calibrationsOf(db, row.device_id)).find(one => one.id === id)
}

export interface NewCalibration {
  device_id: number
  measurement: string
  method: CalibrationSource
  offset: number
  valid_from: string
  /** JSON of the comparisons. */
  compared: string
  reference_device_id: number | null
  created_at: string
  created_by: number | null
  custody_id: number | null
}

export const insertCalibration = async (db: Database, row: NewCalibration): Promise<number> =>
  (
    await db
      .insertInto('calibrations')
      .values({ ...row, undone_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const undoCalibration = (db: Database, id: number, undone_at: string) =>
  db.updateTable('calibrations').set({ undone_at }).where('id', '=', id).where('undone_at', 'is', null).execute()

/**
 * Hands on what calibrations of one ownership add at `at` to the next, as its own: the one who made them cannot change
 * it there.
 */
export const handOnCalibrations = async (
  db: Database,
  { deviceId, from, to, at }: { deviceId: number; from: number; to: number; at: string },
): Promise<void> => {
  const rows = await db
    .selectFrom('calibrations')
    .select(['device_id', 'measurement', 'offset', 'valid_from'])
    .where('custody_id', '=', from)
    .where('undone_at', 'is', null)
    .where('valid_from', '<=', at)
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  for (const [measurement, offset] of new Map(rows.map(row => [row.measurement, row.offset])))
    if (offset !== 0)
      await insertCalibration(db, {
        device_id: deviceId,
        measurement,
        method: 'handed_over',
        offset,
        valid_from: at,
        compared: '[]',
        reference_device_id: null,
        created_at: at,
        created_by: null,
        custody_id: to,
      })
}
