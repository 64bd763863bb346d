import type { BoundariesByAge, ComfortInterval } from '#shared/contract/measurements/measurements.ts'
import type {
  MeasurementStatistics,
  PeakAnswer,
  StatisticsQuery,
  StepsAnswer,
  WeekmapAnswer,
} from '#shared/contract/measurements/statistics.ts'
import { elementAt, lastOf } from '#shared/rules/collections/elements.ts'
import { sumOf } from '#shared/rules/collections/sum.ts'
import type { RoundOfAge } from '#shared/rules/locations/rounds.ts'
import { correlationNote, lagsOf, strongestOf } from '#shared/rules/science/correlation.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import { meanOfComfort } from '#shared/rules/science/period-means.ts'
import { BIN_MS, BINS_AN_HOUR, leastBins, VALID_DAY_HOURS, WEEKMAP_CELLS } from '#shared/rules/science/statistics.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { lengthWithin } from '#shared/rules/time/interval.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { nextStepStart, type Segment, stepsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import type { Series } from '../kit/database/series.ts'
import { Failure } from '../kit/failure.ts'
import { mayFollowAge } from '../locations/rounds/comfort.ts'
import { comfortThrough } from '../series/comfort-intervals.ts'
import { lengthOfSources, type SeriesSource } from '../series/readings.ts'
import { averagingOfKey } from '../series/statistics.ts'
import type { ValueRange } from '../series/summaries/hours.ts'
import { boundariesOf, measurementTypeOf } from '../taxonomy/types.ts'
import { type ChosenArea, type SourceOfArea, sourcesOfKey } from './areas.ts'
import { type CorrelationOfPart, correlations } from './correlations.ts'
import {
  type Counted,
  countedDays,
  type DaysAsked,
  dayMeans,
  dayTable,
  type EmptyDays,
  emptyDays,
  TELLS_EMPTY,
} from './days.ts'
import { distinctParts } from './distinct-parts.ts'
import {
  type Bounds,
  boxes,
  type DayComfort,
  MAX_BINS_TOGETHER,
  type MeanRow,
  meansBySteps,
  peaks,
  type Ranged,
  weekmaps,
} from './queries.ts'

/** Steps of one answer, of all areas and measurements: what a page can draw, and a server hold. */
const MAX_STEPS = 100_000
/** Pairs of bins that one correlation looks at, of all areas and lags: ten barns for a year. */
const MAX_PAIRS = 40_000_000

/** Areas in one time zone with all that their measurements are read by. */
export interface Zone extends Omit<DaysAsked, 'series' | 'keys' | 'parts' | 'empty'> {
  areas: readonly ChosenArea[]
  /** Leaves out days on which CO2 says that the barn was empty. */
  withoutEmpty: boolean
  /** Rounds of the areas whose comfort may follow the age of the animals. */
  rounds: ReadonlyMap<number, readonly RoundOfAge[]>
}

type Query = Pick<StatisticsQuery, 'calculation' | 'step' | 'cause' | 'without_day_pattern'>

interface Asked {
  series: Series
  zone: Zone
  query: Query
  range: ValueRange | null
}

/** Comfort of an area through its days where it follows the age of the animals, and its mean over what was measured. */
interface ComfortOfArea {
  intervals: ComfortInterval[]
  mean: BoundariesByAge | null
}

/** Comfort of a measurement in an area of the zone. */
type ComfortOf = (key: string, index: number) => ComfortOfArea

/** Measurements that are read by one statement, each with its days in each area. */
interface Selection extends Asked {
  counted: ReadonlyMap<string, readonly Counted[]>
  comfort: ComfortOf
}

export const isWeather = (key: string): boolean => key.startsWith('weather_')
export const sourcesOf = (area: ChosenArea, key: string): SourceOfArea[] =>
  isWeather(key) ? area.outdoors : sourcesOfKey(area.sources, key)

/**
 * Measurements that one statement reads together: from the same times, and alike. Each statement costs the engine some
 * ten milliseconds besides what it reads.
 */
const readTogether = (
  keys: readonly string[],
  partsOf: (key: string) => readonly (readonly SeriesSource[])[],
  alike: (key: string) => unknown = () => '',
): string[][] => {
  const timesOf = (key: string) =>
    partsOf(key).map(sources => sources.map(({ deviceId, ranges }) => [deviceId, ranges]))
  return [...Map.groupBy(keys, key => JSON.stringify([alike(key), timesOf(key)])).values()].flatMap(of => {
    const length = sumOf(partsOf(elementAt(of, 0)).map(lengthOfSources))
    const most = Math.max(1, Math.floor(MAX_BINS_TOGETHER / Math.max(1, length / BIN_MS)))
    return Array.from({ length: Math.ceil(of.length / most) }, (_, index) => of.slice(index * most, (index + 1) * most))
  })
}

/** Tells whether a calculation is made of the days that count, which are read anyway: their values come along then. */
export const isOfDays = ({ calculation, step }: Query, range: ValueRange | null): boolean =>
  calculation === 'MEAN' && step === 'day' && range === null

/**
 * Days of measurements in each area of a zone, in the order of both, with their values if `valued`. CO2 tells which of them were
 * empty: it is looked at first, by one statement with all that is read from the same times.
 */
export const countedIn = async (
  series: Series,
  zone: Zone,
  keys: readonly string[],
  valued: boolean,
): Promise<Map<string, Counted[]>> => {
  const looked = zone.withoutEmpty ? [TELLS_EMPTY, ...keys.filter(key => key !== TELLS_EMPTY)] : keys
  const parts = new Map(looked.map(key => [key, zone.areas.map(area => sourcesOf(area, key))]))
  const partsOf = (key: string) => parts.get(key) ?? []
  const counted = new Map<string, Counted[]>()
  let empty: EmptyDays | null = null
  for (const together of readTogether(looked, partsOf, valued ? averagingOfKey : undefined)) {
    const asked = { ...zone, series, parts: partsOf(elementAt(together, 0)) }
    const table = await dayTable({ ...asked, keys: together }, valued)
    if (zone.withoutEmpty) empty ??= emptyDays(table, asked.parts)
    const wanted = together.filter(key => keys.includes(key))
    for (const [key, of] of await countedDays({ ...asked, keys: wanted, empty }, table)) counted.set(key, of)
  }
  return new Map(keys.map(key => [key, counted.get(key) ?? []]))
}

/** Calculations that several measurements share a statement for. */
const TOGETHER: ReadonlySet<StatisticsQuery['calculation']> = new Set(['MEAN', 'PEAK'])

/** Statistics of measurements of the areas of a zone, in the order of both; null where one was never measured there. */
export const measured = async (
  asked: Asked,
  counted: ReadonlyMap<string, readonly Counted[]>,
): Promise<Map<string, (MeasurementStatistics | null)[]>> => {
  const countedOf = (key: string) => counted.get(key) ?? []
  const keys = [...counted.keys()]
  const comfort = comfortIn(asked.zone, counted)
  // The engine is asked nothing of what was never measured.
  const told = keys.filter(key => countedOf(key).some(({ regular }) => regular.size > 0))
  const groups = TOGETHER.has(asked.query.calculation)
    ? readTogether(
        told,
        key => countedOf(key).map(({ sources }) => sources),
        key => [averagingOfKey(key), [...leastOf(countedOf(key))]],
      )
    : told.map(key => [key])
  const found = new Map<string, (MeasurementStatistics | null)[]>()
  for (const together of groups) {
    const selection = { ...asked, comfort, counted: new Map(together.map(key => [key, countedOf(key)])) }
    const results = await ofCalculation(selection)
    for (const key of together) found.set(key, statisticsOf(selection, key, results))
  }
  return new Map(keys.map(key => [key, found.get(key) ?? countedOf(key).map(() => null)]))
}

/** Result of a measurement in an area of the zone. */
type ResultOf = (key: string, index: number) => Result

const statisticsOf = (
  { query, counted, comfort }: Selection,
  key: string,
  results: ResultOf,
): (MeasurementStatistics | null)[] => {
  const type = measurementTypeOf(key)
  const averaging = averagingOfKey(key)
  return (counted.get(key) ?? []).map(({ days, regular }, index) => {
    if (regular.size === 0) return null
    const { mean } = comfort(key, index)
    const { expected, ...totals } = totalsOf(days)
    return {
      unit: type?.unit ?? '',
      ...(averaging === 'arithmetic' ? {} : { averaging }),
      ...totals,
      coverage: shareOf(totals.bins, expected),
      ...(mean ? { comfort: mean } : {}),
      ...(query.calculation === 'COUNT' ? { completeness: completenessOf(days) } : {}),
      ...results(key, index),
    }
  })
}

/** Bins and days of an area, each day looked at once. */
const totalsOf = (days: Counted['days']) => {
  const totals = { bins: 0, expected: 0, days: 0, valid_days: 0, low_coverage_days: 0, empty_days: 0 }
  for (const { bins, expected, isValid, excludedBy } of days) {
    if (excludedBy !== null) {
      totals[`${excludedBy}_days`] += 1
      continue
    }
    totals.bins += bins
    totals.expected += expected
    if (bins > 0) totals.days += 1
    if (isValid) totals.valid_days += 1
  }
  return totals
}

const NO_COMFORT: ComfortOfArea = { intervals: [], mean: null }

/** Comfort of measurements in the areas of a zone: each is worked out once, when it is first asked for. */
const comfortIn = ({ areas, rounds }: Zone, counted: ReadonlyMap<string, readonly Counted[]>): ComfortOf => {
  const known = new Map<string, ComfortOfArea>()
  const dates = new Map<string, string>()
  const dateOf = (time: number, zone: string): string => {
    const name = `${time} ${zone}`
    const date = dates.get(name) ?? localDateAt(time, zone)
    dates.set(name, date)
    return date
  }
  const through = (key: string, index: number): ComfortOfArea => {
    const { area_id, area_type_id, time_zone } = elementAt(areas, index)
    const place = { area_type_id, rounds: rounds.get(area_id) ?? [] }
    if (!mayFollowAge(place.rounds, key)) return NO_COMFORT
    const days = counted.get(key)?.[index]?.days ?? []
    const intervals = comfortThrough(
      key,
      days.map(({ from, until }) => ({ place, from, until, date: dateOf(from, time_zone) })),
    )
    const bins = new Map(
      daysWithin(days, intervals).map(({ interval, within }) => [
        interval,
        sumOf(within.filter(day => day.excludedBy === null).map(day => day.bins)),
      ]),
    )
    return { intervals, mean: meanOfComfort(intervals, interval => bins.get(interval) ?? 0) }
  }
  return (key, index) => {
    const name = `${key} ${index}`
    const comfort = known.get(name) ?? through(key, index)
    known.set(name, comfort)
    return comfort
  }
}

const namedComfort = (comfort: ComfortInterval[]): Pick<StepsAnswer, 'comfort'> =>
  comfort.length > 0 ? { comfort } : {}

/** Days that begin in each of the intervals; both follow each other in time. */
const daysWithin = (
  days: Counted['days'],
  intervals: readonly ComfortInterval[],
): { interval: ComfortInterval; within: Counted['days'] }[] => {
  let at = 0
  const next = (until: number): number => {
    while ((days[at]?.from ?? until) < until) at++
    return at
  }
  return intervals.map(interval => ({ interval, within: days.slice(next(interval.from), next(interval.until)) }))
}

const SHARES = 10_000
const shareOf = (part: number, whole: number): number =>
  whole > 0 ? Math.round(Math.min(1, part / whole) * SHARES) / SHARES : 0

const completenessOf = (days: Counted['days']) => ({
  time: days.map(day => day.from),
  bins: days.map(day => day.bins),
  coverage: days.map(day => shareOf(day.bins, day.expected)),
  left_out: days.map(day => day.excludedBy !== null),
})

type Result = Partial<MeasurementStatistics>

const ofCalculation = async (selection: Selection): Promise<ResultOf> => {
  const { series, query, zone, comfort } = selection
  const keys = [...selection.counted.keys()]
  const first = elementAt(keys, 0)
  const countedOf = (key: string) => selection.counted.get(key) ?? []
  const counted = countedOf(first)
  const ranged: Ranged = { ...zone, keys, parts: counted.map(one => one.sources), range: selection.range }
  const least = leastOf(counted)
  const nameOf = ({ key, part }: { key: string; part: number }) => `${key} ${part}`
  switch (query.calculation) {
    case 'COUNT':
      return () => ({})
    case 'BOXPLOT': {
      const rows = new Map((await boxes(series, ranged)).map(({ part, ...box }) => [part, box]))
      return (_, index) => ({ box: rows.get(index) ?? null })
    }
    case 'WEEKMAP': {
      const rows = Map.groupBy(await weekmaps(series, { ...ranged, least }), ({ part }) => part)
      return (_, index) => ({ weekmap: weekmapFrom(rows.get(index) ?? []) })
    }
    case 'PEAK': {
      const bounds = keys.flatMap(key => zone.areas.map(({ area_type_id }) => boundsOf(key, area_type_id)))
      requireFewByAge(selection)
      const byAge = keys.flatMap((key, at) =>
        countedOf(key).flatMap(({ days }, index) => {
          const ofKind = elementAt(zone.areas, index).area_type_id
          return daysWithin(days, comfort(key, index).intervals).flatMap(({ interval, within }): DayComfort[] => {
            const { low, high } = boundsOf(key, ofKind, interval)
            return within.map(day => ({ index: at * zone.areas.length + index, day: day.from, low, high }))
          })
        }),
      )
      const rows = new Map((await peaks(series, { ...ranged, bounds, byAge })).map(row => [nameOf(row), row]))
      return (key, index) => {
        const bound = bounds[keys.indexOf(key) * zone.areas.length + index]
        const [row, one] = [rows.get(nameOf({ key, part: index })), countedOf(key)[index]]
        if (!row || !bound || !one) return { peak: null }
        const { mean } = comfort(key, index)
        const { low, high } = mean ? boundsOf(key, elementAt(zone.areas, index).area_type_id, mean) : bound
        return { peak: peakFrom(row, { ...bound, low, high }, one) }
      }
    }
    case 'MEAN': {
      for (const key of keys) requireFew(countedOf(key), selection)
      const rowsOf = await meanRowsOf(selection, ranged, least)
      const spansOf = spansOfStep(query.step, zone.segments)
      return (key, index) => ({
        steps: {
          ...stepsFrom(rowsOf(key, index), selection, countedOf(key)[index], spansOf),
          ...namedComfort(comfort(key, index).intervals),
        },
      })
    }
    case 'CORRELATION':
      return correlated(selection, first, counted, ranged)
  }
}

/** Means of measurements in areas by the steps that are asked for: of days as they were counted, all others read for themselves. */
const meanRowsOf = async (
  { series, query, counted }: Selection,
  ranged: Ranged,
  least: ReadonlyMap<number, number>,
): Promise<(key: string, index: number) => readonly Omit<MeanRow, 'part' | 'key'>[]> => {
  if (isOfDays(query, ranged.range))
    return (key, index) => {
      const one = counted.get(key)?.[index]
      return one ? dayMeans(key, one) : []
    }
  const rows = Map.groupBy(
    await meansBySteps(series, { ...ranged, step: query.step, least }),
    ({ key, part }) => `${key} ${part}`,
  )
  return (key, index) => rows.get(`${key} ${index}`) ?? []
}

const leastOf = (counted: readonly Counted[]): Map<number, number> =>
  new Map(counted.flatMap(({ regular }) => [...regular].map(([device, bins]) => [device, leastBins(bins)] as const)))

/** Bounds of a measurement for a kind of animals, with its comfort, or that of their age. */
export const boundsOf = (key: string, areaTypeId: number, byAge?: BoundariesByAge): Bounds => {
  const boundaries = boundariesOf(key, areaTypeId)
  const { low_is_bad = false, high_is_bad = false } = boundaries ?? {}
  const { low_value = null, high_value = null } = byAge ?? boundaries ?? {}
  return {
    limit: boundaries?.limit_value ?? Number.POSITIVE_INFINITY,
    low: (low_is_bad ? low_value : null) ?? Number.NEGATIVE_INFINITY,
    high: (high_is_bad ? high_value : null) ?? Number.POSITIVE_INFINITY,
  }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

const peakFrom = (
  row: Awaited<ReturnType<typeof peaks>>[number],
  { limit, low, high }: Bounds,
  { regular }: Counted,
): PeakAnswer => {
  // A bin of a device that sends less often stands for the time until its next.
  const bins = Math.max(1, ...regular.values())
  const hours = (BINS_AN_HOUR / bins) * (BIN_MS / HOUR_MS)
  const hasComfort = Number.isFinite(low) || Number.isFinite(high)
  return {
    n: row.n,
    mean: row.mean,
    median: row.median,
    p95: row.p95,
    max: row.max,
    limit: finite(limit),
    hours_over_limit: Number.isFinite(limit) ? row.over * hours : null,
    low: finite(low),
    high: finite(high),
    in_comfort: hasComfort && row.n > 0 ? row.comfortable / row.n : null,
    hours_outside_comfort: hasComfort ? (row.n - row.comfortable) * hours : null,
  }
}

const emptyMap = (): WeekmapAnswer => ({
  mean: new Array(WEEKMAP_CELLS).fill(null),
  n: new Array(WEEKMAP_CELLS).fill(0),
  sd: new Array(WEEKMAP_CELLS).fill(null),
})

const weekmapFrom = (rows: Awaited<ReturnType<typeof weekmaps>>): WeekmapAnswer => {
  const map = emptyMap()
  for (const { cell, mean, n, sd } of rows) {
    map.mean[cell] = mean
    map.n[cell] = n
    map.sd[cell] = sd
  }
  return map
}

/** Weekday-hour maps as one: each hour of each area counts once. */
export const weekmapTogether = (key: string, maps: readonly WeekmapAnswer[]): WeekmapAnswer => {
  const together = emptyMap()
  const averaging = averagingOfKey(key)
  for (let cell = 0; cell < WEEKMAP_CELLS; cell++) {
    const told = maps.flatMap(({ mean, n, sd }) => {
      const [value, count] = [mean[cell] ?? null, n[cell] ?? 0]
      return value === null ? [] : [{ value, count, sd: sd[cell] ?? 0 }]
    })
    const [values, counts] = [told.map(one => one.value), told.map(one => one.count)]
    const all = sumOf(counts)
    together.n[cell] = all
    together.mean[cell] = meanOf(averaging, values, counts)
    if (all < 2 || averaging !== 'arithmetic') continue
    const middle = sumOf(told.map(({ value, count }) => value * count)) / all
    const squares = sumOf(told.map(({ value, count, sd }) => (count - 1) * sd ** 2 + count * (value - middle) ** 2))
    together.sd[cell] = Math.sqrt(squares / (all - 1))
  }
  return together
}

const lengthOfStep = { hour: HOUR_MS, day: DAY_MS } as const

const requireFew = (counted: readonly Counted[], { query }: Asked): void => {
  if (query.step === 'period') return
  const days = sumOf(counted.map(one => one.days.length))
  if ((days * DAY_MS) / lengthOfStep[query.step] > MAX_STEPS) throw new Failure('too_much_data')
}

/** Refuses more days whose comfort may follow an age than one statement is told of, before any is looked at. */
const requireFewByAge = ({ counted, zone: { areas, rounds } }: Selection): void => {
  const days = [...counted].flatMap(([key, of]) =>
    of.map((one, index) =>
      mayFollowAge(rounds.get(elementAt(areas, index).area_id) ?? [], key) ? one.days.length : 0,
    ),
  )
  if (sumOf(days) > MAX_STEPS) throw new Failure('too_much_data')
}

const stepsFrom = (
  rows: readonly Omit<MeanRow, 'part' | 'key'>[],
  { query }: Asked,
  counted: Counted | undefined,
  spansOf: ReturnType<typeof spansOfStep>,
): StepsAnswer => {
  const answer: StepsAnswer = { time: [], mean: [], min: [], max: [], bins: [], coverage: [], valid: [] }
  if (!counted || counted.days.length === 0) return answer
  const leastHours = query.step === 'day' ? VALID_DAY_HOURS : 1
  const expected = query.step === 'day' ? expectedOfDays(counted) : expectedIn(counted)
  let at = 0
  for (const span of spansOf(counted)) {
    // Rows and spans are both in order; the one row of a whole period begins at 0.
    const start = query.step === 'period' ? 0 : span.from
    while ((rows[at]?.start ?? start) < start) at++
    const row = rows[at]?.start === start ? rows[at] : undefined
    const bins = row?.bins ?? 0
    answer.time.push(span.from)
    answer.mean.push(row?.mean ?? null)
    answer.min.push(row?.min ?? null)
    answer.max.push(row?.max ?? null)
    answer.bins.push(bins)
    answer.coverage.push(shareOf(bins, expected(span)))
    answer.valid.push((row?.valid_hours ?? 0) >= leastHours)
  }
  return answer
}

/** Bins that all devices of an area would have in a span. */
const expectedIn =
  ({ sources, regular }: Counted) =>
  (span: Interval): number =>
    sumOf(sources.map(({ deviceId, ranges }) => (lengthWithin(ranges, span) / HOUR_MS) * (regular.get(deviceId) ?? 0)))

/** The same of days that are asked for in order, as they were counted. */
const expectedOfDays = ({ days }: Counted) => {
  let at = 0
  return ({ from }: Interval): number => {
    while ((days[at]?.from ?? from) < from) at++
    const day = days[at]
    return day?.from === from && day.excludedBy === null ? day.expected : 0
  }
}

/** Steps of the days of an area; those left out are there, without a value. Most areas have the same, which are found once. */
const spansOfStep = (step: Query['step'], segments: readonly Segment[]) => {
  const known = new Map<string, Interval[]>()
  return ({ days }: Counted): Interval[] => {
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return []
    const whole = { from: first.from, until: last.until }
    if (step === 'period') return [whole]
    const name = `${whole.from} ${whole.until}`
    const spans = known.get(name) ?? stepsWithin(whole, lengthOfStep[step] / 1000, segments)
    known.set(name, spans)
    return spans
  }
}

/** Steps (of so many seconds) of a time, each from its start to that of the next. */
const stepsWithin = ({ from, until }: Interval, seconds: number, segments: readonly Segment[]): Interval[] => {
  const starts = stepsOf(from, until, seconds, segments)
  const nextOf = (start: number, index: number) => starts[index + 1] ?? nextStepStart(start, seconds, segments)
  return starts.map((start, index) => ({ from: start, until: nextOf(start, index) }))
}

/** Means of areas of which several may share what is read. */
const meansOfDistinct = async (series: Series, selection: Parameters<typeof meansBySteps>[1]): Promise<MeanRow[]> => {
  const { layers, areasOf } = distinctParts(selection.parts)
  const rows = await Promise.all(layers.map(parts => meansBySteps(series, { ...selection, parts })))
  return rows.flat().flatMap(row => (areasOf[row.part] ?? []).map(part => ({ ...row, part })))
}

const NO_PAIRS: CorrelationOfPart = { lagged: [], persistence: [0, 0] }

/** Correlations of a cause with this measurement: the strongest with its lag, and means of both in the same steps. */
const correlated = async (
  selection: Asked,
  key: string,
  counted: readonly Counted[],
  effect: Ranged,
): Promise<ResultOf> => {
  const { series, zone, query } = selection
  const causeKey = query.cause ?? key
  const parts = zone.areas.map(area => sourcesOf(area, causeKey))
  requireFew(counted, selection)
  const hourly = isWeather(key) || isWeather(causeKey)
  const step = hourly ? HOUR_MS : BIN_MS
  const lags = lagsOf(step)
  const length = sumOf(counted.map(({ sources }) => lengthOfSources(sources)))
  if ((length / step) * lags > MAX_PAIRS) throw new Failure('too_much_data')
  const cause: Ranged = { ...effect, keys: [causeKey], parts, range: null }
  const isTogether =
    causeKey !== key &&
    selection.range === null &&
    readTogether([causeKey, key], of => (of === key ? effect.parts : parts), averagingOfKey).length === 1
  const reads = isTogether ? [{ ...effect, keys: [causeKey, key] }] : [cause, effect]
  const [found, means] = await Promise.all([
    correlations(series, { reads, step, withoutDayPattern: query.without_day_pattern ?? false }),
    Promise.all(reads.map(read => meansOfDistinct(series, { ...read, step: query.step, least: null }))),
  ])
  const ofKey = (rows: readonly MeanRow[], one: string) =>
    Map.groupBy(
      rows.filter(row => row.key === one),
      ({ part }) => part,
    )
  const [ofX, ofY] = [ofKey(elementAt(means, 0), causeKey), ofKey(lastOf(means), key)]
  const spansOf = spansOfStep(query.step, zone.segments)
  return (_, index) => {
    const one = counted[index]
    const { lagged, persistence } = found.get(index) ?? NO_PAIRS
    const best = strongestOf(lagged, { resolution: [resolutionOf(causeKey), resolutionOf(key)], persistence })
    const causes = new Map((ofX.get(index) ?? []).map(row => [row.start, row.mean]))
    const expected = one ? expectedIn(one) : () => 0
    const spans = new Map((one ? spansOf(one) : []).map(span => [query.step === 'period' ? 0 : span.from, span]))
    const points = (ofY.get(index) ?? []).flatMap(({ start, mean, bins }) => {
      const x = causes.get(start) ?? null
      const span = spans.get(start)
      return x === null || mean === null
        ? []
        : [{ start, x, y: mean, coverage: span ? shareOf(bins, expected(span)) : 0 }]
    })
    return {
      correlation: {
        r: best?.r ?? null,
        lag_minutes: best ? (best.lag * step) / 60_000 : null,
        n: best?.n ?? lagged[0]?.n ?? 0,
        effective: best?.effective ?? null,
        significant: best?.significant ?? false,
        note: correlationNote(lagged, best),
        step_minutes: step / 60_000,
        lags,
        time: points.map(point => point.start),
        x: points.map(point => point.x),
        y: points.map(point => point.y),
        coverage: points.map(point => point.coverage),
      },
    }
  }
}

/** Smallest difference a sensor of a measurement can tell: the last digit that is shown of it. */
const resolutionOf = (key: string): number => 10 ** -(measurementTypeOf(key)?.decimals ?? 0)
