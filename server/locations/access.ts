import type { User } from '#shared/contract/accounts/users.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import {
  everyLocationIdOf,
  holdsRight,
  type LocationRight,
  locationIdsOf,
  locationOfId,
  locationRightsOf,
} from './ownership-store.ts'
import { type AreaRow, areaOfId, areasOfIds, lockLocation } from './store.ts'

export {
  everyLocationIdOf,
  everyOwnedByAddresses,
  holdsRight,
  type LocationRight,
  ownedByAddresses,
  ownedLocations,
  ownedSince,
  ownersOf,
  seenByAddresses,
  seenLocations,
} from './ownership-store.ts'

export interface Caller extends Pick<User, 'id' | 'email' | 'admin'> {
  /** Part of what they may read that this one reading is about: nothing else is there for it. */
  only?: ReadOnly | undefined
}
/** Some devices; or what owners of locations have consented to share with a research project, whoever reads it. */
export type ReadOnly = { devices: readonly number[] } | { project: number }

/**
 * The right of a caller on each location they see (decisions §3): an owner on the own, somebody in a group on what is shared
 * with it, as the share says. An administrator owns every one there is (`null`).
 */
export const locationRights = async (
  db: Database,
  user: Caller,
  id?: number,
): Promise<Map<number, LocationRight> | null> => (user.admin ? null : locationRightsOf(db, user.email, id))

/** Ids of the locations on which a caller has a right: to read them unless said. An administrator's are all (`null`). */
export const visibleLocationIds = async (
  db: Database,
  user: Caller,
  wanted: LocationRight = 'read',
): Promise<number[] | null> => {
  if (wanted === 'own' && !user.admin) return locationIdsOf(db, user.email)
  const rights = await locationRights(db, user)
  return rights && [...rights].filter(([, right]) => holdsRight(right, wanted)).map(([id]) => id)
}

/** Ids of the locations of a caller to whom alerts and names of the past are told, deleted ones they own among them. */
export const everySeenLocationId = async (db: Database, user: Pick<Caller, 'email'>): Promise<Set<number>> =>
  new Set([...(await everyLocationIdOf(db, user.email)), ...(await locationRightsOf(db, user.email)).keys()])

const ownedLocation = (db: Database, user: Caller, id: number) => locationOfId(db, id, user.admin ? null : user.email)

/** Tells whether a caller has a right on a location that is not deleted. */
export const hasLocationRight = async (
  db: Database,
  user: Caller,
  locationId: number,
  wanted: LocationRight,
): Promise<boolean> => {
  if (user.admin || wanted === 'own') return (await ownedLocation(db, user, locationId))?.deleted_at === null
  return holdsRight((await locationRightsOf(db, user.email, locationId)).get(locationId), wanted)
}

export const ownsLocation = (db: Database, user: Caller, locationId: number): Promise<boolean> =>
  hasLocationRight(db, user, locationId, 'own')

/**
 * Requires a right on a location: a location without any looks like not there, and so does a deleted one. Whoever may only
 * less is told so (not_allowed).
 */
export const requireLocation = async (db: Database, user: Caller, locationId: number, wanted: LocationRight) => {
  if (!(await hasLocationRight(db, user, locationId, wanted))) {
    const sees = wanted !== 'read' && (await hasLocationRight(db, user, locationId, 'read'))
    throw new Failure(sees ? 'not_allowed' : 'not_found')
  }
  const location = await locationOfId(db, locationId, null)
  if (!location || location.deleted_at !== null) throw new Failure('not_found')
  return location
}

/** The area, when the caller has the right on its location. Throws as `requireLocation`. */
export const requireArea = async (db: Database, user: Caller, areaId: number, wanted: LocationRight) => {
  const area = await areaOfId(db, areaId)
  if (!area || area.deleted_at !== null) throw new Failure('not_found')
  await requireLocation(db, user, area.location_id, wanted)
  return area
}

/** The same of several areas. Throws as `requireArea` would of one of them. */
export const requireAreas = async (
  db: Database,
  user: Caller,
  areaIds: ReadonlySet<number>,
  wanted: LocationRight,
): Promise<AreaRow[]> => {
  const areas = await areasOfIds(db, areaIds)
  if (areas.length < areaIds.size) throw new Failure('not_found')
  for (const locationId of new Set(areas.map(area => area.location_id)))
    await requireLocation(db, user, locationId, wanted)
  return areas
}

/**
 * The location, held for the rest of a transaction, when the caller has the right on it. A change that asked before it began asks here
 * again: the location may have been sold, or its share may have ended, since. Throws as `requireLocation`.
 */
export const holdLocation = async (trx: Database, user: Caller, locationId: number, wanted: LocationRight) => {
  await lockLocation(trx, locationId)
  return requireLocation(trx, user, locationId, wanted)
}

/** The area, whose location is held for the rest of a transaction; see `holdLocation`. Throws as `requireLocation`. */
export const holdArea = async (
  trx: Database,
  user: Caller,
  { id, location_id }: { id: number; location_id: number },
  wanted: LocationRight,
) => {
  await lockLocation(trx, location_id)
  return requireArea(trx, user, id, wanted)
}

/** A deleted location of the caller that can still be brought back; deleted after `since`. */
export const requireDeletedLocation = async (db: Database, user: Caller, locationId: number, since: string) => {
  const location = await ownedLocation(db, user, locationId)
  if (!location?.deleted_at || location.deleted_at <= since) throw new Failure('not_found')
  return location
}

/** A deleted area of an own location that can still be brought back; deleted after `since`. */
export const requireDeletedArea = async (db: Database, user: Caller, areaId: number, since: string) => {
  const area = await areaOfId(db, areaId)
  if (!area?.deleted_at || area.deleted_at <= since) throw new Failure('not_found')
  if (!(await ownsLocation(db, user, area.location_id))) throw new Failure('not_found')
  return area
}
