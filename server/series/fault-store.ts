import type { Kysely, Selectable } from 'kysely'
import type { FoundFault } from '#shared/contract/devices/faults.ts'
import type { FaultSpan } from '#shared/rules/data-quality/faults.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { serializable } from '../kit/database/store-error.ts'
import type { Tables } from '../tables.ts'

const withNames = (db: Database) =>
  db
    .selectFrom('faults')
    .leftJoin('users', 'users.id', 'faults.dismissed_by')
    .selectAll('faults')
    .select('users.name as dismissed_by_name')
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

const present = ({ dismissed_by_name, ...row }: Row): Omit<FoundFault, 'may'> => ({
  ...row,
  dismissed_by: dismissed_by_name,
})

/** Faults of a device that a period (ISO 8601) touches, oldest first. */
export const faultsOf = async (db: Database, deviceId: number, from: string, until: string) =>
  (
    await withNames(db)
      .where('device_id', '=', deviceId)
      .where('faults.end', '>=', from)
      .where('faults.start', '<', until)
      .orderBy('faults.start')
      .orderBy('faults.id')
      .execute()
  ).map(present)

export const faultOfId = async (db: Database, id: number) => {
  const row = await withNames(db).where('faults.id', '=', id).executeTakeFirst()
  return row && present(row)
}

/** Faults of several devices in a period (epoch ms), without those that somebody called right. */
export const suspectIntervalsIn = async (db: Database, deviceIds: number[], from: number, until: number) => {
  const rows = await db
    .selectFrom('faults')
    .select(['device_id', 'measurement', 'fault', 'start', 'end'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('dismissed_at', 'is', null)
    .where('end', '>=', new Date(from).toISOString())
    .where('start', '<', new Date(until).toISOString())
    .execute()
  return rows.map(row => ({ ...row, start: Date.parse(row.start), end: Date.parse(row.end) }))
}
export type SuspectInterval = Awaited<ReturnType<typeof suspectIntervalsIn>>[number]

export const setFaultDismissed = (
  db: Database,
  id: number,
  by: { dismissed_at: string; dismissed_by: number } | null,
) =>
  db
    .updateTable('faults')
    .set(by ?? { dismissed_at: null, dismissed_by: null })
    .where('id', '=', id)
    .execute()

export const deleteFaultsIn = (db: Database, deviceId: number, span: Span) => {
  const query = db.deleteFrom('faults').where('device_id', '=', deviceId).where('start', '>=', span.start)
  return (span.end === null ? query : query.where('start', '<', span.end)).execute()
}

interface Found {
  deviceId: number
  measurement: string
  found: readonly FaultSpan[]
  /** ISO 8601. */
  now: string
}

/**
 * Keeps what was found. What touches faults of the same sort that are known makes one of all of them, dismissed or not; where
 * some of them were called right and others not, only those that were not.
 */
export const keepFaults = async (
  db: Kysely<Tables>,
  { deviceId: device_id, measurement, found, now: found_at }: Found,
): Promise<void> => {
  for (const { fault, from, until } of found) {
    const [start, end] = [new Date(from).toISOString(), new Date(until).toISOString()]
    await serializable(db, trx => keepFault(trx, { device_id, measurement, fault, start, end, found_at }))
  }
}

type NewFault = Omit<Selectable<Tables['faults']>, 'id' | 'dismissed_at' | 'dismissed_by'>

const keepFault = async (trx: Database, row: NewFault): Promise<void> => {
  const { device_id, measurement, fault, start, end } = row
  const touched = await trx
    .selectFrom('faults')
    .select(['id', 'start', 'end', 'dismissed_at'])
    .where('device_id', '=', device_id)
    .where('measurement', '=', measurement)
    .where('fault', '=', fault)
    .where('end', '>=', start)
    .where('start', '<=', end)
    .orderBy('start')
    .orderBy('id')
    .execute()
  const standing = touched.filter(one => one.dismissed_at === null)
  const [first, ...others] = standing.length > 0 ? standing : touched
  if (!first) {
    await trx
      .insertInto('faults')
      .values({ ...row, dismissed_at: null, dismissed_by: null })
      .execute()
    return
  }
  const all = [first, ...others]
  const ends = [end, ...all.map(one => one.end)].sort()
  // A fault that was called right keeps its beginning.
  const isFree = !touched.some(one => one.start === start)
  const joined = { start: start < first.start && isFree ? start : first.start, end: ends.at(-1) ?? end }
  if (others.length === 0 && joined.start === first.start && joined.end === first.end) return
  for (const { id } of others) await trx.deleteFrom('faults').where('id', '=', id).execute()
  await trx.updateTable('faults').set(joined).where('id', '=', first.id).execute()
}
