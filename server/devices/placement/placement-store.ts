import type { Insertable, Selectable } from 'kysely'
import type { Span } from '#shared/rules/time/rental.ts'
import { coveredEnd, coveredStart, isPlacementCovered } from '../../custody/timeline.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { inParts, insertRows } from '../../kit/database/rows-as.ts'
import { isAmong, type SomeIds } from '../../kit/database/some-ids.ts'
import type { Tables } from '../../tables.ts'

/** A location research with the names around it, as far as the custody covers it that it was made under. */
export interface PlacementRow extends Selectable<Tables['location_research']> {
  location_name: string
  time_zone: string
  area_name: string
  area_type_id: number
  device_name: string
  /** Account that had the device for this placement, and the ownership by which; null where that account is gone. */
  custodian_id: number | null
  ownership_id: number
  /** Set when its place is deleted. */
  location_deleted_at: string | null
  area_deleted_at: string | null
  research_name: string | null
}

const selectPlacements = (db: Database) =>
  db
    .selectFrom('location_research')
    .innerJoin('locations', 'locations.id', 'location_research.location_id')
    .innerJoin('areas', 'areas.id', 'location_research.area_id')
    .innerJoin('devices', 'devices.id', 'location_research.device_id')
    .innerJoin('rentals as custody', 'custody.id', 'location_research.custody_id')
    .leftJoin('research', 'research.id', 'location_research.research_id')
    .where(isPlacementCovered)
    .select([
      'location_research.id',
      'location_research.device_id',
      'location_research.location_id',
      'location_research.area_id',
      'location_research.research_subject_id',
      'location_research.research_id',
      'location_research.custody_id',
      'location_research.created_at',
      coveredStart.as('start'),
      coveredEnd.as('end'),
      'custody.user_id as custodian_id',
      eb => eb.fn.coalesce('custody.given_from', 'custody.id').as('ownership_id'),
      'locations.name as location_name',
      'locations.time_zone',
      'areas.name as area_name',
      'areas.area_type_id',
      'devices.name as device_name',
      'locations.deleted_at as location_deleted_at',
      'areas.deleted_at as area_deleted_at',
      'research.name as research_name',
    ])
    .orderBy(coveredStart)
    .orderBy('location_research.id')

export const placementsOfDevices = (db: Database, deviceIds: number[]): Promise<PlacementRow[]> =>
  selectPlacements(db).where('location_research.device_id', 'in', inIds(db, deviceIds)).execute()

/** Placements in an area, past, present and to come, in order. */
export const placementsOfArea = (db: Database, areaId: number): Promise<PlacementRow[]> =>
  selectPlacements(db).where('location_research.area_id', '=', areaId).execute()

export const placementsOfAreas = (db: Database, areaIds: readonly number[]): Promise<PlacementRow[]> =>
  selectPlacements(db).where('location_research.area_id', 'in', inIds(db, areaIds)).execute()

/** Ids of those areas in which something hangs at `time` (ISO 8601), or will later. */
export const areasInUse = async (db: Database, areaIds: readonly number[], time: string): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('location_research')
    .innerJoin('rentals as custody', 'custody.id', 'location_research.custody_id')
    .select('location_research.area_id')
    .distinct()
    .where(isPlacementCovered)
    .where('location_research.area_id', 'in', inIds(db, areaIds))
    .where(eb => eb.or([eb(coveredEnd, 'is', null), eb(coveredEnd, '>', time)]))
    .execute()
  return new Set(rows.map(({ area_id }) => area_id))
}

/** Ids of those devices that hang somewhere at `time` (ISO 8601), or will later. */
export const devicesInUse = async (db: Database, deviceIds: readonly number[], time: string): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('location_research')
    .innerJoin('rentals as custody', 'custody.id', 'location_research.custody_id')
    .select('location_research.device_id')
    .distinct()
    .where(isPlacementCovered)
    .where('location_research.device_id', 'in', inIds(db, deviceIds))
    .where(eb => eb.or([eb(coveredEnd, 'is', null), eb(coveredEnd, '>', time)]))
    .execute()
  return new Set(rows.map(({ device_id }) => device_id))
}

/** Placements at these locations, past, present and to come, in order. */
export const placementsOfLocations = (db: Database, locationIds: number[]): Promise<PlacementRow[]> =>
  selectPlacements(db).where('location_research.location_id', 'in', inIds(db, locationIds)).execute()

/** Placements that run at `time` in places that are not deleted; only of some devices when `ids` are given. */
export const placementsRunningAt = (db: Database, time: string, ids?: SomeIds): Promise<PlacementRow[]> => {
  const running = selectPlacements(db)
    .where(coveredStart, '<=', time)
    .where(eb => eb.or([eb(coveredEnd, 'is', null), eb(coveredEnd, '>', time)]))
    .where('locations.deleted_at', 'is', null)
    .where('areas.deleted_at', 'is', null)
  return (ids === undefined ? running : running.where(isAmong(db, 'location_research.device_id', ids))).execute()
}

export const placementOfId = (db: Database, id: number): Promise<PlacementRow | undefined> =>
  selectPlacements(db).where('location_research.id', '=', id).executeTakeFirst()

/** Placements of these ids, in order. */
export const placementsOfIds = (db: Database, ids: readonly number[]): Promise<PlacementRow[]> =>
  selectPlacements(db).where('location_research.id', 'in', inIds(db, ids)).execute()

/** Placements as they were made, whatever their custody covers, in these areas. */
export const placementsMadeIn = (db: Database, areaIds: readonly number[]) =>
  db.selectFrom('location_research').selectAll().where('area_id', 'in', inIds(db, areaIds)).execute()

/** Times of placements, as far as covered, at these locations and of these research projects; of one device, or of some, when given. */
export const placementPeriodsAt = (
  db: Database,
  { locations, projects }: { locations: readonly number[]; projects: readonly number[] },
  devices?: number | readonly number[],
) => {
  const query = db
    .selectFrom('location_research')
    .innerJoin('locations', 'locations.id', 'location_research.location_id')
    .innerJoin('areas', 'areas.id', 'location_research.area_id')
    .innerJoin('rentals as custody', 'custody.id', 'location_research.custody_id')
    .select(['location_research.id', 'location_research.device_id', 'location_research.location_id', 'area_id'])
    .select(['research_id', 'locations.deleted_at as location_deleted_at', 'areas.deleted_at as area_deleted_at'])
    .select([coveredStart.as('start'), coveredEnd.as('end')])
    .where(isPlacementCovered)
    .where(eb =>
      eb.or([
        eb('location_research.location_id', 'in', inIds(db, locations)),
        eb('research_id', 'in', inIds(db, projects)),
      ]),
    )
    .orderBy('location_research.id')
  if (devices === undefined) return query.execute()
  return typeof devices === 'number'
    ? query.where('location_research.device_id', '=', devices).execute()
    : query.where('location_research.device_id', 'in', inIds(db, devices)).execute()
}

/**
 * Subjects and projects of the placements at these locations and of these research projects, each once at a location. Deleted places
 * are left out.
 */
export const purposesAt = (
  db: Database,
  { locations, projects }: { locations: readonly number[]; projects: readonly number[] },
) =>
  db
    .selectFrom('location_research')
    .innerJoin('locations', 'locations.id', 'location_research.location_id')
    .innerJoin('areas', 'areas.id', 'location_research.area_id')
    .innerJoin('rentals as custody', 'custody.id', 'location_research.custody_id')
    .select(['location_research.location_id', 'location_research.research_id', 'location_research.research_subject_id'])
    .distinct()
    .where(isPlacementCovered)
    .where('locations.deleted_at', 'is', null)
    .where('areas.deleted_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('location_research.location_id', 'in', inIds(db, locations)),
        eb('location_research.research_id', 'in', inIds(db, projects)),
      ]),
    )
    .execute()

/** Placements of these research projects, with the names around them. */
export const placementsOfProjects = (db: Database, researchIds: readonly number[]): Promise<PlacementRow[]> =>
  selectPlacements(db).where('location_research.research_id', 'in', inIds(db, researchIds)).execute()

/** Puts placements that stand alone into a project. */
export const joinProject = (db: Database, ids: readonly number[], research_id: number) =>
  db
    .updateTable('location_research')
    .set({ research_id })
    .where('id', 'in', inIds(db, ids))
    .where('research_id', 'is', null)
    .execute()

/** Research projects that an address was added to, with the address of who added it. */
export const projectsSharedWith = (db: Database, email: string) =>
  db
    .selectFrom('research_people')
    .leftJoin('users', 'users.id', 'research_people.added_by')
    .select(['research_people.research_id', 'users.email as added_by'])
    .where('research_people.email', '=', email)
    .execute()

/** Research projects that a person leads or was added to, with their periods. */
export const projectsReadBy = (db: Database, person: { id: number; email: string }) =>
  db
    .selectFrom('research')
    .select(['id', 'name', 'start', 'end'])
    .where(eb =>
      eb.or([
        eb('owner_id', '=', person.id),
        eb('id', 'in', eb.selectFrom('research_people').select('research_id').where('email', '=', person.email)),
      ]),
    )
    .execute()

/** Research projects with their periods. */
export const projectsOfIds = (db: Database, ids: readonly number[]) =>
  db.selectFrom('research').select(['id', 'name', 'start', 'end']).where('id', 'in', inIds(db, ids)).execute()

/** Purpose of a project, maybe a rich text. */
export const purposeOfProject = async (db: Database, id: number): Promise<string | null> =>
  (await db.selectFrom('research').select('purpose').where('id', '=', id).executeTakeFirst())?.purpose ?? null

/** Research projects of these whose data a person reads: led by them, or with them added; an administrator reads each. */
export const readProjectsOf = async (
  db: Database,
  person: { id: number; email: string; admin: boolean },
  ids: readonly number[],
) => (person.admin ? projectsOfIds(db, ids) : (await projectsReadBy(db, person)).filter(({ id }) => ids.includes(id)))

export const projectExists = async (db: Database, id: number): Promise<boolean> =>
  (await db.selectFrom('research').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Inserts a placement; one that is put back keeps its id. */
export const insertPlacement = async (db: Database, row: Insertable<Tables['location_research']>): Promise<number> =>
  (await db.insertInto('location_research').values(row).returning('id').executeTakeFirstOrThrow()).id

/** Inserts placements, of each device one. Returns their ids by device. */
export const insertPlacements = async (
  db: Database,
  rows: readonly Omit<Selectable<Tables['location_research']>, 'id'>[],
): Promise<Map<number, number>> => {
  const made = new Map<number, number>()
  for (const some of inParts(rows)) {
    const types = {
      device_id: 'bigint',
      location_id: 'bigint',
      area_id: 'bigint',
      research_subject_id: 'bigint',
      research_id: 'bigint',
      custody_id: 'bigint',
      start: 'text',
      end: 'text',
      created_at: 'text',
    } as const
    const inserted = await insertRows(db, 'location_research', some, types).returning(['id', 'device_id']).execute()
    for (const { id, device_id } of inserted) made.set(device_id, id)
  }
  return made
}

/** Ends several placements at one time. */
export const endPlacementsOfIds = async (db: Database, ids: readonly number[], end: string): Promise<void> => {
  await db.updateTable('location_research').set({ end }).where('id', 'in', inIds(db, ids)).execute()
}

export const endPlacement = (db: Database, id: number, end: string) =>
  db.updateTable('location_research').set({ end }).where('id', '=', id).execute()

export const changePlacement = (
  db: Database,
  id: number,
  change: Span & { research_subject_id: number; research_id: number | null; custody_id: number | null },
) => {
  const { start, end, research_subject_id, research_id, custody_id } = change
  const columns = { start, end, research_subject_id, research_id, custody_id }
  return db.updateTable('location_research').set(columns).where('id', '=', id).execute()
}

export const deletePlacement = (db: Database, id: number) =>
  db.deleteFrom('location_research').where('id', '=', id).execute()

/** Ends at `at` what a device does wherever it hangs; what was to come is gone. Only what was made under one custody, when given. */
export const endPlacements = async (db: Database, deviceId: number, at: string, custodyId?: number): Promise<void> => {
  const gone = db.deleteFrom('location_research').where('device_id', '=', deviceId).where('start', '>=', at)
  const ended = db
    .updateTable('location_research')
    .set({ end: at })
    .where('device_id', '=', deviceId)
    .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', at)]))
  await (custodyId === undefined ? gone : gone.where('custody_id', '=', custodyId)).execute()
  await (custodyId === undefined ? ended : ended.where('custody_id', '=', custodyId)).execute()
}

/** Deletes what was placed under these custodies. */
export const deletePlacementsUnder = (db: Database, custodyIds: readonly number[]) =>
  db.deleteFrom('location_research').where('custody_id', 'in', inIds(db, custodyIds)).execute()

const selectAreas = (db: Database) => db.selectFrom('location_research').select('area_id').distinct()

/** Ids of the areas where these devices ever hung. */
export const areasOfDevices = async (db: Database, deviceIds: readonly number[]): Promise<number[]> => {
  const rows = await selectAreas(db).where('device_id', 'in', inIds(db, deviceIds)).execute()
  return rows.map(row => row.area_id)
}

/**
 * Locations where devices of a plan hang or hung before `now`: where they are, the first start, the last end, and how many
 * placements have no end. Those of the demo farm, and deleted ones, are left out.
 */
export const locationsMeasuredBy = (db: Database, plan: Tables['devices']['plan'], now: string) =>
  db
    .selectFrom('locations')
    .innerJoin('location_research', 'location_research.location_id', 'locations.id')
    .innerJoin('devices', 'devices.id', 'location_research.device_id')
    .select(['locations.id as location_id', 'locations.lat', 'locations.lon'])
    .select(({ fn, eb }) => [
      fn.min('location_research.start').as('since'),
      fn.max('location_research.end').as('until'),
      fn.sum<number>(eb.case().when('location_research.end', 'is', null).then(1).else(0).end()).as('open'),
    ])
    .where('devices.plan', '=', plan)
    .where('locations.demo', '=', 0)
    .where('locations.deleted_at', 'is', null)
    .where('location_research.start', '<', now)
    .groupBy(['locations.id', 'locations.lat', 'locations.lon'])
    .orderBy('locations.id')
    .execute()
