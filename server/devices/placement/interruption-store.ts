import type { Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

type Placement = Selectable<Tables['location_research']>

/** Keeps a placement as it was before the deletion of its place. */
export const rememberInterrupted = (db: Database, placement: Placement) => {
  const { area_id, device_id } = placement
  return db
    .insertInto('interrupted_placements')
    .values({ area_id, device_id, placement: JSON.stringify(placement) })
    .execute()
}

/** Placements in these areas as they were before the deletion. */
export const interruptedIn = async (db: Database, areaIds: readonly number[]): Promise<Placement[]> => {
  const rows = await db
    .selectFrom('interrupted_placements')
    .select('placement')
    .where('area_id', 'in', inIds(db, areaIds))
    .execute()
  return rows.map(({ placement }): Placement => JSON.parse(placement))
}

export const forgetInterrupted = (db: Database, areaIds: readonly number[]) =>
  db.deleteFrom('interrupted_placements').where('area_id', 'in', inIds(db, areaIds)).execute()
