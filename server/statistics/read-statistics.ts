import type { AreaStatistics, StatisticsAnswer, StatisticsQuery } from '#shared/contract/measurements/statistics.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { periodOf, segmentsOf } from '#shared/rules/time/period.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { noteReads } from '../consents/ledger.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { type InFlight, inFlight } from '../kit/in-flight.ts'
import type { Words } from '../kit/language.ts'
import { readPeriod } from '../kit/period.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { roundsIn } from '../locations/rounds/comfort.ts'
import { suspectIntervalsIn } from '../series/faults.ts'
import { localStep } from '../series/local-steps.ts'
import { summedHoursOf } from '../series/summaries/clean-hours.ts'
import type { ValueRange } from '../series/summaries/hours.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { type ChosenArea, chosenAreas, readsOf } from './areas.ts'
import { type Counted, TELLS_EMPTY } from './days.ts'
import { countedIn, isOfDays, isWeather, measured, weekmapTogether, type Zone } from './measure.ts'

/** Time before a period in which a device that measured something is expected to in the period, too. */
const LOOKED_BACK = 31 * DAY_MS

/** Person for whom statistics are read, with the zone in which periods are chosen. */
export interface Reading extends Pick<Services, 'db' | 'series' | 'now'> {
  user: Caller & { name: string; time_zone: string; token?: { id: number } | undefined }
  t: Words
}

/**
 * Places that are told of for themselves: areas, or placements, where there is a project within its time; of some locations
 * alone where these are named, which are then read without consent.
 */
interface Grouping {
  each: 'area' | 'placement'
  project: (Span & { id: number }) | null
  locations?: ReadonlySet<number>
}

const BY_AREA: Grouping = { each: 'area', project: null }

/**
 * Statistics of areas, or of placements, for whoever may know them: what is read by consent is on record before
 * it is answered.
 */
export const readStatistics = async (
  context: Reading,
  query: StatisticsQuery,
  grouping: Grouping = BY_AREA,
): Promise<StatisticsAnswer> => {
  const { user, t } = context
  const { measurements, cause, weather = false } = query
  requireKnown({ measurements, cause: cause === undefined ? [] : [cause] }, weather, t)
  const selected = await selectionsOf(context.db).join(selectionKey(user, query, grouping), () =>
    select(context, query, grouping),
  )
  const { period, areas, now } = selected
  const range = rangeOf(query)
  const answers: AreaStatistics[] = []
  for (const { zone, counted } of selected.zones) {
    const found = await measured({ series: context.series, zone, query, range }, counted)
    zone.areas.forEach((area, index) => {
      const measurements = [...found].flatMap(([key, of]) => {
        const one = of[index]
        return one ? [[key, one] as const] : []
      })
      const { sources: _, outdoors: __, ...named } = area
      answers.push({ ...named, measurements: Object.fromEntries(measurements) })
    })
  }
  await noteReads(context, user, 'opened', readsOf(areas, keysRead(query)))
  const order = new Map(areas.map((area, index) => [idOf(area), index]))
  const sorted = answers.toSorted((a, b) => (order.get(idOf(a)) ?? 0) - (order.get(idOf(b)) ?? 0))
  const whole = period ?? wholeOf(areas, now)
  return {
    calculation: query.calculation,
    from: new Date(whole.from).toISOString(),
    until: new Date(whole.until).toISOString(),
    areas: sorted,
    ...(query.calculation === 'WEEKMAP' ? { together: togetherOf(sorted) } : {}),
  }
}

/** Values of bins that count; null where all do. */
const rangeOf = ({ min_value, max_value }: StatisticsQuery): ValueRange | null =>
  min_value === undefined && max_value === undefined ? null : { least: min_value ?? null, most: max_value ?? null }

const idOf = ({ location_research_id, area_id }: Pick<AreaStatistics, 'location_research_id' | 'area_id'>): number =>
  location_research_id ?? area_id

/** Measurements that an answer is made from: which days a barn was empty is told by its CO2. */
const keysRead = ({ measurements, cause, without_empty }: StatisticsQuery): string[] => [
  ...new Set([...measurements, ...(cause === undefined ? [] : [cause]), ...(without_empty ? [TELLS_EMPTY] : [])]),
]

/** Areas and counted days of a selection, from which all its statistics start. */
interface Selected {
  now: number
  /** Period that counts; null for each placement as long as it runs. */
  period: Interval | null
  areas: ChosenArea[]
  zones: { zone: Zone; counted: Map<string, Counted[]> }[]
}

/**
 * Selections that are being looked at, of each catalogue. A dashboard asks for six statistics of one selection at once: which days
 * count is worked out for the first of them, and the others wait for it.
 */
const selections = new WeakMap<Database, InFlight<Selected>>()
const selectionsOf = (db: Database): InFlight<Selected> => {
  const known = selections.get(db) ?? inFlight<Selected>()
  selections.set(db, known)
  return known
}

/** Fields of a query that say what is worked out, not from which values. */
const OF_CALCULATION: ReadonlySet<string> = new Set<keyof StatisticsQuery>([
  'calculation',
  'step',
  'cause',
  'without_day_pattern',
  'min_value',
  'max_value',
  'weather',
])

/** Equal for equal selections of one person, whatever is worked out from them. */
const selectionKey = (
  user: Reading['user'],
  query: StatisticsQuery,
  { each, project, locations }: Grouping,
): string => {
  const fields = Object.entries(query).filter(([name]) => !OF_CALCULATION.has(name))
  const whole = project && [project.id, project.start, project.end]
  return JSON.stringify([
    user.id,
    user.token?.id,
    user.only,
    each,
    whole,
    locations && [...locations],
    isOfDays(query, rangeOf(query)),
    fields.sort(([a], [b]) => a.localeCompare(b)),
  ])
}

const select = async (context: Reading, query: StatisticsQuery, grouping: Grouping): Promise<Selected> => {
  const { db, series, user, t } = context
  const now = context.now()
  const period = query.interval === 'lr' ? null : periodAsked(query, query.timezone ?? user.time_zone, now, t)
  const areas = await chosenAreas({ db, user, now, t, query, period, ...grouping })
  const zones: Selected['zones'] = []
  const valued = isOfDays(query, rangeOf(query))
  for (const zone of await zonesOf(context, areas, query)) {
    zones.push({ zone, counted: await countedIn(series, zone, [...new Set(query.measurements)], valued) })
  }
  return { now, period, areas, zones }
}

/** Requires measurements, by field, that the product knows, and of the weather none unless it is wanted. */
export const requireKnown = (asked: Record<string, readonly string[]>, weather: boolean, t: Words): void => {
  const isUnknown = (key: string) => !measurementTypeOf(key) || (isWeather(key) && !weather)
  const fields: Record<string, string[]> = {}
  for (const [field, keys] of Object.entries(asked)) {
    const unknown = keys.find(isUnknown)
    if (unknown !== undefined) fields[field] = [t('rejections.unknown_measurement', { field: unknown })]
  }
  if (Object.keys(fields).length > 0) throw new Failure('no_valid_input', { fields })
}

const periodAsked = (query: StatisticsQuery, zone: string, now: number, t: Words): Interval => {
  const { interval, ...choice } = query
  if (interval === 'lr') throw new RangeError('a placement has its own period')
  return readPeriod(() => periodOf({ ...choice, interval }, now, zone), t)
}

const rangesOf = (areas: readonly ChosenArea[]): Interval[] =>
  areas.flatMap(({ sources }) => sources.flatMap(({ ranges }) => ranges))

const wholeOf = (areas: readonly ChosenArea[], now: number): Interval => {
  const ranges = rangesOf(areas)
  if (ranges.length === 0) return { from: now, until: now }
  return ranges.reduce((whole, range) => ({
    from: Math.min(whole.from, range.from),
    until: Math.max(whole.until, range.until),
  }))
}

/** Areas of the same time zone, with all that is known of their values. Weather that is measured is read once for each area. */
const zonesOf = async (
  { db }: Pick<Services, 'db'>,
  areas: readonly ChosenArea[],
  query: StatisticsQuery,
): Promise<Zone[]> => {
  const zones: Zone[] = []
  for (const [time_zone, all] of Map.groupBy(areas, area => area.time_zone))
    for (const of of query.measurements.some(isWeather) ? layersOf(all) : [all]) {
      const { from, until } = wholeOf(of, 0)
      const segments = segmentsOf(from, until, time_zone)
      const isWholeHours = segments.every(({ offset }) => offset % HOUR_MS === 0)
      const ids = [...new Set(of.flatMap(area => [...area.sources, ...area.outdoors].map(({ deviceId }) => deviceId)))]
      zones.push({
        areas: of,
        corrections: query.raw ? [] : await correctionsOf(db, ids),
        without: await suspectIntervalsIn(db, ids, from, until),
        segments,
        summed: isWholeHours ? await summedHoursOf(db, ids, { from: from - LOOKED_BACK, until }) : null,
        hour: isWholeHours ? undefined : (time: string) => localStep(HOUR_MS / 1000, segments, time),
        minCoverage: query.min_coverage ?? null,
        rounds: await roundsIn(db, areasOfOwn(of), from, until),
        withoutEmpty: query.without_empty ?? false,
      })
    }
  return zones
}

/** Areas that are not read by consent: of others the age of the animals is not told, as in their charts. */
const areasOfOwn = (areas: readonly ChosenArea[]): number[] => [
  ...new Set(
    areas.filter(({ sources }) => sources.every(({ consent }) => consent === null)).map(({ area_id }) => area_id),
  ),
]

/** Areas in lists of which none holds two of one place: a reading of its weather is in one part of a query at most. */
const layersOf = (areas: readonly ChosenArea[]): ChosenArea[][] => {
  const layers: ChosenArea[][] = []
  const counts = new Map<number, number>()
  for (const area of areas) {
    const at = counts.get(area.location_id) ?? 0
    counts.set(area.location_id, at + 1)
    const layer = layers[at] ?? []
    layers[at] = layer
    layer.push(area)
  }
  return layers
}

const togetherOf = (areas: readonly AreaStatistics[]): NonNullable<StatisticsAnswer['together']> => {
  const keys = new Set(areas.flatMap(area => Object.keys(area.measurements)))
  return Object.fromEntries(
    [...keys].map(key => [
      key,
      weekmapTogether(
        key,
        areas.flatMap(area => area.measurements[key]?.weekmap ?? []),
      ),
    ]),
  )
}
