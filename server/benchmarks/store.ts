import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { ownedLocations, seenLocations } from '../locations/access.ts'
import type { Tables } from '../tables.ts'

/** Rows of one insert: each of their columns is a parameter. */
const BATCH = 1000

export type Agreement = Selectable<Tables['benchmark_agreements']>
export type BenchmarkRow = Selectable<Tables['benchmarks']>

/** Agreements that count: of locations that are not deleted, by a person who still owns them. */
const agreements = (db: Database) =>
  db
    .selectFrom('benchmark_agreements')
    .innerJoin('users', 'users.id', 'benchmark_agreements.user_id')
    .innerJoin('locations', 'locations.id', 'benchmark_agreements.location_id')
    .innerJoin(ownedLocations(db).as('owned'), join =>
      join.onRef('owned.location_id', '=', 'benchmark_agreements.location_id').onRef('owned.email', '=', 'users.email'),
    )
    .select([
      'benchmark_agreements.location_id',
      'benchmark_agreements.user_id',
      'benchmark_agreements.agreed_at',
      'locations.time_zone',
    ])

/** Agreements made before a time (ISO 8601), by location. */
export const agreementsBefore = (db: Database, time: string) =>
  agreements(db)
    .where('benchmark_agreements.agreed_at', '<', time)
    .orderBy('benchmark_agreements.location_id')
    .execute()

export const agreementsOf = (db: Database, locationIds: readonly number[]): Promise<Agreement[]> =>
  agreements(db).where('benchmark_agreements.location_id', 'in', inIds(db, locationIds)).execute()

export const putAgreement = (db: Database, row: Agreement) =>
  db
    .insertInto('benchmark_agreements')
    .values(row)
    .onConflict(conflict =>
      conflict.column('location_id').doUpdateSet({ user_id: row.user_id, agreed_at: row.agreed_at }),
    )
    .execute()

/** Takes an agreement back, and with it all that the location gave. */
export const deleteAgreement = async (db: Database, locationId: number): Promise<void> => {
  await db.deleteFrom('benchmark_agreements').where('location_id', '=', locationId).execute()
  await db
    .deleteFrom('benchmark_values')
    .where('area_id', 'in', eb => eb.selectFrom('areas').select('id').where('location_id', '=', locationId))
    .execute()
}

/** Addresses of the owners of locations, and of everybody who sees them. */
export const peopleAt = async (db: Database, locationIds: readonly number[]) => {
  const [owned, seen] = [
    await ownedLocations(db).where('location_owners.location_id', 'in', inIds(db, locationIds)).execute(),
    await db
      .selectFrom(seenLocations(db).as('seen'))
      .selectAll()
      .where('seen.location_id', 'in', inIds(db, locationIds))
      .execute(),
  ]
  const [owners, readers] = [owned, seen].map(rows => Map.groupBy(rows, ({ location_id }) => location_id))
  const emails = (of: typeof owners, id: number) => (of?.get(id) ?? []).map(({ email }) => email)
  return locationIds.map(id => ({ id, owners: emails(owners, id), readers: emails(readers, id) }))
}

/** Takes a week for this process until `taken_until`; undefined where another has it, or it is done. */
export const takeWeek = async (db: Database, week: string, now: string, taken_until: string) => {
  await db
    .insertInto('benchmark_weeks')
    .values({ week, run: 0, taken_until: '', done_at: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return db
    .updateTable('benchmark_weeks')
    .set(eb => ({ taken_until, run: eb('run', '+', 1) }))
    .where('week', '=', week)
    .where('done_at', 'is', null)
    .where('taken_until', '<=', now)
    .returning('run')
    .executeTakeFirst()
}

/** Notes how a run goes on with a week; false where another process has taken it over. */
export const noteWeek = async (
  db: Database,
  { week, run }: { week: string; run: number },
  change: { taken_until?: string; done_at?: string },
): Promise<boolean> => {
  const noted = await db
    .updateTable('benchmark_weeks')
    .set(change)
    .where('week', '=', week)
    .where('run', '=', run)
    .where('done_at', 'is', null)
    .returning('run')
    .executeTakeFirst()
  return noted !== undefined
}

export const benchmarksFrom = (db: Database, week: string): Promise<BenchmarkRow[]> =>
  db.selectFrom('benchmarks').selectAll().where('week', '>=', week).orderBy('week').execute()

export const insertBenchmarks = async (
  db: Database,
  rows: Insertable<Tables['benchmarks']>[],
  values: Insertable<Tables['benchmark_values']>[],
): Promise<void> => {
  if (rows.length > 0) await db.insertInto('benchmarks').values(rows).execute()
  for (let at = 0; at < values.length; at += BATCH)
    await db
      .insertInto('benchmark_values')
      .values(values.slice(at, at + BATCH))
      .execute()
}

/** Forgets what was given before a week, and weeks before another. */
export const forgetBefore = async (db: Database, values: string, weeks: string): Promise<void> => {
  await db.deleteFrom('benchmark_values').where('week', '<', values).execute()
  await db.deleteFrom('benchmarks').where('week', '<', weeks).execute()
  await db.deleteFrom('benchmark_weeks').where('week', '<', weeks).execute()
}

/** Values that areas of locations gave from a week on, each with the middle half of that week where there is one. */
export const valuesOf = (db: Database, locationIds: readonly number[], week: string) =>
  db
    .selectFrom('benchmark_values')
    .innerJoin('areas', 'areas.id', 'benchmark_values.area_id')
    .leftJoin('benchmarks', join =>
      join
        .onRef('benchmarks.week', '=', 'benchmark_values.week')
        .onRef('benchmarks.area_type_id', '=', 'benchmark_values.area_type_id')
        .onRef('benchmarks.measurement', '=', 'benchmark_values.measurement'),
    )
    .select([
      'areas.location_id',
      'areas.name as area_name',
      'benchmark_values.week',
      'benchmark_values.area_id',
      'benchmark_values.area_type_id',
      'benchmark_values.measurement',
      'benchmark_values.value',
      'benchmarks.farms',
      'benchmarks.low',
      'benchmarks.high',
    ])
    .where('areas.location_id', 'in', inIds(db, locationIds))
    .where('areas.deleted_at', 'is', null)
    .where('benchmark_values.week', '>=', week)
    .orderBy('benchmark_values.area_id')
    .orderBy('benchmark_values.measurement')
    .execute()

/** Names of locations, by id. */
export const namesOf = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('id', 'in', inIds(db, ids))
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
