import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'

/** Ids of all locations, those among them that are deleted but can be brought back. */
export const locationIds = async (db: Database): Promise<number[]> =>
  (await db.selectFrom('locations').select('id').execute()).map(({ id }) => id)

export const isDemoLocation = async (db: Database, id: number): Promise<boolean> => {
  const row = await db
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('demo', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of the demo farms with this name. */
export const demoLocationsOfName = async (db: Database, name: string): Promise<number[]> =>
  (await db.selectFrom('locations').select('id').where('demo', '=', 1).where('name', '=', name).execute()).map(
    ({ id }) => id,
  )

export const demoLocationIds = async (db: Database): Promise<number[]> =>
  (await db.selectFrom('locations').select('id').where('demo', '=', 1).where('deleted_at', 'is', null).execute()).map(
    ({ id }) => id,
  )

/** Details of a location by the id of the question, JSON; undefined when it is gone. */
export const detailsOfLocation = async (db: Database, id: number): Promise<string | undefined> =>
  (await db.selectFrom('locations').select('details').where('id', '=', id).executeTakeFirst())?.details

/** Time zones of these locations, each once; of all there are where null. */
export const zonesOfLocations = async (db: Database, ids: readonly number[] | null): Promise<string[]> => {
  const query = db.selectFrom('locations').select('time_zone').distinct()
  const rows = await (ids === null ? query : query.where('id', 'in', inIds(db, ids))).execute()
  return rows.map(({ time_zone }) => time_zone)
}

/** Time zone of each of these locations, also of those that are deleted. */
export const zonesByLocation = async (db: Database, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db.selectFrom('locations').select(['id', 'time_zone']).where('id', 'in', inIds(db, ids)).execute()
  return new Map(rows.map(({ id, time_zone }) => [id, time_zone]))
}

/** Ids of the areas of these locations, those that are deleted left out. */
export const areaIdsOf = async (db: Database, ids: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('areas')
    .select('id')
    .where('location_id', 'in', inIds(db, ids))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Names of these locations and of their areas that are not deleted; of all there are where null. */
export const placeNames = async (db: Database, ids: readonly number[] | null) => {
  const locations = db.selectFrom('locations').select(['id', 'name'])
  const areas = db.selectFrom('areas').select(['id', 'name']).where('deleted_at', 'is', null)
  if (ids === null) return { locations: await locations.execute(), areas: await areas.execute() }
  return {
    locations: await locations.where('id', 'in', inIds(db, ids)).execute(),
    areas: await areas.where('location_id', 'in', inIds(db, ids)).execute(),
  }
}

/** Names of these locations, those that are deleted left out. */
export const locationNames = async (db: Database, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('id', 'in', inIds(db, ids))
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** These areas with their locations; what is deleted is left out. */
export const areaNames = (db: Database, areaIds: readonly number[]) =>
  db
    .selectFrom('areas')
    .innerJoin('locations', 'locations.id', 'areas.location_id')
    .select(['areas.id', 'areas.name', 'areas.location_id', 'locations.name as location_name'])
    .where('areas.id', 'in', inIds(db, areaIds))
    .where('areas.deleted_at', 'is', null)
    .where('locations.deleted_at', 'is', null)
    .execute()

/** Name and time zone of a location that is not deleted. */
export const placeOfLocation = (db: Database, id: number) =>
  db
    .selectFrom('locations')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Coordinates of locations, by id. */
export const pointsOfLocations = async (
  db: Database,
  ids: readonly number[],
): Promise<Map<number, { lat: number | null; lon: number | null }>> => {
  const rows = await db.selectFrom('locations').select(['id', 'lat', 'lon']).where('id', 'in', inIds(db, ids)).execute()
  return new Map(rows.map(({ id, ...point }) => [id, point]))
}

/** Location with its areas as far as their emission needs it. */
export interface EmissionPlace {
  id: number
  name: string
  ubn: string | null
  time_zone: string
  areas: {
    id: number
    name: string
    area_type_id: number
    /** JSON. */
    group_items: string
    animal_places: number | null
    ammonia_factor: number | null
  }[]
}

/** Ids of the locations of these areas, those of deleted areas left out. */
export const locationIdsOfAreas = async (db: Database, areaIds: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('areas')
    .select('location_id')
    .distinct()
    .where('id', 'in', inIds(db, areaIds))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ location_id }) => location_id)
}

/** Locations with their areas, those that are deleted left out; of all there are where null. */
export const emissionPlaces = async (db: Database, ids: readonly number[] | null): Promise<EmissionPlace[]> => {
  const present = db
    .selectFrom('locations')
    .select(['id', 'name', 'ubn', 'time_zone'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
  const locations = await (ids === null ? present : present.where('id', 'in', inIds(db, ids))).execute()
  const areas = await db
    .selectFrom('areas')
    .select(['id', 'location_id', 'name', 'area_type_id', 'group_items', 'animal_places', 'ammonia_factor'])
    .where(
      'location_id',
      'in',
      inIds(
        db,
        locations.map(({ id }) => id),
      ),
    )
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const byLocation = Map.groupBy(areas, ({ location_id }) => location_id)
  return locations.map(location => ({ ...location, areas: byLocation.get(location.id) ?? [] }))
}

/** Sets the places of an area; a form that was opened before is told of it. */
export const setAnimalPlaces = (db: Database, areaId: number, animal_places: number | null) =>
  db
    .updateTable('areas')
    .set({ animal_places })
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', areaId)
    .execute()
