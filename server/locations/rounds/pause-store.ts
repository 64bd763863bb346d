import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'

/** Local days of an empty area: since ≤ day < until; `until` is null where nobody said when animals are in again. */
export interface Pause {
  since: string
  until: string | null
}

/** Pauses that hold in these areas on the local date `today`, by area: none where a round runs, or has begun since. */
export const pausesOn = async (
  db: Database,
  areaIds: readonly number[],
  today: string,
): Promise<Map<number, Pause>> => {
  const rows = await db
    .selectFrom('area_pauses')
    .selectAll()
    .where('area_id', 'in', inIds(db, areaIds))
    .where('since', '<=', today)
    .where(eb => eb.or([eb('until', 'is', null), eb('until', '>', today)]))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rounds')
            .select('rounds.id')
            .whereRef('rounds.area_id', '=', 'area_pauses.area_id')
            .where('rounds.deleted_at', 'is', null)
            .where('rounds.date_in', '<=', today)
            .where(of =>
              of.or([
                of('rounds.date_out', 'is', null),
                of('rounds.date_out', '>', today),
                of('rounds.date_in', '>', of.ref('area_pauses.since')),
              ]),
            ),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ area_id, since, until }) => [area_id, { since, until }]))
}

/** Pauses as they were said in these areas, by area; whether one holds on a day, rounds decide. */
export const pausesSaid = async (db: Database, areaIds: readonly number[]): Promise<Map<number, Pause>> => {
  const rows = await db.selectFrom('area_pauses').selectAll().where('area_id', 'in', inIds(db, areaIds)).execute()
  return new Map(rows.map(({ area_id, since, until }) => [area_id, { since, until }]))
}

/** Keeps that an area is empty; said again, it is empty since the first time and until the new day. */
export const setPause = (db: Database, area_id: number, { since, until }: Pause) =>
  db
    .insertInto('area_pauses')
    .values({ area_id, since, until })
    .onConflict(conflict => conflict.column('area_id').doUpdateSet({ since, until }))
    .execute()

/** Ends the pauses of all areas of locations. */
export const deletePausesOfLocations = (db: Database, locationIds: readonly number[]) =>
  db
    .deleteFrom('area_pauses')
    .where('area_id', 'in', eb =>
      eb.selectFrom('areas').select('areas.id').where('areas.location_id', 'in', inIds(db, locationIds)),
    )
    .execute()

export const deletePause = (db: Database, areaId: number) =>
  db.deleteFrom('area_pauses').where('area_id', '=', areaId).execute()
