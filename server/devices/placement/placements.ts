import { contains } from '#shared/rules/time/rental.ts'
import type { Database } from '../../kit/database/database.ts'
import { type PlacementRow, placementsOfArea, placementsOfDevices } from './placement-store.ts'

export { lockDevices } from '../store.ts'
export {
  areasInUse,
  areasOfDevices,
  changePlacement,
  deletePlacement,
  devicesInUse,
  endPlacement,
  endPlacementsOfIds,
  insertPlacements,
  joinProject,
  locationsMeasuredBy,
  type PlacementRow,
  placementOfId,
  placementsOfArea,
  placementsOfAreas,
  placementsOfDevices,
  placementsOfIds,
  placementsOfLocations,
  placementsOfProjects,
  placementsRunningAt,
  projectsOfIds,
  projectsReadBy,
  purposeOfProject,
  purposesAt,
  readProjectsOf,
} from './placement-store.ts'

/** Ids of the devices that hung in the same area as this one at `time`, itself included; none when it hung nowhere. */
export const neighboursOf = async (db: Database, deviceId: number, time: string): Promise<number[]> => {
  const running = (await placementsOfDevices(db, [deviceId])).find(placement => contains(placement, time))
  if (!running) return []
  const rows = await placementsOfArea(db, running.area_id)
  return [...new Set(rows.filter(row => contains(row, time)).map(row => row.device_id))]
}

/** False while its place is deleted. */
export const isPlaceActive = (row: Pick<PlacementRow, 'location_deleted_at' | 'area_deleted_at'>): boolean =>
  row.location_deleted_at === null && row.area_deleted_at === null
