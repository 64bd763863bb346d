import type { Insertable } from 'kysely'
import type { Insight } from '#shared/contract/measurements/insights.ts'
import { INSIGHTS } from '#shared/rules/insights/insights.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { fromJson } from '../kit/database/json.ts'
import type { Tables } from '../tables.ts'

export interface LocationToLookAt {
  id: number
  time_zone: string
}

/** Areas of each location that are not deleted. */
export const areasToLookAt = async (db: Database) => {
  const rows = await db
    .selectFrom('areas')
    .innerJoin('locations', 'locations.id', 'areas.location_id')
    .select(['areas.id', 'areas.area_type_id', 'areas.location_id', 'locations.time_zone'])
    .where('areas.deleted_at', 'is', null)
    .where('locations.deleted_at', 'is', null)
    .orderBy('areas.location_id')
    .orderBy('areas.id')
    .execute()
  return [...Map.groupBy(rows, row => row.location_id)].map(([id, areas]) => {
    const location: LocationToLookAt = { id, time_zone: areas[0]?.time_zone ?? '' }
    return [location, areas] as const
  })
}

export type Phase = Tables['insight_runs']['phase']
export interface Due {
  day: string
  phase: Phase
}

/** Nights and days since a day that somebody looked at, as "location day phase". */
export const doneSince = async (db: Database, locationIds: readonly number[], day: string): Promise<Set<string>> => {
  const done = await db
    .selectFrom('insight_runs')
    .select(['location_id', 'day', 'phase'])
    .where('location_id', 'in', inIds(db, locationIds))
    .where('day', '>=', day)
    .execute()
  return new Set(done.map(one => `${one.location_id} ${one.day} ${one.phase}`))
}

export const markDone = (db: Database, location_id: number, due: Due, now: Date) =>
  db
    .insertInto('insight_runs')
    .values({ location_id, ...due, done_at: now.toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** Forgets which days were looked at that are older than `before`: they will not be looked at again. */
export const forgetRuns = (db: Database, before: string) =>
  db.deleteFrom('insight_runs').where('day', '<', before).execute()

/** "area insight day" of those since a day. */
export const insightsBefore = async (db: Database, areaIds: number[], since: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('insights')
    .select(['area_id', 'insight', 'day'])
    .where('area_id', 'in', inIds(db, areaIds))
    .where('day', '>=', since)
    .execute()
  return new Set(rows.map(({ area_id, insight, day }) => `${area_id} ${insight} ${day}`))
}

type Found = Omit<Insertable<Tables['insights']>, 'id' | 'found_at' | 'dismissed_at' | 'dismissed_by'>

/** Keeps one insight of a kind for each area and day: the first that comes. */
export const keepInsights = async (db: Database, rows: Found[], now: Date): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('insights')
    .values(rows.map(row => ({ ...row, found_at: now.toISOString(), dismissed_at: null, dismissed_by: null })))
    .onConflict(conflict => conflict.columns(['area_id', 'insight', 'day']).doNothing())
    .execute()
}

const withNames = (db: Database) =>
  db
    .selectFrom('insights')
    .innerJoin('areas', 'areas.id', 'insights.area_id')
    .innerJoin('locations', 'locations.id', 'areas.location_id')
    .leftJoin('users', 'users.id', 'insights.dismissed_by')
    .selectAll('insights')
    .select([
      'areas.name as area_name',
      'areas.area_type_id',
      'areas.location_id',
      'locations.name as location_name',
      'locations.time_zone',
      'users.name as dismissed_by_name',
    ])
    .where('areas.deleted_at', 'is', null)
    .where('locations.deleted_at', 'is', null)
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

export type KeptInsight = Omit<Insight, 'may'>

const present = ({ dismissed_by_name, ...row }: Row): KeptInsight => ({
  ...row,
  numbers: fromJson(row.numbers),
  quantities: fromJson(row.quantities),
  times: fromJson(row.times),
  device_ids: fromJson(row.device_ids),
  dismissed_by: dismissed_by_name,
})

/** Insights whose window a period (ISO 8601) touches, of some areas (null: all), the newest first, and no more of them than `limit`. */
export const insightsOf = async (
  db: Database,
  areaIds: number[] | null,
  { from, until, limit }: { from: string; until: string; limit: number | null },
) => {
  const all = withNames(db)
    .where('insights.end', '>', from)
    .where('insights.start', '<', until)
    .orderBy('insights.day', 'desc')
    .orderBy('insights.id', 'desc')
  const query = limit === null ? all : all.limit(limit)
  const rows = await (areaIds === null ? query : query.where('insights.area_id', 'in', inIds(db, areaIds))).execute()
  // Order within a day is that of the science: what animals suffer from first.
  return rows
    .map(present)
    .sort((a, b) => (a.day === b.day ? INSIGHTS.indexOf(a.insight) - INSIGHTS.indexOf(b.insight) : 0))
}

export const insightOfId = async (db: Database, id: number) => {
  const row = await withNames(db).where('insights.id', '=', id).executeTakeFirst()
  return row && present(row)
}

export const setInsightDismissed = (
  db: Database,
  id: number,
  by: { dismissed_at: string; dismissed_by: number } | null,
) =>
  db
    .updateTable('insights')
    .set(by ?? { dismissed_at: null, dismissed_by: null })
    .where('id', '=', id)
    .execute()
