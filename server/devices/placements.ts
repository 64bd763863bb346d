import type { Selectable } from 'kysely'
import { contains, type Span } from '../../shared/rules/rental.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import type { Tables } from '../tables.ts'

/** A location research with the names around it. */
export interface PlacementRow extends Selectable<Tables['location_research']> {
  location_name: string
  time_zone: string
  area_name: string
  area_type_id: number
  device_name: string
  /** Set when its place is deleted. */
  location_deleted_at: string | null
  area_deleted_at: string | null
  research_name: string | null
}

const selectPlacements = (db: Catalogue) =>
  db
    .selectFrom('location_research')
    .innerJoin('locations', 'locations.id', 'location_research.location_id')
    .innerJoin('areas', 'areas.id', 'location_research.area_id')
    .innerJoin('devices', 'devices.id', 'location_research.device_id')
    .leftJoin('research', 'research.id', 'location_research.research_id')
    .selectAll('location_research')
    .select([
      'locations.name as location_name',
      'locations.time_zone',
      'areas.name as area_name',
      'areas.area_type_id',
      'devices.name as device_name',
      'locations.deleted_at as location_deleted_at',
      'areas.deleted_at as area_deleted_at',
      'research.name as research_name',
    ])
    .orderBy('location_research.start')
    .orderBy('location_research.id')

export const placementsOfDevices = (db: Catalogue, deviceIds: number[]): Promise<PlacementRow[]> =>
  selectPlacements(db)
    .where('location_research.device_id', 'in', deviceIds.length ? deviceIds : [0])
    .execute()

/** Everything that was, is or will be placed in an area, in order. */
export const placementsOfArea = (db: Catalogue, areaId: number): Promise<PlacementRow[]> =>
  selectPlacements(db).where('location_research.area_id', '=', areaId).execute()

/** Everything that was, is or will be placed at these locations, in order. */
export const placementsOfLocations = (db: Catalogue, locationIds: number[]): Promise<PlacementRow[]> =>
  selectPlacements(db)
    .where('location_research.location_id', 'in', locationIds.length ? locationIds : [0])
    .execute()

/** What is placed at `time` in places that are not deleted; only these devices when `ids` are given. */
export const placementsRunningAt = (db: Catalogue, time: string, ids?: number[]): Promise<PlacementRow[]> => {
  const running = selectPlacements(db)
    .where('location_research.start', '<=', time)
    .where(eb => eb.or([eb('location_research.end', 'is', null), eb('location_research.end', '>', time)]))
    .where('locations.deleted_at', 'is', null)
    .where('areas.deleted_at', 'is', null)
  return (ids === undefined ? running : running.where('device_id', 'in', ids.length ? ids : [0])).execute()
}

export const placementOfId = (db: Catalogue, id: number): Promise<PlacementRow | undefined> =>
  selectPlacements(db).where('location_research.id', '=', id).executeTakeFirst()

/** Ids of the devices that hung in the same area as this one at `time`, itself included; none when it hung nowhere. */
export const neighboursOf = async (db: Catalogue, deviceId: number, time: string): Promise<number[]> => {
  const running = (await placementsOfDevices(db, [deviceId])).find(placement => contains(placement, time))
  if (!running) return []
  const rows = await db.selectFrom('location_research').selectAll().where('area_id', '=', running.area_id).execute()
  return [...new Set(rows.filter(row => contains(row, time)).map(row => row.device_id))]
}

/** False while its place is deleted. */
export const isThere = (row: PlacementRow): boolean => row.location_deleted_at === null && row.area_deleted_at === null

/** Holds the devices for the rest of the transaction, so that two plans made at once cannot both take one. */
export const holdDevices = async (db: Catalogue, deviceIds: number[]): Promise<void> => {
  // One by one in the same order for everybody: two plans never wait for each other.
  for (const id of [...new Set(deviceIds)].sort((a, b) => a - b))
    await db
      .updateTable('devices')
      .set(eb => ({ plan: eb.ref('plan') }))
      .where('id', '=', id)
      .execute()
}

export const insertPlacement = async (db: Catalogue, row: Omit<Tables['location_research'], 'id'>): Promise<number> =>
  (await db.insertInto('location_research').values(row).returning('id').executeTakeFirstOrThrow()).id

export const changePlacement = (
  db: Catalogue,
  id: number,
  change: Span & { research_subject_id: number; research_id: number | null },
) => db.updateTable('location_research').set(change).where('id', '=', id).execute()

export const deletePlacement = (db: Catalogue, id: number) =>
  db.deleteFrom('location_research').where('id', '=', id).execute()

/**
 * Ends at `at` what a device does at the places of a person who has it no longer; what was to come there is gone. Places that
 * also belong to `keptFor` stay.
 */
export const endStays = async (
  db: Catalogue,
  deviceId: number,
  userId: number,
  at: string,
  keptFor?: string,
): Promise<void> => {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  const owners = await db
    .selectFrom('location_owners')
    .selectAll()
    .where('email', 'in', [user?.email ?? '', keptFor ?? ''])
    .execute()
  const kept = new Set(owners.filter(({ email }) => email === keptFor).map(row => row.location_id))
  const left = owners.filter(row => row.email === user?.email && !kept.has(row.location_id))
  for (const placement of await placementsOfDevices(db, [deviceId])) {
    const over = placement.end !== null && placement.end <= at
    if (over || !left.some(row => row.location_id === placement.location_id)) continue
    if (placement.start >= at) await deletePlacement(db, placement.id)
    else await db.updateTable('location_research').set({ end: at }).where('id', '=', placement.id).execute()
  }
}
