import type { User } from '#shared/contract/accounts/users.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { locationsOwnedBy, ownersOf } from './store.ts'

export type Caller = Pick<User, 'id' | 'email' | 'admin'>

/** Ids of the locations a caller sees: an administrator all (`null`), an owner the own. Nobody else any. */
export const visibleLocationIds = async (db: Database, user: Caller): Promise<number[] | null> => {
  if (user.admin) return null
  const rows = await db
    .selectFrom('location_owners')
    .innerJoin('locations', 'locations.id', 'location_owners.location_id')
    .select('location_id')
    .where('email', '=', user.email)
    .where('locations.deleted_at', 'is', null)
    .execute()
  return rows.map(row => row.location_id)
}

/** Ids of the locations somebody owns, those among them that are deleted: what happened there stays the owner's to read. */
export const ownedLocationIds = (db: Database, email: string): Promise<number[]> => locationsOwnedBy(db, email)

/** Addresses of the owners of a location. */
export const ownersOfLocation = async (db: Database, id: number): Promise<string[]> =>
  (await ownersOf(db, [id])).map(({ email }) => email)

const ownedLocation = async (db: Database, user: Caller, id: number) => {
  const query = db.selectFrom('locations').selectAll('locations').where('locations.id', '=', id)
  if (user.admin) return query.executeTakeFirst()
  return query
    .innerJoin('location_owners', 'location_owners.location_id', 'locations.id')
    .where('location_owners.email', '=', user.email)
    .executeTakeFirst()
}

export const ownsLocation = async (db: Database, user: Caller, locationId: number): Promise<boolean> =>
  (await ownedLocation(db, user, locationId))?.deleted_at === null

/** Requires the owner, who alone manages. Somebody else's location looks like not there, and so does a deleted one. */
export const requireLocationOwner = async (db: Database, user: Caller, locationId: number) => {
  const location = await ownedLocation(db, user, locationId)
  if (!location || location.deleted_at !== null) throw new Failure('not_found')
  return location
}

/** The area, when the caller owns its location. */
export const requireAreaOwner = async (db: Database, user: Caller, areaId: number) => {
  const area = await areaOf(db, areaId)
  if (!area || area.deleted_at !== null || !(await ownsLocation(db, user, area.location_id)))
    throw new Failure('not_found')
  return area
}

/** A deleted location of the caller that can still be brought back; deleted after `since`. */
export const requireDeletedLocation = async (db: Database, user: Caller, locationId: number, since: string) => {
  const location = await ownedLocation(db, user, locationId)
  if (!location?.deleted_at || location.deleted_at <= since) throw new Failure('not_found')
  return location
}

export const requireDeletedArea = async (db: Database, user: Caller, areaId: number, since: string) => {
  const area = await areaOf(db, areaId)
  if (!area?.deleted_at || area.deleted_at <= since) throw new Failure('not_found')
  if (!(await ownsLocation(db, user, area.location_id))) throw new Failure('not_found')
  return area
}

const areaOf = (db: Database, areaId: number) =>
  db.selectFrom('areas').selectAll().where('id', '=', areaId).executeTakeFirst()
