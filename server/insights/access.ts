import type { InsightKind } from '#shared/rules/insights/insights.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { placesSeenBy, requireDevice, seesProjectAt, visiblePeriods } from '../devices/access.ts'
import { areasOfDevices, placementsOfProjects } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { type Caller, holdsRight, type LocationRight, locationRights } from '../locations/access.ts'
import { areaIdsOf } from '../locations/places.ts'
import type { KeptInsight } from './insight-store.ts'

/** Rights to insights: those a caller sees, and those that are the caller's to put away. */
export interface InsightSight {
  /** Areas whose insights may be seen; null: all areas. */
  areaIds: number[] | null
  sees: (insight: KeptInsight) => boolean
  manages: (insight: KeptInsight) => boolean
  /** Takes out the names of a place that is not the caller's to see. */
  named: (insight: KeptInsight) => Omit<KeptInsight, 'area_name' | 'location_name'> & Names
}

type Names = { area_name: string | null; location_name: string | null }

/** Tells what only who sees the area itself is shown of it: its places and its permit. */
const OF_A_PERMIT = 'emission_above_permit' satisfies InsightKind

/**
 * Insights a caller sees: those of the areas of a location they see, which they manage where they edit it, and any other when every
 * device it is made of is theirs to see throughout its window. With a device, those of the areas it hung in. Throws not_found for a
 * device that is not the caller's to know of.
 */
export const insightSight = async (db: Database, user: Caller, deviceId?: number): Promise<InsightSight> => {
  if (deviceId !== undefined) await requireDevice(db, user, deviceId)
  const rights = await locationRights(db, user)
  const hasRight = ({ location_id }: KeptInsight, wanted: LocationRight) =>
    rights === null || holdsRight(rights.get(location_id), wanted)
  const manages = (insight: KeptInsight) => hasRight(insight, 'edit')
  const periods = await visiblePeriods(db, user)
  const spansOf = (id: number): Span[] => periods.get(id) ?? []
  const devices = deviceId === undefined ? [...periods.keys()] : [deviceId]
  const sees = (insight: KeptInsight) => {
    if (deviceId !== undefined && !insight.device_ids.includes(deviceId)) return false
    if (hasRight(insight, 'read')) return true
    if (insight.insight === OF_A_PERMIT) return false
    return (
      insight.device_ids.length > 0 &&
      insight.device_ids.every(id =>
        spansOf(id).some(({ start, end }) => start <= insight.start && (end === null || end >= insight.end)),
      )
    )
  }
  const places = await placesSeenBy(db, user)
  const placed = await placementsOfProjects(db, [...places.projects.keys()])
  const ofProjects = new Set(placed.filter(one => seesProjectAt(places, one)).map(({ area_id }) => area_id))
  const named = (insight: KeptInsight) =>
    hasRight(insight, 'read') || ofProjects.has(insight.area_id)
      ? insight
      : { ...insight, area_name: null, location_name: null }
  // An area keeps its insights when the device that told them is deleted.
  const ofPlaces = rights === null || deviceId !== undefined ? [] : await areaIdsOf(db, [...rights.keys()])
  const areaIds =
    rights === null && deviceId === undefined ? null : [...ofPlaces, ...(await areasOfDevices(db, devices))]
  return { areaIds, sees, manages, named }
}
