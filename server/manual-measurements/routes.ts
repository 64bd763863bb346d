import { type Manual, type ManualChange, manualEndpoints } from '#shared/contract/manual.ts'
import { readTime, readValue } from '#shared/rules/ingest/sent-value.ts'
import { contains } from '#shared/rules/time/rental.ts'
import { writeAudit } from '../audit/audit.ts'
import { requireDevice } from '../devices/access.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { type SignedIn, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { requireWritable, writableAt } from './access.ts'
import {
  changeManual,
  deleteManual,
  insertManual,
  type ManualRow,
  manualChangesOf,
  manualOf,
  manualOfId,
} from './manual-store.ts'

type Asking = Services & { user: SignedIn; t: Words }

const byCaller = (context: Asking) => ({ id: context.user.id, at: isoNow(context) })

export const manualRoutes = serve(manualEndpoints, {
  listManual: async ({ query }, context) => {
    const spans = await requireDevice(context.db, context.user, query.device_id)
    return present(context, query.device_id, await manualOf(context.db, query.device_id, spans, query))
  },

  createManual: async ({ body }, context) => {
    requireSensible(body, context)
    const id = await serializable(context.db, async db => {
      await requireWritable(db, context.user, body.device_id, body.time, isoNow(context))
      return insertManual(db, body, byCaller(context))
    })
    return presentOne(context, id)
  },

  updateManual: async ({ params, body }, context) => {
    requireSensible(body, context)
    await serializable(context.db, async db => {
      const row = await requireManual(db, context, params.id)
      await requireWritable(db, context.user, row.device_id, body.time, isoNow(context))
      if (!(await changeManual(db, row.id, body, byCaller(context)))) throw new Failure('not_found')
    })
    return presentOne(context, params.id)
  },

  deleteManual: async ({ params }, context) => {
    await serializable(context.db, async db => {
      const row = await requireManual(db, context, params.id)
      if (!(await deleteManual(db, row.id, byCaller(context)))) throw new Failure('not_found')
      await writeAudit(context, db, { action: 'manual_measurement_deleted', device_id: row.device_id })
    })
    return undefined
  },
})

/**
 * Reads a manual measurement the caller may write. Throws not_found for what is not theirs to know of, and for what is
 * deleted.
 */
const requireManual = async (db: Database, context: Asking, id: number): Promise<ManualRow> => {
  const row = await manualOfId(db, id)
  if (!row) throw new Failure('not_found')
  const spans = await requireDevice(db, context.user, row.device_id)
  if (row.deleted_at !== null || !spans.some(span => contains(span, row.time))) throw new Failure('not_found')
  await requireWritable(db, context.user, row.device_id, row.time, isoNow(context))
  return row
}

/** A person errs as a sensor does: the same times and ranges hold. */
const requireSensible = ({ measurement, time, value }: ManualChange, { now, t }: Asking): void => {
  const type = measurementTypeOf(measurement)
  if (!type) throw new Failure('no_valid_input', { fields: { measurement: [t('fields.unknown_reference')] } })
  const wrongTime = readTime(time, now())
  if (typeof wrongTime === 'string')
    throw new Failure('no_valid_input', { fields: { time: [t(`rejections.${wrongTime}`)] } })
  const read = readValue(value, measurementTypeOf(measurement) ?? null)
  if (typeof read === 'number') return
  const { unit, min_value: min, max_value: max } = type
  const sentence = t(`rejections.${read ?? 'not_a_number'}`, { field: measurement, unit, min, max })
  throw new Failure('no_valid_input', { fields: { value: [sentence] } })
}

const presentOne = async (context: Asking, id: number): Promise<Manual> => {
  const row = await manualOfId(context.db, id)
  const [manual] = row ? await present(context, row.device_id, [row]) : []
  if (!manual) throw new Failure('not_found')
  return manual
}

const present = async (context: Asking, deviceId: number, rows: ManualRow[]): Promise<Manual[]> => {
  const may = await writableAt(context.db, context.user, deviceId, isoNow(context))
  const changes = Map.groupBy(
    await manualChangesOf(
      context.db,
      rows.map(({ id }) => id),
    ),
    change => change.manual_id,
  )
  return rows.map(row => ({
    ...row,
    unit: measurementTypeOf(row.measurement)?.unit ?? '',
    created_by: row.created_by_name,
    history: (changes.get(row.id) ?? []).map(({ changed_at, changed_by_name, action, before }) => ({
      changed_at,
      changed_by: changed_by_name,
      action,
      before: fromJson(before),
    })),
    may: row.deleted_at === null && may(row.time) ? ['edit', 'delete'] : [],
  }))
}
