import { contains, type Span } from '#shared/rules/time/rental.ts'
import { custodiesOfUser, custodiesOfUsers, custodiesWithUser, ownerOf } from '../custody/timeline.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { type Caller, locationRights, ownedByAddresses } from '../locations/access.ts'
import { placementPeriodsAt, projectsSharedWith } from './placement/placement-store.ts'
import { allDeviceIds, existingDevices } from './store.ts'

export { ownerOf }

/** Period without end, what an administrator sees of a device. */
const ALWAYS: Span = { start: '', end: null }

/**
 * The periods in which a caller sees each device: who has it during the own custody, a location's owner and the people it is
 * shared with while it is placed there, somebody whom a location's owner added to a research project while it is part of that there,
 * an administrator always. A placement counts as far as the custody covers it that it was made under. A device without a period is
 * not there for the caller. What is read by consent is none of these: `readablePeriods` alone says that.
 */
export const visiblePeriods = async (
  db: Database,
  user: Caller,
  devices?: number | readonly number[],
): Promise<Map<number, Span[]>> => {
  const { only } = user
  if (only && 'project' in only) return new Map()
  const periods = user.admin
    ? await everyDevice(db, devices)
    : await periodsAt(db, user, await placesSeenBy(db, user), devices)
  return only ? new Map([...periods].filter(([id]) => only.devices.includes(id))) : periods
}

/**
 * Periods in which a device is the caller's own: rented or owned, or placed at a location the caller owns; an
 * administrator's always.
 */
export const ownPeriods = async (db: Database, user: Caller): Promise<Map<number, Span[]>> => {
  if (user.admin) return everyDevice(db)
  const { owned } = await placesSeenBy(db, user)
  return periodsAt(db, user, { locations: owned, owned, projects: new Map() })
}

const periodsAt = async (db: Database, user: Caller, seen: PlacesSeen, devices?: number | readonly number[]) => {
  const periods = new Map<number, Span[]>()
  const add = (row: Span & { device_id: number }) => {
    const spans = periods.get(row.device_id) ?? []
    periods.set(row.device_id, [...spans, { start: row.start, end: row.end }])
  }
  const custodies =
    typeof devices === 'object'
      ? await custodiesOfUsers(db, [user.id], devices)
      : await custodiesOfUser(db, user.id, devices)
  for (const row of custodies) add(row)
  const at = { locations: seen.locations ?? [], projects: [...seen.projects.keys()] }
  for (const row of await placementPeriodsAt(db, at, devices)) if (isSeen(seen, row)) add(row)
  return periods
}

const everyDevice = async (db: Database, devices?: number | readonly number[]): Promise<Map<number, Span[]>> => {
  const ids = devices === undefined ? await allDeviceIds(db) : await existingDevices(db, [devices].flat())
  return new Map([...ids].map(id => [id, [ALWAYS]]))
}

/**
 * Places where a caller sees what hangs: all of some locations (null: of every one), and what is part of some research
 * projects. Of the locations `owned`, the projects there are seen, too; who sees a location by a group sees none of them.
 */
export interface PlacesSeen {
  locations: number[] | null
  owned: number[] | null
  /** Locations of whoever added the caller to a project, by project: only an owner can show them so. */
  projects: ReadonlyMap<number, ReadonlySet<number>>
}

export const placesSeenBy = async (db: Database, user: Caller): Promise<PlacesSeen> => {
  // A project tells of places by numbers alone, also to whoever knows them.
  if (user.only && 'project' in user.only) return { locations: [], owned: [], projects: new Map() }
  const rights = await locationRights(db, user)
  return {
    locations: rights && [...rights.keys()],
    owned: rights && [...rights].filter(([, right]) => right === 'own').map(([id]) => id),
    projects: await projectsAt(db, user),
  }
}

/** Locations at which a caller sees a project as part of it, by project. */
const projectsAt = async (db: Database, user: Caller): Promise<Map<number, Set<number>>> => {
  const shared = await projectsSharedWith(db, user.email)
  const owned = await ownedByAddresses(
    db,
    shared.flatMap(({ added_by }) => added_by ?? []),
  )
  return new Map(shared.map(({ research_id, added_by }) => [research_id, owned.get(added_by ?? '') ?? new Set()]))
}

/** Tells whether a caller sees a project at a location as part of it. */
export const seesProjectAt = (
  { projects }: Pick<PlacesSeen, 'projects'>,
  { location_id, research_id }: { location_id: number; research_id: number | null },
): boolean => research_id !== null && projects.get(research_id)?.has(location_id) === true

export const isSeen = (seen: PlacesSeen, placement: { location_id: number; research_id: number | null }): boolean =>
  seen.locations === null || seen.locations.includes(placement.location_id) || seesProjectAt(seen, placement)

/** A placement without the project it is part of, where the caller sees the place alone. */
export const withoutUnseenProject = <
  Row extends { location_id: number; research_id: number | null; research_name: string | null },
>(
  seen: PlacesSeen,
  placement: Row,
): Row => {
  const knows = seen.owned === null || seen.owned.includes(placement.location_id) || seesProjectAt(seen, placement)
  return knows ? placement : { ...placement, research_id: null, research_name: null }
}

/** The periods in which the caller sees this device. Throws not_found when there is none. */
export const requireDevice = async (db: Database, user: Caller, deviceId: number): Promise<Span[]> => {
  const periods = (await visiblePeriods(db, user, deviceId)).get(deviceId)
  if (!periods) throw new Failure('not_found')
  return periods
}

/** Requires that the caller sees each of these devices. Throws not_found. */
export const requireDevices = async (db: Database, user: Caller, deviceIds: readonly number[]): Promise<void> => {
  const periods = await visiblePeriods(db, user, deviceIds)
  if (!deviceIds.every(id => periods.has(id))) throw new Failure('not_found')
}

/**
 * The periods in which the caller has this device, as its owner or a renter: what is written of it lies in them, whoever has
 * it now. An owner has it while it is lent, too. Throws not_found for a device that is not theirs to see, and not_allowed for
 * whoever only sees it, or gets it only later.
 */
export const requireCustody = async (db: Database, user: Caller, deviceId: number, now: string): Promise<Span[]> => {
  await requireDevice(db, user, deviceId)
  const had = (await custodyPeriods(db, user, deviceId)).filter(({ start }) => start <= now)
  if (had.length === 0) throw new Failure('not_allowed')
  return had
}

export const custodyPeriods = async (db: Database, user: Caller, deviceId: number): Promise<Span[]> =>
  user.admin ? [ALWAYS] : custodiesOfUser(db, user.id, deviceId)

/** Tells whether one of the periods holds the whole of `from` to `until` (ISO 8601), both included. */
export const holds = (periods: readonly Span[], from: string, until = from): boolean =>
  periods.some(period => contains(period, from) && contains(period, until))

/**
 * Requires whoever has the device now, its owner or a renter: they alone work with it. A caller who merely sees it is
 * told so; anybody else learns nothing.
 */
export const requireDeviceOwner = async (db: Database, user: Caller, deviceId: number, now: string): Promise<void> => {
  await requireDevice(db, user, deviceId)
  if (!holds(await custodyPeriods(db, user, deviceId), now)) throw new Failure('not_allowed')
}

/** Requires the owner or an administrator, who alone rename, lend, hand over or delete a device, and make its keys. */
export const requireOwner = async (db: Database, user: Caller, deviceId: number, now: string): Promise<void> => {
  await requireDevice(db, user, deviceId)
  if (user.admin) return
  const owner = await ownerOf(db, deviceId, now)
  if (owner?.user_id !== user.id) throw new Failure('not_allowed')
}

/** Requires the same of each of several devices. */
export const requireOwnerOfEach = async (
  db: Database,
  user: Caller,
  deviceIds: readonly number[],
  now: string,
): Promise<void> => {
  const seen = await visiblePeriods(db, user)
  if (!deviceIds.every(id => seen.has(id))) throw new Failure('not_found')
  if (user.admin) return
  const own = await ownedDevices(db, user, now)
  if (!deviceIds.every(id => own.has(id))) throw new Failure('not_allowed')
}

/** Ids of the devices that an account owns now, whoever has them. */
export const ownedDevices = async (db: Database, user: Pick<Caller, 'id'>, now: string): Promise<Set<number>> => {
  const custodies = await custodiesOfUser(db, user.id)
  return new Set(custodies.filter(one => one.owner === 1 && contains(one, now)).map(one => one.device_id))
}

/** Tells whether a caller sees what a device sent as it was: its owner of that time does. */
export const ownedAt = async (db: Database, user: Caller, deviceId: number, time: string): Promise<boolean> =>
  user.admin || (await ownerOf(db, deviceId, time))?.user_id === user.id

/** Ids of the devices the caller manages now. */
export const managedDevices = async (db: Database, user: Caller, now: string): Promise<number[]> => {
  if (user.admin) return [...(await everyDevice(db)).keys()]
  const custodies = await custodiesOfUser(db, user.id)
  return [...new Set(custodies.filter(one => contains(one, now)).map(one => one.device_id))]
}

/** Rentals of these devices, of the caller alone unless an administrator asks. */
export const rentalsSeenBy = (db: Database, user: Caller, deviceIds: number[]) =>
  user.admin ? custodiesWithUser(db, deviceIds) : custodiesOfUsers(db, [user.id], deviceIds)
