import type { StatisticsQuery } from '#shared/contract/measurements/statistics.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import {
  ALWAYS,
  type Interval,
  mergeIntervals,
  partsWithin,
  sharedPart,
  toInterval,
} from '#shared/rules/time/interval.ts'
import { zonedAt } from '#shared/rules/time/local-time.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import type { ConsentedRead } from '../consents/ledger.ts'
import { devicesOfIds, uploadIntervalsOf } from '../devices/devices.ts'
import { knownPlacements, placementAsKnown } from '../devices/placement/known-placements.ts'
import type { PlacementRow } from '../devices/placement/placements.ts'
import { type ReadablePeriod, type ReadBy, readableWithin } from '../devices/readable.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import type { Caller } from '../locations/access.ts'
import type { SeriesSource } from '../series/readings.ts'
import { stationOf, WEATHER_STEP } from '../weather/stations.ts'

/** An area, or a placement of a project, with what the caller may see of each device that hung there, within what is asked for. */
export interface ChosenArea {
  /** Placement and device, where each placement is told of for itself. */
  location_research_id?: number
  device_name?: string
  area_id: number
  area_name: string
  area_type_id: number
  location_id: number
  location_name: string
  time_zone: string
  location_research_ids: number[]
  device_ids: number[]
  sources: SourceOfArea[]
  /** The weather where a pro device of it hung. */
  outdoors: SourceOfArea[]
}

export interface SourceOfArea extends SeriesSource {
  /** Consent by which it is read; null where every measurement is seen. */
  consent: ReadBy | null
  /** Periods of the device that the caller may read, asked for or not: by consent those of this placement alone. */
  readable: readonly ReadablePeriod[]
  /** Seconds between two messages, as wanted. */
  uploadInterval: number
}

type Filters = Pick<StatisticsQuery, 'location_research_ids' | 'area_ids' | 'area_type_ids' | 'months' | 'year_months'>

interface Selection {
  db: Database
  user: Caller
  now: number
  t: Words
  query: Filters
  /** Period that counts; null for each placement as long as it runs. */
  period: Interval | null
  /** Research project within which placements are read; null for all that the caller sees. */
  project?: (Span & { id: number }) | null
  /** Locations of which alone something is read, and nothing by consent; null for all that the caller may read. */
  locations?: ReadonlySet<number> | null
  each?: 'area' | 'placement'
}

/** Placements, under the names a person may know, of which they may read something, within the project where there is one. */
const readPlacements = async ({
  db,
  user,
  t,
  project = null,
  locations = null,
}: Pick<Selection, 'db' | 'user' | 't' | 'project' | 'locations'>) => {
  const known = await knownPlacements({ db, user }, project)
  return known.flatMap(one => {
    if (locations?.has(one.placement.location_id) === false) return []
    const within = project ? readableWithin(one.periods, toInterval(project)) : one.periods
    const periods = locations ? within.filter(({ consent }) => consent === null) : within
    return periods.length > 0 ? [{ placement: placementAsKnown(one, t), periods, ofDevice: one.ofDevice }] : []
  })
}

/** Areas or placements that are asked for. Throws not_found for one the caller sees nothing of, outside_subscription where none was seen then. */
export const chosenAreas = async ({
  db,
  user,
  now,
  t,
  query,
  period,
  project = null,
  locations = null,
  each = 'area',
}: Selection): Promise<ChosenArea[]> => {
  const seen = await readPlacements({ db, user, t, project, locations })
  requireAll(query.location_research_ids, new Set(seen.map(({ placement }) => placement.id)))
  requireAll(query.area_ids, new Set(seen.map(({ placement }) => placement.area_id)))
  const wanted = seen.filter(({ placement }) => isWanted(placement, query))
  const ids = [...new Set(wanted.map(({ placement }) => placement.device_id))]
  const [intervals, plans] = [await uploadIntervalsOf(db, ids), await proDevices(db, ids)]
  const within = period ?? ALWAYS
  const upTo = { from: within.from, until: Math.min(within.until, now) }
  const pieces = wanted.flatMap(({ placement, periods }) =>
    [...Map.groupBy(periods, ({ consent }) => consent?.measurements.join() ?? null).values()].map(of => {
      const ranges = mergeIntervals(partsWithin(of, upTo))
      return { placement, consent: of[0]?.consent ?? null, ranges: inMonths(ranges, placement.time_zone, query) }
    }),
  )
  const readable = new Map(wanted.map(({ placement, ofDevice }) => [placement.device_id, ofDevice]))
  const groups = Map.groupBy(pieces, ({ placement }) => (each === 'placement' ? placement.id : placement.area_id))
  const areas = [...groups.values()].flatMap((of): ChosenArea[] => {
    const there = of.filter(({ ranges }) => ranges.length > 0)
    const [first] = there
    if (!first) return []
    const { id, device_name, area_id, area_name, area_type_id, location_id, location_name, time_zone } = first.placement
    const sources = sourcesOf(there, intervals, readable)
    // The weather of a place would tell a researcher where it is.
    const own = sources.filter(({ deviceId, consent }) => consent === null && plans.has(deviceId))
    const pro = mergeIntervals(own.flatMap(({ ranges }) => ranges))
    const station = {
      deviceId: stationOf(location_id),
      ranges: pro,
      uploadInterval: WEATHER_STEP / 1000,
      consent: null,
      readable: [{ ...ALWAYS, consent: null }],
    }
    return [
      {
        ...(each === 'placement' ? { location_research_id: id, device_name } : {}),
        area_id,
        area_name,
        area_type_id,
        location_id,
        location_name,
        time_zone,
        location_research_ids: [...new Set(there.map(({ placement }) => placement.id))],
        device_ids: [...new Set(sources.map(({ deviceId }) => deviceId))],
        sources,
        outdoors: pro.length > 0 ? [station] : [],
      },
    ]
  })
  if (areas.length === 0 && (query.location_research_ids ?? query.area_ids)) throw new Failure('outside_subscription')
  return areas
}

const requireAll = (ids: readonly number[] | undefined, known: ReadonlySet<number>): void => {
  if (ids?.some(id => !known.has(id))) throw new Failure('not_found')
}

const isWanted = (placement: PlacementRow, query: Filters): boolean =>
  (query.location_research_ids?.includes(placement.id) ?? true) &&
  (query.area_ids?.includes(placement.area_id) ?? true) &&
  (query.area_type_ids?.includes(placement.area_type_id) ?? true)

const proDevices = async (db: Database, ids: number[]): Promise<Set<number>> =>
  new Set((await devicesOfIds(db, ids)).filter(({ plan }) => plan === 'pro').map(({ id }) => id))

/** Sources of an area: one for each device, and one more for each placement and consent by which it is read. */
const sourcesOf = (
  there: readonly { placement: PlacementRow; consent: ReadBy | null; ranges: Interval[] }[],
  intervals: ReadonlyMap<number, number>,
  readable: ReadonlyMap<number, readonly ReadablePeriod[]>,
): SourceOfArea[] =>
  [
    ...Map.groupBy(
      there,
      ({ placement, consent }) =>
        `${placement.device_id} ${consent?.placementId ?? ''} ${consent?.measurements.join() ?? ''}`,
    ),
  ].map(([, of]) => {
    const [{ placement, consent } = elementAt(there, 0)] = of
    return {
      deviceId: placement.device_id,
      ranges: mergeIntervals(of.flatMap(({ ranges }) => ranges)),
      uploadInterval: intervals.get(placement.device_id) ?? 0,
      consent,
      readable: (readable.get(placement.device_id) ?? []).filter(
        one => one.consent === null || one.consent.placementId === placement.id,
      ),
    }
  })

/** Sources of a measurement: where it may be read, one of each device. */
export const sourcesOfKey = (sources: readonly SourceOfArea[], key: string): SourceOfArea[] => {
  if (sources.every(({ consent }) => consent === null)) return [...sources]
  const read = sources.filter(({ consent }) => consent === null || consent.measurements.includes(key))
  return [...Map.groupBy(read, ({ deviceId }) => deviceId).values()].map(of => ({
    ...elementAt(of, 0),
    ranges: mergeIntervals(of.flatMap(({ ranges }) => ranges)),
    readable: of.flatMap(({ readable }) => readable),
  }))
}

/** Parts of areas that are read by consent, with those of the measurements that may be. */
export const readsOf = (areas: readonly ChosenArea[], keys: readonly string[]): ConsentedRead[] =>
  areas.flatMap(({ sources }) =>
    sources.flatMap(({ deviceId, consent, ranges }) => {
      const measurements = keys.filter(key => consent?.measurements.includes(key))
      if (!consent || measurements.length === 0) return []
      const { researchId, locationId } = consent
      return ranges.map(range => ({ researchId, locationId, deviceId, measurements, ...range }))
    }),
  )

/** Parts of ranges in the months that count, on the wall of the place. */
const inMonths = (ranges: Interval[], zone: string, { months, year_months }: Filters): Interval[] => {
  if (!months && !year_months) return ranges
  const [wanted, ofYears] = [months && new Set(months), year_months && new Set(year_months)]
  return ranges.flatMap(range => {
    const found: Interval[] = []
    let month = zonedAt(range.from, zone).with({ day: 1 }).startOfDay()
    while (month.epochMilliseconds < range.until) {
      const next = month.add({ months: 1 }).startOfDay()
      const isWantedMonth =
        (wanted?.has(month.month) ?? true) && (ofYears?.has(month.toPlainDate().toString().slice(0, 7)) ?? true)
      const part = sharedPart(range, { from: month.epochMilliseconds, until: next.epochMilliseconds })
      if (isWantedMonth && part) found.push(part)
      month = next
    }
    return mergeIntervals(found)
  })
}
