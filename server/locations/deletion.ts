import {
  BRING_BACK_DAYS,
  type DeletedArea,
  type DeletedLocation,
  type PlaceLoss,
} from '#shared/contract/places/locations.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import type { Caller } from './access.ts'
import { areasDeletedSince, locationsDeletedSince } from './deletion-store.ts'
import { type AreaRow, areasOf, type LocationRow, setArea, setLocation } from './store.ts'

/** Effects that the deletion of a place has on the devices that hang there; the domain of devices knows them. */
export interface PlacementsAt {
  count(db: Database, areaIds: number[], now: string): Promise<Pick<PlaceLoss, 'placements' | 'devices'>>
  /** Ends those that run, takes back those to come, and remembers both. */
  interrupt(db: Database, areaIds: number[], now: string): Promise<void>
  /** Takes up again what was interrupted, as far as its devices are still free for it. */
  resume(db: Database, areaIds: number[]): Promise<void>
}

/** Time (ISO 8601) before which what was deleted is gone for good. */
export const bringBackSince = (now: number): string => new Date(now - BRING_BACK_DAYS * DAY_MS).toISOString()

const goneAt = (deletedAt: string): string => new Date(Date.parse(deletedAt) + BRING_BACK_DAYS * DAY_MS).toISOString()

const areaIdsOf = async (db: Database, locationId: number): Promise<number[]> =>
  (await areasOf(db, [locationId])).map(area => area.id)

export const lossOfLocation = async (
  db: Database,
  placements: PlacementsAt,
  id: number,
  now: string,
): Promise<PlaceLoss> => {
  const areaIds = await areaIdsOf(db, id)
  const lost = await placements.count(db, areaIds, now)
  return { areas: areaIds.length, ...lost, bring_back_days: BRING_BACK_DAYS }
}

export const lossOfArea = async (
  db: Database,
  placements: PlacementsAt,
  id: number,
  now: string,
): Promise<PlaceLoss> => ({ areas: 1, ...(await placements.count(db, [id], now)), bring_back_days: BRING_BACK_DAYS })

export const deleteLocation = async (db: Database, placements: PlacementsAt, id: number, now: string) => {
  await placements.interrupt(db, await areaIdsOf(db, id), now)
  await setLocation(db, id, { deleted_at: now })
}

export const restoreLocation = async (
  db: Database,
  placements: PlacementsAt,
  location: LocationRow,
): Promise<LocationRow> => {
  const row = await setLocation(db, location.id, { deleted_at: null })
  await placements.resume(db, await areaIdsOf(db, location.id))
  return row
}

export const deleteArea = async (db: Database, placements: PlacementsAt, id: number, now: string) => {
  await placements.interrupt(db, [id], now)
  await setArea(db, id, { deleted_at: now })
}

export const restoreArea = async (db: Database, placements: PlacementsAt, id: number): Promise<AreaRow> => {
  const row = await setArea(db, id, { deleted_at: null })
  await placements.resume(db, [id])
  return row
}

export const deletedLocations = async (db: Database, user: Caller, since: string): Promise<DeletedLocation[]> => {
  const rows = await locationsDeletedSince(db, since, user.admin ? null : user.email)
  const areas = Map.groupBy(
    await areasOf(
      db,
      rows.map(row => row.id),
    ),
    area => area.location_id,
  )
  return rows.map(({ deleted_at, ...row }) => ({
    ...row,
    areas: areas.get(row.id)?.length ?? 0,
    deleted_at: deleted_at ?? '',
    gone_at: goneAt(deleted_at ?? ''),
  }))
}

/** Deleted areas of locations that are not deleted themselves: the others come back with their location. */
export const deletedAreas = async (
  db: Database,
  locationIds: number[] | null,
  since: string,
): Promise<DeletedArea[]> => {
  const rows = await areasDeletedSince(db, since, locationIds)
  return rows.map(({ deleted_at, ...row }) => ({
    ...row,
    deleted_at: deleted_at ?? '',
    gone_at: goneAt(deleted_at ?? ''),
  }))
}
