import type { Selectable, Updateable } from 'kysely'
import type { z } from 'zod'
import type {
  AreaChange,
  AreaInput,
  LocationChange,
  LocationInput,
  NewLocation,
} from '#shared/contract/places/locations.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { requireRepeated } from '../kit/repeated.ts'
import type { Tables } from '../tables.ts'
import { addOwner } from './ownership-store.ts'

export type LocationRow = Selectable<Tables['locations']>
export type AreaRow = Selectable<Tables['areas']>

export const locationsOf = (db: Database, ids: number[] | null): Promise<LocationRow[]> => {
  const query = db.selectFrom('locations').selectAll().where('deleted_at', 'is', null).orderBy('name').orderBy('id')
  return (ids === null ? query : query.where('id', 'in', inIds(db, ids))).execute()
}

export const areasOf = (db: Database, locationIds: readonly number[]): Promise<AreaRow[]> =>
  db
    .selectFrom('areas')
    .selectAll()
    .where('location_id', 'in', inIds(db, locationIds))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Counts the floor plans of locations; one without any is left out. */
export const floorPlanCounts = async (db: Database, locationIds: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('floor_plans')
    .select(eb => ['location_id', eb.fn.countAll<number | string>().as('count')])
    .where('location_id', 'in', inIds(db, locationIds))
    .groupBy('location_id')
    .execute()
  return new Map(rows.map(row => [row.location_id, Number(row.count)]))
}

/** Counts the areas of a location, those that are deleted left out. */
export const countAreas = async (db: Database, locationId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('areas')
    .select(eb => eb.fn.countAll().as('count'))
    .where('location_id', '=', locationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An area, deleted or not. */
export const areaOfId = (db: Database, areaId: number): Promise<AreaRow | undefined> =>
  db.selectFrom('areas').selectAll().where('id', '=', areaId).executeTakeFirst()

/** Areas of these ids, deleted ones left out. */
export const areasOfIds = (db: Database, areaIds: Iterable<number>): Promise<AreaRow[]> =>
  db.selectFrom('areas').selectAll().where('id', 'in', inIds(db, areaIds)).where('deleted_at', 'is', null).execute()

export const createLocation = async (
  db: Database,
  input: z.output<typeof NewLocation> & { time_zone: string },
  creator: { email: string; at: string },
): Promise<LocationRow> => {
  const location = await db
    .insertInto('locations')
    .values({
      ...columnsOf(input),
      time_zone: input.time_zone,
      demo: input.demo ? 1 : 0,
      created_at: creator.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addOwner(db, location.id, creator.email, null)
  for (const { color, ...area } of input.areas ?? [])
    await insertArea(db, location.id, { ...area, colour: area.colour ?? color })
  return location
}

/** Throws changed_meanwhile when the version read is not the present one; a change that is sent again has the row it made. */
export const updateLocation = async (
  db: Database,
  id: number,
  { version, ...input }: z.output<typeof LocationChange>,
): Promise<LocationRow> => {
  const wanted = { ...columnsOf(input), ...(input.time_zone ? { time_zone: input.time_zone } : {}) }
  const change = db
    .updateTable('locations')
    .set(wanted)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
  const row = await (version === undefined ? change : change.where('version', '=', version))
    .returningAll()
    .executeTakeFirst()
  if (row) return row
  const stored = db.selectFrom('locations').selectAll().where('id', '=', id)
  return requireRepeated(await stored.executeTakeFirst(), wanted, version)
}

/** Holds a location for the rest of the transaction, before any ledger: its owners do not change meanwhile. */
export const lockLocation = (trx: Database, id: number) =>
  trx
    .updateTable('locations')
    .set(eb => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .execute()

export const setLocation = (db: Database, id: number, change: Updateable<Tables['locations']>): Promise<LocationRow> =>
  db
    .updateTable('locations')
    .set(change)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const setArea = (db: Database, id: number, change: Updateable<Tables['areas']>): Promise<AreaRow> =>
  db
    .updateTable('areas')
    .set(change)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertArea = (db: Database, locationId: number, area: z.output<typeof AreaInput>): Promise<AreaRow> =>
  db
    .insertInto('areas')
    .values({ location_id: locationId, ...areaColumns(area) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Throws changed_meanwhile when the version read is not the present one; a change that is sent again has the row it made. */
export const updateArea = async (
  db: Database,
  id: number,
  { version, ...area }: z.output<typeof AreaChange>,
): Promise<AreaRow> => {
  const change = db
    .updateTable('areas')
    .set(areaColumns(area))
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
  const row = await (version === undefined ? change : change.where('version', '=', version))
    .returningAll()
    .executeTakeFirst()
  return row ?? requireRepeated(await areaOfId(db, id), areaColumns(area), version)
}

const columnsOf = (input: z.output<typeof LocationInput>) => ({
  name: input.name,
  description: input.description ?? null,
  colour: input.colour ?? null,
  type: input.type,
  details: JSON.stringify(input.details ?? {}),
  country_code: input.country_code ?? null,
  country: input.country ?? null,
  city: input.city ?? null,
  postal_code: input.postal_code ?? null,
  street: input.street ?? null,
  number: input.number ?? null,
  lat: input.lat ?? null,
  lon: input.lon ?? null,
  ubn: input.ubn || null,
  tag: input.tag || null,
})

const areaColumns = (area: z.output<typeof AreaInput>) => ({
  name: area.name,
  area_type_id: area.area_type_id,
  colour: area.colour ?? null,
  width: area.width ?? null,
  height: area.height ?? null,
  depth: area.depth ?? null,
  group_width: area.group_width ?? null,
  group_depth: area.group_depth ?? null,
  animals_per_group: area.animals_per_group ?? null,
  group_items: JSON.stringify(area.group_items ?? []),
  animal_places: area.animal_places ?? null,
  ammonia_factor: area.ammonia_factor ?? null,
})
