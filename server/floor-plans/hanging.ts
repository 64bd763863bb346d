import { contains } from '#shared/rules/time/rental.ts'
import { visiblePeriods } from '../devices/access.ts'
import { placementsRunningAt } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { isoNow, type Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { devicesOnFloorPlans, type FloorPlanDeviceRow, floorPlansWithDevices, takePlacesOff } from './store.ts'

/** Area in which each of some devices hangs at a time (ISO 8601); none of those that hang nowhere. */
export const areasNow = async (db: Database, deviceIds: readonly number[], now: string) => {
  const running = await placementsRunningAt(db, now, [...new Set(deviceIds)])
  return new Map(running.map(placement => [placement.device_id, placement]))
}

/** Places on floor plans, of these, whose devices hang there now and are seen by the caller. */
export const seenNow = async (
  db: Database,
  user: Caller,
  rows: readonly FloorPlanDeviceRow[],
  now: string,
): Promise<FloorPlanDeviceRow[]> => {
  if (rows.length === 0) return []
  const areas = await areasNow(
    db,
    rows.map(({ device_id }) => device_id),
    now,
  )
  const seen = await visiblePeriods(db, user)
  const isSeen = (id: number): boolean => (seen.get(id) ?? []).some(period => contains(period, now))
  return rows.filter(row => areas.get(row.device_id)?.area_id === row.area_id && isSeen(row.device_id))
}

/** Devices among these that hang in another area than the one of their place on a floor plan. One that hangs nowhere may come back. */
export const movedAway = async (db: Database, rows: readonly FloorPlanDeviceRow[], now: string) => {
  const areas = await areasNow(
    db,
    rows.map(({ device_id }) => device_id),
    now,
  )
  return rows.filter(row => (areas.get(row.device_id)?.area_id ?? row.area_id) !== row.area_id)
}

const PLANS_AT_ONCE = 100

/** Takes devices off the floor plans of buildings that they have left, so that none stands at an old place should it return. */
export const forgetMoved = async (services: Pick<Services, 'db' | 'now'>): Promise<void> => {
  const { db } = services
  let after = 0
  for (;;) {
    const ids = await floorPlansWithDevices(db, after, PLANS_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    await takePlacesOff(db, await movedAway(db, await devicesOnFloorPlans(db, ids), isoNow(services)))
  }
}
