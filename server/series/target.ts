import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { type Interval, partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import { contains, intersection, type Span } from '#shared/rules/time/rental.ts'
import { isSeen, placesSeenBy, requireDevice, visiblePeriods } from '../devices/access.ts'
import { uploadIntervalOf, uploadIntervalsOf } from '../devices/devices.ts'
import {
  type PlacementRow,
  placementOfId,
  placementsOfArea,
  placementsOfDevices,
} from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'

export interface SeriesTarget {
  /** The device itself; of an area the one that hangs there now, or hung there last. */
  deviceId: number
  /** Seconds between two messages, as wanted. */
  uploadInterval: number
  /** Spans that the caller may see, of each device that is part of it. */
  parts: { deviceId: number; spans: Span[]; uploadInterval: number }[]
  /** Zone of the place it hangs, or last hung. */
  zone: string
}

interface TargetQuery {
  device_id?: number | undefined
  location_research_id?: number | undefined
  area_id?: number | undefined
}

/**
 * Target of a chart: a device, one of its placements, or an area with all that was ever placed there. Throws not_found
 * when it is not the caller's to see.
 */
export const seriesTarget = async (
  db: Database,
  user: Caller,
  query: TargetQuery,
  now: number,
): Promise<SeriesTarget> => {
  if (query.device_id !== undefined) return deviceTarget(db, user, query.device_id, now)
  if (query.area_id !== undefined) return areaTarget(db, user, query.area_id, now)
  const placement = await placementOfId(db, query.location_research_id ?? 0)
  if (!placement) throw new Failure('not_found')
  return placedTarget(db, user, [placement], placement)
}

const deviceTarget = async (db: Database, user: Caller, deviceId: number, now: number): Promise<SeriesTarget> => {
  const spans = await requireDevice(db, user, deviceId)
  const placements = await placementsOfDevices(db, [deviceId])
  const zone = zoneAt(placements, spans, now)
  const uploadInterval = await uploadIntervalOf(db, deviceId)
  return { deviceId, uploadInterval, parts: [{ deviceId, spans, uploadInterval }], zone }
}

const areaTarget = async (db: Database, user: Caller, areaId: number, now: number): Promise<SeriesTarget> => {
  const places = await placesSeenBy(db, user)
  const placements = (await placementsOfArea(db, areaId)).filter(placement => isSeen(places, placement))
  const at = new Date(now).toISOString()
  const begun = placements.filter(({ start }) => start <= at)
  const named = begun.find(placement => contains(placement, at)) ?? begun.at(-1) ?? placements[0]
  if (!named) throw new Failure('not_found')
  return placedTarget(db, user, placements, named)
}

/** The placements the caller may see something of; `named` gives device and zone, or the last of them where it is not seen. */
const placedTarget = async (db: Database, user: Caller, placements: PlacementRow[], named: PlacementRow) => {
  const visible = await visiblePeriods(db, user)
  const seen = placements.flatMap(placement => {
    const spans = intersect(visible.get(placement.device_id) ?? [], placement)
    return spans.length === 0 ? [] : [{ placement, spans }]
  })
  const last = seen.find(({ placement }) => placement === named) ?? seen.at(-1)
  if (!last) throw new Failure('not_found')
  const { device_id: deviceId, time_zone: zone } = last.placement
  const intervals = await uploadIntervalsOf(
    db,
    seen.map(({ placement }) => placement.device_id),
  )
  const intervalOf = (id: number): number => intervals.get(id) ?? 0
  const parts = seen.map(({ placement: { device_id: id }, spans }) => ({
    deviceId: id,
    spans,
    uploadInterval: intervalOf(id),
  }))
  return { deviceId, uploadInterval: intervalOf(deviceId), parts, zone }
}

const zoneAt = (placements: PlacementRow[], spans: Span[], now: number): string => {
  const at = new Date(now).toISOString()
  const seen = placements.filter(placement => intersect(spans, placement).length > 0)
  return (seen.find(placement => contains(placement, at)) ?? seen.at(-1))?.time_zone ?? DEFAULT_TIME_ZONE
}

const intersect = (spans: Span[], within: Span): Span[] => spans.flatMap(span => intersection(span, within) ?? [])

/** The parts of a period (epoch ms) that lie in the spans. */
export const rangesIn = (spans: Span[], period: Interval): Interval[] => partsWithin(spans.map(toInterval), period)
