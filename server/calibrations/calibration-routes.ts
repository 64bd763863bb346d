import {
  type Calibration,
  type CalibrationInput,
  calibrationEndpoints,
  type SideBySide,
} from '#shared/contract/devices/calibrations.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { differences, writeAudit } from '../audit/audit.ts'
import { custodiesOfUser, ownershipAt } from '../custody/timeline.ts'
import { holds, requireCustody, requireDevice } from '../devices/access.ts'
import {
  CALIBRATED,
  type CalibrationRow,
  calibrationOfId,
  calibrationsOf,
  insertCalibration,
  type NewCalibration,
  undoCalibration,
} from '../devices/calibrations.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { compare, compareSideBySide, type RefusedFields } from './calibrate.ts'
import { isSeenCalibration, seenSpans, untilOf } from './calibration-sight.ts'

type Asking = Pick<Services, 'db' | 'now'> & { user: Caller; t: Words }

export const calibrationRoutes = serve(calibrationEndpoints, {
  listCalibrations: async ({ query }, context) => seenCalibrations(context, query.device_id),

  previewCalibration: async ({ body }, context) => {
    await requireCustody(context.db, context.user, body.device_id, isoNow(context))
    return compare(context, body)
  },

  createCalibration: async ({ body }, context) => {
    const { db, user, bus } = context
    const now = isoNow(context)
    await requireOwnTime(context, body)
    const { offset, references } = await compare(context, body)
    const row = {
      device_id: body.device_id,
      measurement: body.measurement,
      method: body.method,
      offset,
      valid_from: body.valid_from,
      compared: jsonOf(references.map(({ time, reference, measured }) => ({ time, reference, measured }))),
      reference_device_id: body.method === 'one_sensor' ? (body.reference_device_id ?? null) : null,
      created_at: now,
      created_by: user.id,
    }
    // Asked again with the row: the device may have been sold while its readings were compared.
    const id = await serializable(db, async trx =>
      keep(context, trx, { ...row, custody_id: await requireOwnTime({ ...context, db: trx }, body) }),
    )
    bus.publish(CALIBRATED, body.device_id)
    const made = (await seenCalibrations(context, body.device_id)).find(one => one.id === id)
    if (!made) throw new Failure('not_found')
    return made
  },

  previewSideBySide: async ({ body }, context) => {
    const { fields } = await custodiesOfEach(context, body)
    return compareSideBySide(context, body, fields)
  },

  calibrateSideBySide: async ({ body }, context) => {
    const { db, user, bus } = context
    const now = isoNow(context)
    const answer = await compareSideBySide(context, body, (await custodiesOfEach(context, body)).fields)
    const { measurement, time, valid_from } = body
    await serializable(db, async trx => {
      const { custodies, fields } = await custodiesOfEach({ ...context, db: trx }, body)
      if (Object.keys(fields).length > 0) throw new Failure('no_valid_input', { fields })
      for (const { device_id, measured, offset } of answer.devices)
        await keep(context, trx, {
          ...{ device_id, measurement, offset, valid_from },
          method: typeof body.reference === 'number' ? 'one_value' : 'side_by_side',
          compared: jsonOf([{ time, reference: answer.reference, measured }]),
          reference_device_id: null,
          created_at: now,
          created_by: user.id,
          custody_id: custodies.get(device_id) ?? null,
        })
    })
    for (const { device_id } of answer.devices) bus.publish(CALIBRATED, device_id)
    return answer
  },

  undoCalibration: async ({ params }, context) => {
    const { db, user, bus } = context
    const deviceId = await serializable(db, async trx => {
      const row = await calibrationOfId(trx, params.id)
      if (!row) throw new Failure('not_found')
      const spans = await requireDevice(trx, user, row.device_id)
      if (!isSeenCalibration(row, await calibrationsOf(trx, row.device_id), spans)) throw new Failure('not_found')
      if (!mayUndo(user, row)) throw new Failure('not_allowed')
      if (await undoCalibration(trx, row.id, isoNow(context)))
        await writeAudit(context, trx, {
          action: 'calibration_undone',
          device_id: row.device_id,
          changes: differences(['measurement', 'offset', 'valid_from'], row, {}),
        })
      return row.device_id
    })
    bus.publish(CALIBRATED, deviceId)
    return undefined
  },
})

/** Keeps a calibration with its line in the log; returns its id. */
const keep = async (context: Parameters<typeof writeAudit>[0], trx: Database, row: NewCalibration): Promise<number> => {
  await writeAudit(context, trx, {
    action: 'calibration_created',
    device_id: row.device_id,
    changes: differences(['measurement', 'method', 'offset', 'valid_from'], {}, row),
  })
  return insertCalibration(trx, row)
}

/** Custodies that devices are calibrated under, and the places in the list of those that are not the caller's from then on. */
const custodiesOfEach = async (context: Services & Asking, { device_ids, valid_from }: SideBySide) => {
  const custodies = new Map<number, number | null>()
  const fields: RefusedFields = {}
  for (const [index, device_id] of device_ids.entries()) {
    if (custodies.has(device_id)) continue
    const custody = await requireOwnTime(context, { device_id, valid_from }).catch(failure => {
      if (!(failure instanceof Failure) || failure.code !== 'no_valid_input') throw failure
      fields[`device_ids.${index}`] = [context.t('fields.outside_rental')]
      return null
    })
    custodies.set(device_id, custody)
  }
  return { custodies, fields }
}

/** Requires that the caller may calibrate a device from a time on; the custody it is made under. Throws as `requireCustody`. */
const requireOwnTime = async (
  context: Services & Asking,
  input: Pick<CalibrationInput, 'device_id' | 'valid_from'>,
): Promise<number | null> => {
  const { db, user } = context
  await requireCustody(db, user, input.device_id, isoNow(context))
  requireQuota(context, 'calibrations', (await calibrationsOf(db, input.device_id)).length)
  return custodyFor(context, input)
}

/** The custody a calibration is made under: it starts in one of the caller's. */
const custodyFor = async (
  { db, user, t }: Asking,
  input: Pick<CalibrationInput, 'device_id' | 'valid_from'>,
): Promise<number | null> => {
  const { device_id, valid_from } = input
  const own = (await custodiesOfUser(db, user.id, device_id)).filter(one => contains(one, valid_from))
  const [custody] = own.toSorted((a, b) => b.owner - a.owner)
  if (custody) return custody.id
  if (user.admin) return (await ownershipAt(db, device_id, valid_from))?.id ?? null
  throw new Failure('no_valid_input', { fields: { valid_from: [t('fields.outside_rental')] } })
}

/**
 * Tells whether the caller may take it back: the custodian it was made by, or whoever lent the device for that time.
 */
const mayUndo = (user: Caller, { custodian_id, giver_id }: CalibrationRow): boolean =>
  user.admin || custodian_id === user.id || giver_id === user.id

/** Calibrations of a device that a person sees, the newest first. */
export const seenCalibrations = async (context: Asking, deviceId: number): Promise<Calibration[]> => {
  const { db, user } = context
  // A later owner is not told how the device is calibrated until then.
  const begun = ({ start }: Span) => start <= isoNow(context)
  const spans = (await requireDevice(db, user, deviceId)).filter(begun)
  const rows = await calibrationsOf(db, deviceId)
  return rows.filter(row => isSeenCalibration(row, rows, spans)).map(row => presentOne(user, row, rows, spans))
}

/** Presents a calibration to the caller. Comparisons at times that the caller does not see stay with who saw them. */
const presentOne = (user: Caller, row: CalibrationRow, rows: CalibrationRow[], spans: Span[]): Calibration => {
  const isWhole = holds(spans, row.valid_from)
  const [first] = seenSpans(row, rows, spans)
  const compared = fromJson(row.compared)
  return {
    ...row,
    valid_from: isWhole ? row.valid_from : (first?.start ?? row.valid_from),
    valid_until: untilOf(row, rows),
    references: compared.filter(({ time }) => holds(spans, time)),
    reference_device_id: isWhole ? row.reference_device_id : null,
    reference_device_name: isWhole ? row.reference_device_name : null,
    created_by: isWhole ? row.created_by_name : null,
    may: mayUndo(user, row) && row.undone_at === null ? ['delete'] : [],
  }
}
