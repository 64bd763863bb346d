import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ManualChange } from '#shared/contract/manual.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { jsonOf } from '../kit/database/json.ts'
import { rowsAs } from '../kit/database/rows-as.ts'

const MOST = 1000

const selectManual = (db: Database) =>
  db
    .selectFrom('manual_measurements')
    .leftJoin('users', 'users.id', 'manual_measurements.created_by')
    .selectAll('manual_measurements')
    .select('users.name as created_by_name')

/** The newest that people measured beside a device within some periods; those after one of them where that is given. */
export const manualOf = async (
  db: Database,
  deviceId: number,
  spans: readonly Span[],
  { before, limit }: { before?: number | undefined; limit: number },
) => {
  const last = before === undefined ? undefined : await manualOfId(db, before)
  if (before !== undefined && last?.device_id !== deviceId) return []
  const query = manualWithinSpans(db, deviceId, spans).limit(limit)
  if (!last) return query.execute()
  return query
    .where(eb =>
      eb.or([
        eb('manual_measurements.time', '<', last.time),
        eb.and([eb('manual_measurements.time', '=', last.time), eb('manual_measurements.id', '<', last.id)]),
      ]),
    )
    .execute()
}

const manualWithinSpans = (db: Database, deviceId: number, spans: readonly Span[]) =>
  selectManual(db)
    .where('device_id', '=', deviceId)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom(rowsAs(db, 'seen', spans, { start: 'text', end: 'text' }))
          .select(sql.lit(1).as('one'))
          .whereRef('seen.start', '<=', 'manual_measurements.time')
          .where(of => of.or([of('seen.end', 'is', null), of('seen.end', '>', of.ref('manual_measurements.time'))])),
      ),
    )
    .orderBy('time', 'desc')
    .orderBy('manual_measurements.id', 'desc')
export type ManualRow = Awaited<ReturnType<ReturnType<typeof manualWithinSpans>['execute']>>[number]

export const manualOfId = (db: Database, id: number): Promise<ManualRow | undefined> =>
  selectManual(db).where('manual_measurements.id', '=', id).executeTakeFirst()

/** The newest of these measurements by hand at these devices that are not deleted, in from ≤ t < until (ISO 8601). */
export const manualWithin = (
  db: Database,
  deviceIds: readonly number[],
  measurements: readonly string[],
  { from, until }: { from: string; until: string },
) =>
  db
    .selectFrom('manual_measurements')
    .select(['device_id', 'measurement', 'time', 'value'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('measurement', 'in', measurements)
    .where('deleted_at', 'is', null)
    .where('time', '>=', from)
    .where('time', '<', until)
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()

/** Changes of these, the newest first. */
export const manualChangesOf = (db: Database, ids: number[]) =>
  db
    .selectFrom('manual_changes')
    .leftJoin('users', 'users.id', 'manual_changes.changed_by')
    .selectAll('manual_changes')
    .select('users.name as changed_by_name')
    .where('manual_id', 'in', inIds(db, ids))
    .orderBy('manual_changes.id', 'desc')
    .execute()

interface By {
  id: number
  at: string
}

const columnsOf = ({ measurement, time, value, note }: ManualChange) => ({
  measurement,
  time,
  value,
  note: note || null,
})

export const insertManual = async (
  db: Database,
  input: ManualChange & { device_id: number },
  by: By,
): Promise<number> => {
  const row = {
    ...columnsOf(input),
    device_id: input.device_id,
    created_at: by.at,
    created_by: by.id,
    deleted_at: null,
  }
  return (await db.insertInto('manual_measurements').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Row that is not deleted, held for the rest of the transaction: its history is that of what was there. */
const lockManual = (db: Database, id: number) =>
  db
    .updateTable('manual_measurements')
    .set(eb => ({ value: eb.ref('value') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
type LockedRow = NonNullable<Awaited<ReturnType<typeof lockManual>>>

const noteChange = (db: Database, row: LockedRow, action: 'changed' | 'deleted', by: By) =>
  db
    .insertInto('manual_changes')
    .values({ manual_id: row.id, changed_at: by.at, changed_by: by.id, action, before: jsonOf(columnsOf(row)) })
    .execute()

/** Writes another reading over one that is there; the same again changes nothing. False where it is deleted. */
export const changeManual = async (db: Database, id: number, input: ManualChange, by: By): Promise<boolean> => {
  const row = await lockManual(db, id)
  if (!row) return false
  if (isDeepStrictEqual(columnsOf(row), columnsOf(input))) return true
  await noteChange(db, row, 'changed', by)
  await db.updateTable('manual_measurements').set(columnsOf(input)).where('id', '=', id).execute()
  return true
}

/** False where it is deleted already. */
export const deleteManual = async (db: Database, id: number, by: By): Promise<boolean> => {
  const row = await lockManual(db, id)
  if (!row) return false
  await noteChange(db, row, 'deleted', by)
  await db.updateTable('manual_measurements').set({ deleted_at: by.at }).where('id', '=', id).execute()
  return true
}

/** Deletes what was written of a span for good. */
export const deleteManualIn = (db: Database, deviceId: number, { start, end }: Span) => {
  const query = db.deleteFrom('manual_measurements').where('device_id', '=', deviceId).where('time', '>=', start)
  return (end === null ? query : query.where('time', '<', end)).execute()
}
