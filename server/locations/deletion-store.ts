import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'

/** Locations deleted after `since`, the newest deletion first; only those of one owner when `email` is given. */
export const locationsDeletedSince = (db: Database, since: string, email: string | null) => {
  const all = db
    .selectFrom('locations')
    .select(['locations.id', 'name', 'country_code', 'deleted_at'])
    .where('deleted_at', '>', since)
    .orderBy('deleted_at', 'desc')
  return (
    email === null
      ? all
      : all
          .innerJoin('location_owners', 'location_owners.location_id', 'locations.id')
          .where('location_owners.email', '=', email)
  ).execute()
}

/** Areas deleted after `since` of locations that are not deleted themselves; only of some locations when they are given. */
export const areasDeletedSince = (db: Database, since: string, locationIds: readonly number[] | null) => {
  const all = db
    .selectFrom('areas')
    .innerJoin('locations', 'locations.id', 'areas.location_id')
    .select(['areas.id', 'areas.name', 'areas.area_type_id', 'areas.location_id', 'areas.deleted_at'])
    .select('locations.name as location_name')
    .where('areas.deleted_at', '>', since)
    .where('locations.deleted_at', 'is', null)
    .orderBy('areas.deleted_at', 'desc')
  return (locationIds === null ? all : all.where('areas.location_id', 'in', inIds(db, locationIds))).execute()
}

/** Ids, in order, of locations that nobody brought back in time. */
export const locationsToPurge = async (db: Database, since: string): Promise<number[]> => {
  const rows = await db.selectFrom('locations').select('id').where('deleted_at', '<=', since).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export const isToPurge = async (db: Database, id: number, since: string): Promise<boolean> =>
  (await db
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', '<=', since)
    .executeTakeFirst()) !== undefined

/** Deletes areas for good that nobody brought back in time. */
export const purgeAreas = (db: Database, since: string) =>
  db.deleteFrom('areas').where('deleted_at', '<=', since).execute()

export const purgeLocation = (db: Database, id: number) => db.deleteFrom('locations').where('id', '=', id).execute()

/** Ids, in order, of the locations of the demo farm, deleted ones among them. */
export const everyDemoLocationId = async (db: Database): Promise<number[]> => {
  const rows = await db.selectFrom('locations').select('id').where('demo', '=', 1).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
