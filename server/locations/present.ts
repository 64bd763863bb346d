import type { Area, Location, LocationArea } from '#shared/contract/places/locations.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { offeredTo } from '../offers/offering.ts'
import { ownersOf } from './ownership-store.ts'
import { emptySince } from './rounds/empty.ts'
import { type AreaRow, areasOf, type LocationRow } from './store.ts'

/** Locations as the contract shows them, to somebody who owns them. */
export const presentLocations = async (
  services: Pick<Services, 'db' | 'now'>,
  rows: LocationRow[],
): Promise<Location[]> => {
  const { db } = services
  const ids = rows.map(row => row.id)
  const areas = Map.groupBy(await areasOf(db, ids), area => area.location_id)
  const inZones = rows.flatMap(({ id, time_zone }) => (areas.get(id) ?? []).map(area => ({ id: area.id, time_zone })))
  const empty = inZones.length > 0 ? await emptySince(db, inZones, services.now()) : new Map<number, string>()
  const owners = Map.groupBy(await ownersOf(db, ids), owner => owner.location_id)
  const offers = await offeredTo(db, 'location', ids, isoNow(services))
  return rows.map(row => {
    const details = JSON.parse(row.details) as NonNullable<Location['details']>
    return {
      ...row,
      demo: row.demo === 1,
      details,
      has_details: Object.keys(details).length > 0,
      address: addressOf(row),
      owners: (owners.get(row.id) ?? []).map(owner => owner.email),
      offers: offers.get(row.id) ?? [],
      areas: (areas.get(row.id) ?? []).map(area => presentLocationArea(area, empty.get(area.id))),
      may: ['edit', 'delete', 'place'],
    }
  })
}

export const presentArea = (row: AreaRow): Area => ({
  ...row,
  group_items: JSON.parse(row.group_items),
  may: ['edit', 'delete'],
})

const presentLocationArea = (row: AreaRow, empty_since: string | undefined): LocationArea => {
  const { colour: color, ...area } = presentArea(row)
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
