import type { Area, Location, LocationArea } from '#shared/contract/places/locations.ts'
import { inForce } from '#shared/rules/locations/emission-settings.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import type { Database } from '../kit/database/database.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { offeredTo } from '../offers/offering.ts'
import { type Caller, type LocationRight, locationRights, ownedSince, ownersOf } from './access.ts'
import { emptySince, pausesAt } from './rounds/empty.ts'
import type { Pause } from './rounds/pause-store.ts'
import { groupsShowing } from './sharing/share-store.ts'
import { type AreaRow, areasOf, floorPlanCounts, type LocationRow, locationsOf } from './store.ts'

/**
 * Animal places of these areas from local days on, the first before the next, where they change. Emissions keep them, which are told
 * to this domain as it starts.
 */
export type LaterPlaces = (
  db: Database,
  areaIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly { valid_from: string; places: number }[]>>

const MAY: Record<LocationRight, Location['may']> = {
  own: ['edit', 'delete', 'place', 'share'],
  edit: ['edit', 'place'],
  read: [],
}

/** Locations as the contract shows them to somebody who sees them. Who else owns one, or is asked to, is told to its owners. */
export const presentLocations = async (
  services: Pick<Services, 'db' | 'now'> & { user: Caller },
  laterPlaces: LaterPlaces,
  rows: LocationRow[],
): Promise<Location[]> => {
  const { db, user } = services
  const rights = await locationRights(db, user)
  const rightOf = (id: number): LocationRight => (rights === null ? 'own' : (rights.get(id) ?? 'read'))
  const ids = rows.map(row => row.id)
  const areas = Map.groupBy(await areasOf(db, ids), area => area.location_id)
  const inZones = rows.flatMap(({ id, time_zone }) => (areas.get(id) ?? []).map(area => ({ id: area.id, time_zone })))
  const empty = inZones.length > 0 ? await emptySince(db, inZones, services.now()) : new Map<number, string>()
  const pauses = inZones.length > 0 ? await pausesAt(db, inZones, services.now()) : new Map<number, Pause>()
  const later = await laterPlaces(
    db,
    inZones.map(({ id }) => id),
  )
  const plans = await floorPlanCounts(db, ids)
  const own = ids.filter(id => rightOf(id) === 'own')
  const owners = Map.groupBy(await ownersOf(db, own), owner => owner.location_id)
  const offers = await offeredTo(db, 'location', own, isoNow(services))
  const shared = own.length < ids.length ? await groupsShowing(db, user.email, ids) : []
  const groups = Map.groupBy(shared, group => group.location_id)
  return rows.map(row => {
    const today = localDateAt(services.now(), row.time_zone)
    const right = rightOf(row.id)
    const details = JSON.parse(row.details) as NonNullable<Location['details']>
    return {
      ...row,
      demo: row.demo === 1,
      details,
      has_details: Object.keys(details).length > 0,
      address: addressOf(row),
      owners: (owners.get(row.id) ?? []).map(owner => owner.email),
      owned_since: ownedSince(owners.get(row.id) ?? []),
      offers: offers.get(row.id) ?? [],
      areas: (areas.get(row.id) ?? []).map(area =>
        presentLocationArea(areaAt(area, right, later.get(area.id), today), empty.get(area.id), pauses.get(area.id)),
      ),
      ...(plans.has(row.id) ? { floor_plans: plans.get(row.id) } : {}),
      groups: right === 'own' ? [] : (groups.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      may: MAY[right],
    }
  })
}

const AREA_MAY: Record<LocationRight, Area['may']> = { own: ['edit', 'delete'], edit: ['edit'], read: [] }

/** Area as it is on a local date. */
const areaAt = (
  row: AreaRow,
  right: LocationRight,
  later: readonly { valid_from: string; places: number }[] | undefined,
  today: string,
): Area => {
  const held = inForce(later ?? [], today)
  return {
    ...row,
    group_items: JSON.parse(row.group_items),
    may: AREA_MAY[right],
    places_today: held?.places ?? row.animal_places,
    places_since: held?.valid_from ?? null,
    ...(later ? { later_places: later.map(one => ({ ...one })) } : {}),
  }
}

export const presentArea = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  laterPlaces: LaterPlaces,
  row: AreaRow,
  right: LocationRight,
): Promise<Area> => {
  const [location] = await locationsOf(db, [row.location_id])
  const later = await laterPlaces(db, [row.id])
  return areaAt(row, right, later.get(row.id), localDateAt(now(), location?.time_zone ?? 'UTC'))
}

const presentLocationArea = (
  { colour: color, ...area }: Area,
  empty_since: string | undefined,
  pause: Pause | undefined,
): LocationArea => ({
  ...area,
  color,
  ...(empty_since === undefined ? {} : { empty_since }),
  ...(pause === undefined ? {} : { pause }),
})

const addressOf = (row: LocationRow): string =>
  [
    [row.street, row.number],
    [row.postal_code, row.city],
  ]
    .map(parts => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ')
