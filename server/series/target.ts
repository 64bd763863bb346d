import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { type Interval, mergeIntervals, partsWithin, toInterval, toSpan } from '#shared/rules/time/interval.ts'
import { contains, intersection, type Span } from '#shared/rules/time/rental.ts'
import { isSeen, type PlacesSeen, placesSeenBy, visiblePeriods } from '../devices/access.ts'
import { uploadIntervalOf, uploadIntervalsOf } from '../devices/devices.ts'
import {
  type PlacementRow,
  placementOfId,
  placementsOfArea,
  placementsOfDevices,
} from '../devices/placement/placements.ts'
import { type ReadablePeriod, readableOf, readablePeriods } from '../devices/readable.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { MEASUREMENT_TYPES } from '../taxonomy/types.ts'

export interface SeriesTarget {
  /** The device itself; of an area the one that hangs there now, or hung there last. */
  deviceId: number
  /** Seconds between two messages, as wanted. */
  uploadInterval: number
  /** Spans that the caller may see, of each device that is part of it, and all that they may see of the device. */
  parts: { deviceId: number; spans: Span[]; readable: Span[]; uploadInterval: number }[]
  /** Zone of the place it hangs, or last hung. */
  zone: string
}

interface TargetQuery {
  device_id?: number | undefined
  location_research_id?: number | undefined
  area_id?: number | undefined
}

/** Times in which somebody sees or reads devices, and where. */
interface Sight {
  periods: ReadonlyMap<number, Span[]>
  places: PlacesSeen
  /** Placements that are read by consent, wherever they are. */
  placementIds: ReadonlySet<number>
}

/**
 * Target of a chart: a device, one of its placements, or an area with all that was ever placed there. Throws not_found
 * when it is not the caller's to see. Nothing of it is read by consent.
 */
export const seriesTarget = async (
  db: Database,
  user: Caller,
  query: TargetQuery,
  now: number,
): Promise<SeriesTarget> => {
  const periods = await visiblePeriods(db, user, query.device_id)
  const target = await targetIn(
    db,
    { periods, places: await placesSeenBy(db, user), placementIds: new Set() },
    query,
    now,
  )
  if (!target) throw new Failure('not_found')
  return target
}

/** Target as far as the caller sees it; null where they see nothing of it. */
const targetIn = async (db: Database, sight: Sight, query: TargetQuery, now: number): Promise<SeriesTarget | null> => {
  if (query.device_id !== undefined) return deviceTarget(db, sight, query.device_id, now)
  if (query.area_id !== undefined) return areaTarget(db, sight, query.area_id, now)
  const placement = await placementOfId(db, query.location_research_id ?? 0)
  return placement ? placedTarget(db, sight, [placement], placement) : null
}

/** A target with the measurements that all of its spans may be read of. */
export interface ReadableTarget extends SeriesTarget {
  /** Undefined where every measurement may be. */
  keys: readonly string[] | undefined
  /** Periods of its devices that are read by consent. */
  byConsent: { deviceId: number; period: ReadablePeriod }[]
}

/**
 * The target of a chart with what is read of it by consent, too: one for all measurements where nothing is, otherwise one for
 * those measurements that share their times. So what may be read stands in the queries. Throws not_found like `seriesTarget`.
 */
export const readableTargets = async (
  db: Database,
  user: Caller,
  query: TargetQuery & { measurements?: readonly string[] | undefined },
  now: number,
): Promise<ReadableTarget[]> => {
  const ids = new Set(await devicesOf(db, query))
  const readable = new Map([...(await readablePeriods(db, user, query.device_id))].filter(([id]) => ids.has(id)))
  const consents = [...readable].flatMap(([deviceId, of]) =>
    of.flatMap(period => (period.consent ? [{ deviceId, period, consent: period.consent }] : [])),
  )
  if (consents.length === 0)
    return [{ ...(await seriesTarget(db, user, query, now)), keys: query.measurements, byConsent: [] }]
  const places = await placesSeenBy(db, user)
  const placementIds = new Set(consents.map(({ consent }) => consent.placementId))
  const keys = query.measurements ?? MEASUREMENT_TYPES.map(({ abbreviation }) => abbreviation)
  const alike = Map.groupBy(new Set(keys), key =>
    consents.map(({ consent }) => Number(consent.measurements.includes(key))).join(''),
  )
  const targets: ReadableTarget[] = []
  for (const of of alike.values()) {
    const [key = ''] = of
    const parts = [...readable].map(([id, periods]): [number, ReadablePeriod[]] => [id, readableOf(periods, key)])
    const seen = parts.filter(([, periods]) => periods.length > 0)
    if (seen.length === 0) continue
    const periods = new Map(seen.map(([id, list]) => [id, list.map(toSpan)]))
    const byConsent = consents.filter(({ consent }) => consent.measurements.includes(key))
    const target = await targetIn(db, { periods, places, placementIds }, query, now)
    // A measurement that is shared at other places of the devices alone takes nothing from those shared here.
    if (target) targets.push({ ...target, keys: of, byConsent })
  }
  if (targets.length === 0) throw new Failure('not_found')
  return targets
}

/** Devices that a target can be made of. */
const devicesOf = async (db: Database, query: TargetQuery): Promise<number[]> => {
  if (query.device_id !== undefined) return [query.device_id]
  if (query.area_id !== undefined) return (await placementsOfArea(db, query.area_id)).map(row => row.device_id)
  const placement = await placementOfId(db, query.location_research_id ?? 0)
  return placement ? [placement.device_id] : []
}

const deviceTarget = async (
  db: Database,
  sight: Sight,
  deviceId: number,
  now: number,
): Promise<SeriesTarget | null> => {
  const spans = sight.periods.get(deviceId)
  if (!spans) return null
  const placements = await placementsOfDevices(db, [deviceId])
  const zone = zoneAt(placements, spans, now)
  const uploadInterval = await uploadIntervalOf(db, deviceId)
  return { deviceId, uploadInterval, parts: [{ deviceId, spans, readable: spans, uploadInterval }], zone }
}

const areaTarget = async (db: Database, sight: Sight, areaId: number, now: number): Promise<SeriesTarget | null> => {
  const isRead = (placement: PlacementRow) => isSeen(sight.places, placement) || sight.placementIds.has(placement.id)
  const placements = (await placementsOfArea(db, areaId)).filter(isRead)
  const at = new Date(now).toISOString()
  const begun = placements.filter(({ start }) => start <= at)
  const named = begun.find(placement => contains(placement, at)) ?? begun.at(-1) ?? placements[0]
  return named ? placedTarget(db, sight, placements, named) : null
}

/** The placements the caller may see something of; `named` gives device and zone, or the last of them where it is not seen. */
const placedTarget = async (db: Database, sight: Sight, placements: PlacementRow[], named: PlacementRow) => {
  const seen = placements.flatMap(placement => {
    const spans = intersect(sight.periods.get(placement.device_id) ?? [], placement)
    return spans.length === 0 ? [] : [{ placement, spans }]
  })
  const last = seen.find(({ placement }) => placement === named) ?? seen.at(-1)
  if (!last) return null
  const { device_id: deviceId, time_zone: zone } = last.placement
  const intervals = await uploadIntervalsOf(
    db,
    seen.map(({ placement }) => placement.device_id),
  )
  const intervalOf = (id: number): number => intervals.get(id) ?? 0
  const parts = seen.map(({ placement: { device_id: id }, spans }) => ({
    deviceId: id,
    spans,
    readable: sight.periods.get(id) ?? [],
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

/** The parts of a period (epoch ms) that lie in the spans, each once: somebody may see a time by two rights. */
export const rangesIn = (spans: Span[], period: Interval): Interval[] =>
  mergeIntervals(partsWithin(spans.map(toInterval), period))
