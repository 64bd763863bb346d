import { type Correction, correctionsFrom } from '#shared/rules/data-quality/calibration.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { calibrationsInForce, insertCalibration, offsetsUnder } from './calibration-store.ts'

export {
  type CalibrationRow,
  calibrationOfId,
  calibrationsBegunIn,
  calibrationsOf,
  insertCalibration,
  type NewCalibration,
  undoCalibration,
} from './calibration-store.ts'

/** News on the bus, with the id of the device: its calibrations are others now. */
export const CALIBRATED = 'calibrated'

/** Corrections added to the values of these devices when they are read. */
export const correctionsOf = async (db: Database, deviceIds: readonly number[]): Promise<Correction[]> =>
  correctionsFrom(await calibrationsInForce(db, deviceIds))

/**
 * Hands on what calibrations of one ownership add at `at` to the next, as its own: the one who made them cannot change
 * it there.
 */
export const handOnCalibrations = async (
  db: Database,
  { deviceId, from, to, at }: { deviceId: number; from: number; to: number; at: string },
): Promise<void> => {
  const rows = await offsetsUnder(db, from, at)
  for (const [measurement, offset] of new Map(rows.map(row => [row.measurement, row.offset])))
    if (offset !== 0)
      await insertCalibration(db, {
        device_id: deviceId,
        measurement,
        method: 'handed_over',
        offset,
        valid_from: at,
        compared: jsonOf([]),
        reference_device_id: null,
        created_at: at,
        created_by: null,
        custody_id: to,
      })
}
