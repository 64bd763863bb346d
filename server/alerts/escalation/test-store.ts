import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'

/** Starts a test's row. Of two at once the other waits at the plan, and finds this one. */
export const lockPlan = (db: Database, locationId: number) =>
  db.updateTable('alarm_plans').set({ reminded_at: null }).where('location_id', '=', locationId).execute()

export const insertTest = (db: Database, test: { location_id: number; started_by: number; at: string }) =>
  db
    .insertInto('alarm_tests')
    .values({ ...test, remark: null })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Time of this location's newest test (ISO 8601); null before the first. */
export const testedAt = async (db: Database, locationId: number): Promise<string | null> => {
  const row = await db
    .selectFrom('alarm_tests')
    .select(eb => eb.fn.max('at').as('at'))
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Time of the newest test of each of these locations (ISO 8601); those without one are left out. */
export const testTimesOf = async (db: Database, locationIds: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('alarm_tests')
    .select(eb => ['location_id', eb.fn.max('at').as('at')])
    .where('location_id', 'in', inIds(db, locationIds))
    .groupBy('location_id')
    .execute()
  return new Map(rows.map(({ location_id, at }) => [location_id, at]))
}

/** Tests of a location with the names of who started them; only this one when it is named. */
export const testsOfLog = (
  db: Database,
  { locationId, since, testId }: { locationId: number; since: string; testId?: number | undefined },
) =>
  db
    .selectFrom('alarm_tests')
    .leftJoin('users', 'users.id', 'alarm_tests.started_by')
    .selectAll('alarm_tests')
    .select('users.name as starter')
    .where('location_id', '=', locationId)
    .where('at', '>=', since)
    .$if(testId !== undefined, query => query.where('alarm_tests.id', '=', testId ?? 0))
    .execute()

export const locationOfTest = async (db: Database, id: number): Promise<number | undefined> =>
  (await db.selectFrom('alarm_tests').select('location_id').where('id', '=', id).executeTakeFirst())?.location_id

export const remarkTest = (db: Database, id: number, remark: string | null) =>
  db.updateTable('alarm_tests').set({ remark }).where('id', '=', id).execute()

export const deleteTests = (db: Database, before: string) =>
  db.deleteFrom('alarm_tests').where('at', '<', before).execute()

/** Notes that the owners are reminded of the monthly test; false when another process has noted it since `before`. */
export const noteTestReminded = async (
  db: Database,
  locationId: number,
  { before, at }: { before: string | null; at: string },
): Promise<boolean> =>
  (await db
    .updateTable('alarm_plans')
    .set({ reminded_at: at })
    .where('location_id', '=', locationId)
    .where(eb => (before === null ? eb('reminded_at', 'is', null) : eb('reminded_at', '=', before)))
    .returning('location_id')
    .executeTakeFirst()) !== undefined

/** Owners of a location by address, with its name. */
export const ownerAddressesOf = (db: Database, locationId: number) =>
  db
    .selectFrom('location_owners')
    .innerJoin('locations', 'locations.id', 'location_owners.location_id')
    .select(['email', 'locations.name'])
    .where('location_id', '=', locationId)
    .execute()
