import { type Calibration, calibrationEndpoints } from '../../shared/contract/calibrations.ts'
import { hasDevice, requireDevice, requireDeviceOwner } from '../devices/access.ts'
import {
  CALIBRATED,
  type CalibrationRow,
  calibrationOfId,
  calibrationsOf,
  insertCalibration,
  undoCalibration,
} from '../devices/calibrations.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/serve.ts'
import { isoNow } from '../kit/world.ts'
import type { Caller } from '../locations/access.ts'
import { compare } from './calibrate.ts'

export const calibrationRoutes = serve(calibrationEndpoints, {
  listCalibrations: async ({ query }, context) => {
    await requireDevice(context.db, context.user, query.device_id)
    return present(context.db, context.user, query.device_id, isoNow(context))
  },

  previewCalibration: async ({ body }, context) => {
    await requireDeviceOwner(context.db, context.user, body.device_id, isoNow(context))
    return compare(context, body)
  },

  createCalibration: async ({ body }, context) => {
    const { db, user, bus } = context
    const now = isoNow(context)
    await requireDeviceOwner(db, user, body.device_id, now)
    const { offset, references } = await compare(context, body)
    const id = await insertCalibration(db, {
      device_id: body.device_id,
      measurement: body.measurement,
      method: body.method,
      offset,
      valid_from: body.valid_from,
      compared: JSON.stringify(references.map(({ time, reference, measured }) => ({ time, reference, measured }))),
      reference_device_id: body.method === 'one_sensor' ? (body.reference_device_id ?? null) : null,
      created_at: now,
      created_by: user.id,
    })
    bus.publish(CALIBRATED, body.device_id)
    const made = (await present(db, user, body.device_id, now)).find(one => one.id === id)
    if (!made) throw new Failure('not_found')
    return made
  },

  undoCalibration: async ({ params }, context) => {
    const { db, user, bus } = context
    const calibration = await calibrationOfId(db, params.id)
    if (!calibration) throw new Failure('not_found')
    await requireDeviceOwner(db, user, calibration.device_id, isoNow(context))
    await undoCalibration(db, calibration.id, isoNow(context))
    bus.publish(CALIBRATED, calibration.device_id)
    return undefined
  },
})

const present = async (db: Catalogue, user: Caller, deviceId: number, now: string): Promise<Calibration[]> => {
  const rows = await calibrationsOf(db, deviceId)
  const manages = await hasDevice(db, user, deviceId, now)
  return rows.map(row => ({
    ...row,
    method: row.method as Calibration['method'],
    valid_until: nextOf(row, rows)?.valid_from ?? null,
    references: JSON.parse(row.compared),
    created_by: row.created_by_name,
    may: manages && row.undone_at === null ? ['delete'] : [],
  }))
}

/** The one that takes over; rows come newest first. */
const nextOf = (row: CalibrationRow, rows: CalibrationRow[]): CalibrationRow | undefined =>
  rows.slice(0, rows.indexOf(row)).findLast(one => one.measurement === row.measurement && one.undone_at === null)
