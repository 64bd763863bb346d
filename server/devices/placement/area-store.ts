import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'

const selectAreas = (db: Database) => db.selectFrom('location_research').select('area_id').distinct()

/** Ids of the areas where something hangs, hung or will hang as part of these research projects. */
export const areasOfProjects = async (db: Database, projectIds: readonly number[]): Promise<number[]> => {
  const rows = await selectAreas(db).where('research_id', 'in', inIds(db, projectIds)).execute()
  return rows.map(row => row.area_id)
}

/** Ids of the areas where these devices ever hung. */
export const areasOfDevices = async (db: Database, deviceIds: readonly number[]): Promise<number[]> => {
  const rows = await selectAreas(db).where('device_id', 'in', inIds(db, deviceIds)).execute()
  return rows.map(row => row.area_id)
}
