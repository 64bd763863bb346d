import type { Area, Location, LocationArea } from '#shared/contract/places/locations.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { offeredTo } from '../offers/offering.ts'
import { type Caller, type LocationRight, locationRights, ownedSince, ownersOf } from './access.ts'
import { emptySince } from './rounds/empty.ts'
import { groupsShowing } from './sharing/share-store.ts'
import { type AreaRow, areasOf, type LocationRow } from './store.ts'

const MAY: Record<LocationRight, Location['may']> = {
  own: ['edit', 'delete', 'place', 'share'],
  edit: ['edit', 'place'],
  read: [],
}

/** Locations as the contract shows them to somebody who sees them. Who else owns one, or is asked to, is told to its owners. */
export const presentLocations = async (
  services: Pick<Services, 'db' | 'now'> & { user: Caller },
  rows: LocationRow[],
): Promise<Location[]> => {
  const { db, user } = services
  const rights = await locationRights(db, user)
  const rightOf = (id: number): LocationRight => (rights === null ? 'own' : (rights.get(id) ?? 'read'))
  const ids = rows.map(row => row.id)
  const areas = Map.groupBy(await areasOf(db, ids), area => area.location_id)
  const inZones = rows.flatMap(({ id, time_zone }) => (areas.get(id) ?? []).map(area => ({ id: area.id, time_zone })))
  const empty = inZones.length > 0 ? await emptySince(db, inZones, services.now()) : new Map<number, string>()
  const own = ids.filter(id => rightOf(id) === 'own')
  const owners = Map.groupBy(await ownersOf(db, own), owner => owner.location_id)
  const offers = await offeredTo(db, 'location', own, isoNow(services))
  const shared = own.length < ids.length ? await groupsShowing(db, user.email, ids) : []
  const groups = Map.groupBy(shared, group => group.location_id)
  return rows.map(row => {
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
      areas: (areas.get(row.id) ?? []).map(area => presentLocationArea(area, rightOf(row.id), empty.get(area.id))),
      groups: rightOf(row.id) === 'own' ? [] : (groups.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      may: MAY[rightOf(row.id)],
    }
  })
}

const AREA_MAY: Record<LocationRight, Area['may']> = { own: ['edit', 'delete'], edit: ['edit'], read: [] }

export const presentArea = (row: AreaRow, right: LocationRight): Area => ({
  ...row,
  group_items: JSON.parse(row.group_items),
  may: AREA_MAY[right],
})

const presentLocationArea = (row: AreaRow, right: LocationRight, empty_since: string | undefined): LocationArea => {
  const { colour: color, ...area } = presentArea(row, right)
  return { ...area, color, ...(empty_since === undefined ? {} : { empty_since }) }
}

const addressOf = (row: LocationRow): string =>
  [
    [row.street, row.number],
    [row.postal_code, row.city],
  ]
    .map(parts => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ')
