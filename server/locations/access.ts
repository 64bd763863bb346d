import type { User } from '#shared/contract/accounts/users.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { locationIdsOf, locationOfId } from './ownership-store.ts'
import { areaOfId } from './store.ts'

export { everyLocationIdOf, ownedLocations, ownersOf } from './ownership-store.ts'

export type Caller = Pick<User, 'id' | 'email' | 'admin'>

/** Ids of the locations a caller sees: an administrator all (`null`), an owner the own. Nobody else any. */
export const visibleLocationIds = async (db: Database, user: Caller): Promise<number[] | null> => {
  if (user.admin) return null
  return locationIdsOf(db, user.email)
}

const ownedLocation = (db: Database, user: Caller, id: number) => locationOfId(db, id, user.admin ? null : user.email)

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
  const area = await areaOfId(db, areaId)
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
  const area = await areaOfId(db, areaId)
  if (!area?.deleted_at || area.deleted_at <= since) throw new Failure('not_found')
  if (!(await ownsLocation(db, user, area.location_id))) throw new Failure('not_found')
  return area
}
