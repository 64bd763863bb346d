import type { CalibrationMethod } from '../../shared/contract/calibrations.ts'
import { type Correction, correctionsFrom } from '../../shared/rules/calibration.ts'
import type { Catalogue } from '../kit/catalogue.ts'

/** News on the bus, with the id of the device: its calibrations are others now. */
export const CALIBRATED = 'calibrated'

const notUndone = (db: Catalogue, deviceIds: number[]) =>
  db
    .selectFrom('calibrations')
    .select(['device_id', 'measurement', 'valid_from', 'offset'])
    .where('device_id', 'in', deviceIds.length ? deviceIds : [0])
    .where('undone_at', 'is', null)
    .orderBy('valid_from')
    .orderBy('id')

/** What is added to the values of these devices when they are read. */
export const correctionsOf = async (db: Catalogue, deviceIds: number[]): Promise<Correction[]> =>
  correctionsFrom(await notUndone(db, deviceIds).execute())

/** Every calibration of a device, the newest first, those taken back too. */
export const calibrationsOf = (db: Catalogue, deviceId: number) =>
  db
    .selectFrom('calibrations')
    .leftJoin('users', 'users.id', 'calibrations.created_by')
    .leftJoin('devices as trusted', 'trusted.id', 'calibrations.reference_device_id')
    .selectAll('calibrations')
    .select(['users.name as created_by_name', 'trusted.name as reference_device_name'])
    .where('calibrations.device_id', '=', deviceId)
    .orderBy('calibrations.valid_from', 'desc')
    .orderBy('calibrations.id', 'desc')
    .execute()
export type CalibrationRow = Awaited<ReturnType<typeof calibrationsOf>>[number]

export const calibrationOfId = (db: Catalogue, id: number) =>
  db.selectFrom('calibrations').select(['id', 'device_id', 'undone_at']).where('id', '=', id).executeTakeFirst()

export interface NewCalibration {
  device_id: number
  measurement: string
  method: CalibrationMethod
  offset: number
  valid_from: string
  /** JSON of the comparisons. */
  compared: string
  reference_device_id: number | null
  created_at: string
  created_by: number
}

export const insertCalibration = async (db: Catalogue, row: NewCalibration): Promise<number> =>
  (
    await db
      .insertInto('calibrations')
      .values({ ...row, undone_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const undoCalibration = (db: Catalogue, id: number, undone_at: string) =>
  db.updateTable('calibrations').set({ undone_at }).where('id', '=', id).where('undone_at', 'is', null).execute()
