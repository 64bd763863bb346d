import type { FoundFault } from '../../shared/contract/faults.ts'
import type { FaultSpan } from '../../shared/rules/faults.ts'
import type { Catalogue } from '../kit/catalogue.ts'

const withNames = (db: Catalogue) =>
  db
    .selectFrom('faults')
    .leftJoin('users', 'users.id', 'faults.dismissed_by')
    .selectAll('faults')
    .select('users.name as dismissed_by_name')
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

const present = ({ dismissed_by_name, ...row }: Row): Omit<FoundFault, 'may'> => ({
  ...row,
  fault: row.fault as FoundFault['fault'],
  dismissed_by: dismissed_by_name,
})

/** Those a period (ISO 8601) touches, oldest first. */
export const faultsOf = async (db: Catalogue, deviceId: number, from: string, until: string) =>
  (
    await withNames(db)
      .where('device_id', '=', deviceId)
      .where('faults.end', '>=', from)
      .where('faults.start', '<', until)
      .orderBy('faults.start')
      .orderBy('faults.id')
      .execute()
  ).map(present)

export const faultOfId = async (db: Catalogue, id: number) => {
  const row = await withNames(db).where('faults.id', '=', id).executeTakeFirst()
  return row && present(row)
}

/** Those nobody called right, of several devices, in a period (epoch ms). */
export const doubtedIn = async (db: Catalogue, deviceIds: number[], from: number, until: number) => {
  const rows = await db
    .selectFrom('faults')
    .select(['device_id', 'measurement', 'fault', 'start', 'end'])
    .where('device_id', 'in', deviceIds.length ? deviceIds : [0])
    .where('dismissed_at', 'is', null)
    .where('end', '>=', new Date(from).toISOString())
    .where('start', '<', new Date(until).toISOString())
    .execute()
  return rows.map(row => ({ ...row, start: Date.parse(row.start), end: Date.parse(row.end) }))
}
export type Doubted = Awaited<ReturnType<typeof doubtedIn>>[number]

export const setDismissed = (db: Catalogue, id: number, by: { dismissed_at: string; dismissed_by: number } | null) =>
  db
    .updateTable('faults')
    .set(by ?? { dismissed_at: null, dismissed_by: null })
    .where('id', '=', id)
    .execute()

/** Keeps what was found. What touches a fault of the same sort that is known already makes that one longer, dismissed or not. */
export const keepFaults = async (
  db: Catalogue,
  { deviceId, measurement, found, now }: { deviceId: number; measurement: string; found: FaultSpan[]; now: string },
): Promise<void> => {
  for (const { fault, from, until } of found) {
    const [start, end] = [new Date(from).toISOString(), new Date(until).toISOString()]
    const known = await db
      .selectFrom('faults')
      .select(['id', 'start', 'end'])
      .where('device_id', '=', deviceId)
      .where('measurement', '=', measurement)
      .where('fault', '=', fault)
      .where('end', '>=', start)
      .where('start', '<=', end)
      .orderBy('start')
      .executeTakeFirst()
    if (!known) {
      const row = { device_id: deviceId, measurement, fault, start, end, found_at: now }
      await db
        .insertInto('faults')
        .values({ ...row, dismissed_at: null, dismissed_by: null })
        .execute()
    } else if (start < known.start || end > known.end) {
      const [first = start] = [start, known.start].sort()
      const last = [end, known.end].sort().at(-1) ?? end
      const longer = { start: first, end: last }
      await db.updateTable('faults').set(longer).where('id', '=', known.id).execute()
    }
  }
}
