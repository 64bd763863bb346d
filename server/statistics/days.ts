import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import { median } from '#shared/rules/science/median.ts'
import { BINS_AN_HOUR, EMPTY_CO2, leastBins, regularBins, VALID_DAY_HOURS } from '#shared/rules/science/statistics.ts'
import { type Interval, lengthWithin, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { nextStepStart, type Segment, stepsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { readableOf } from '../devices/readable.ts'
import type { Series } from '../kit/database/series.ts'
import { toldKeys } from '../series/measurement-rows.ts'
import type { SeriesSource } from '../series/readings.ts'
import { averagingOfKey } from '../series/statistics.ts'
import type { SummedHours } from '../series/summaries/clean-hours.ts'
import type { SourceOfArea } from './areas.ts'
import { hoursWith, usualBins } from './hours-of-day.ts'
import { binsByDay, type DayRow, type MeanRow, type Parts } from './queries.ts'

const DAY_S = DAY_MS / 1000
/** A device tells what it told in this time before a period: when it is silent, that is missing. */
const TOLD_BEFORE = 30 * DAY_MS

/** Completeness of a local day of an area. */
export interface Day extends Interval {
  bins: number
  /** Bins that all its devices would have. */
  expected: number
  isValid: boolean
  excludedBy: 'low_coverage' | 'empty' | null
}

/** A measurement of an area with what of it counts. */
export interface Counted {
  /** Ranges of each device without the days that are left out. */
  sources: SourceOfArea[]
  days: Day[]
  /** Bins an hour of each device holds when nothing is missing. */
  regular: ReadonlyMap<number, number>
  /** Days of each device, with their values where these were asked for; those left out are among them. */
  rows: readonly DayRow[]
}

export interface DaysAsked {
  series: Series
  /** Measurements that are read from the same times. */
  keys: readonly string[]
  /** Sources of each area. */
  parts: readonly (readonly SourceOfArea[])[]
  corrections: readonly Correction[]
  without: Parts['without']
  segments: readonly Segment[]
  summed: SummedHours | null
  hour: Parts['hour']
  /** Days of which less is there are left out. */
  minCoverage: number | null
  /** Days of each area on which its barn was empty, where they are known already; null where these count. */
  empty: EmptyDays | null
}

type DayMean = Omit<MeanRow, 'part' | 'key'>

/** Days of each area on which its barn was empty. */
export type EmptyDays = readonly ReadonlySet<number>[]

/** Measurement that tells whether a barn is empty. */
export const TELLS_EMPTY = 'co2'

/**
 * Looks at each local day of measurements of each area: how much is there, and which values with `valued`; else the means alone that
 * tell whether a barn is empty.
 */
export const dayRows = (
  { series, ...selection }: Omit<DaysAsked, 'minCoverage' | 'empty'>,
  valued: boolean,
): Promise<DayRow[]> =>
  binsByDay(series, selection, { meansOf: valued ? selection.keys : [TELLS_EMPTY], extremes: valued })

/** Says of each local day of measurements of each area whether it counts. By measurement. */
export const countedDays = async (selection: DaysAsked, of: readonly DayRow[]): Promise<Map<string, Counted[]>> => {
  const rows = Map.groupBy(of, ({ key }) => key)
  const counted = new Map<string, Counted[]>()
  for (const key of selection.keys) counted.set(key, await countedOf(selection, key, rows.get(key) ?? []))
  return counted
}

const countedOf = async (selection: DaysAsked, key: string, all: readonly DayRow[]): Promise<Counted[]> => {
  const { series, parts, summed } = selection
  const rows = Map.groupBy(all, ({ part }) => part)
  const silent = parts.flatMap((sources, part) => {
    const heard = new Set((rows.get(part) ?? []).map(({ device_id }) => device_id))
    return sources.filter(({ deviceId }) => !heard.has(deviceId))
  })
  const before = beforeRanges(silent, key)
  const told = before.length > 0 ? await toldKeys(series, before, [key], summed) : new Map<number, Set<string>>()
  const daysOf = daysOfRanges(selection.segments)
  return parts.map((sources, part) =>
    countedPart({ ...selection, key, daysOf }, sources, rows.get(part) ?? [], told, selection.empty?.[part]),
  )
}

/** Time before the ranges of each device, as far as the caller may read the measurement in it: that it was told is said by it alone. */
const beforeRanges = (sources: readonly SourceOfArea[], key: string): SeriesSource[] =>
  [...Map.groupBy(sources, ({ deviceId }) => deviceId)].flatMap(([deviceId, of]) => {
    const before = of.flatMap(({ ranges, readable }) => {
      const until = Math.min(...ranges.map(({ from }) => from))
      return partsWithin(readableOf(readable, key), { from: until - TOLD_BEFORE, until })
    })
    return before.length > 0 ? [{ deviceId, ranges: mergeIntervals(before) }] : []
  })

const countedPart = (
  { key, daysOf, minCoverage }: DaysAsked & { key: string; daysOf: ReturnType<typeof daysOfRanges> },
  sources: readonly SourceOfArea[],
  rows: readonly DayRow[],
  told: ReadonlyMap<number, ReadonlySet<string>>,
  empty: ReadonlySet<number> | undefined,
): Counted => {
  const byDevice = Map.groupBy(rows, ({ device_id }) => device_id)
  const regular = new Map<number, number>()
  const days = new Map<number, Day>()
  for (const { deviceId, ranges, uploadInterval } of sources) {
    const of = byDevice.get(deviceId) ?? []
    if (of.length === 0 && !told.get(deviceId)?.has(key)) continue
    const usual = of.length > 0 ? median(of.map(usualBins)) : BINS_AN_HOUR
    const bins = regularBins(usual, uploadInterval)
    regular.set(deviceId, bins)
    const rowOf = new Map(of.map(row => [row.day, row]))
    for (const { from, until, hours } of daysOf(ranges)) {
      let day = days.get(from)
      if (!day) {
        day = { from, until, bins: 0, expected: 0, isValid: false, excludedBy: null }
        days.set(from, day)
      }
      const row = rowOf.get(from)
      const expected = hours * bins
      day.expected += expected
      // A device that once sent more often cannot make up for one that is silent.
      day.bins += Math.min(row?.bins ?? 0, Math.ceil(expected))
      day.isValid ||= row !== undefined && hoursWith(row, leastBins(bins)) >= VALID_DAY_HOURS
    }
  }
  for (const day of days.values()) {
    if (minCoverage !== null && day.bins < minCoverage * day.expected) day.excludedBy = 'low_coverage'
    if (empty?.has(day.from)) day.excludedBy = 'empty'
  }
  const sorted = [...days.values()].sort((a, b) => a.from - b.from)
  const kept = mergeIntervals(sorted.filter(day => day.excludedBy === null))
  const isWhole = sorted.every(day => day.excludedBy === null)
  return {
    sources: isWhole
      ? [...sources]
      : sources
          .map(source => ({ ...source, ranges: source.ranges.flatMap(range => partsWithin(kept, range)) }))
          .filter(({ ranges }) => ranges.length > 0),
    days: sorted,
    regular,
    rows,
  }
}

/** Means of an area on its days that count, of what its devices told; of several devices the mean of their means. */
export const dayMeans = (key: string, { rows, days, regular }: Counted): DayMean[] => {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return days.flatMap(({ from, excludedBy }) => {
    const of = byDay.get(from)
    if (!of || excludedBy !== null) return []
    return {
      start: from,
      mean: meanOf(
        averagingOfKey(key),
        of.flatMap(({ mean }) => mean ?? []),
      ),
      min: Math.min(...of.map(({ min }) => min)),
      max: Math.max(...of.map(({ max }) => max)),
      bins: of.reduce((sum, { bins }) => sum + bins, 0),
      valid_hours: Math.max(...of.map(row => hoursWith(row, leastBins(regular.get(row.device_id) ?? BINS_AN_HOUR)))),
    }
  })
}

/** Local days that ranges touch, with the hours of each within them. Most devices have the same ranges: their days are found once. */
const daysOfRanges = (segments: readonly Segment[]) => {
  const known = new Map<string, (Interval & { hours: number })[]>()
  return (ranges: readonly Interval[]): (Interval & { hours: number })[] => {
    const name = ranges.map(({ from, until }) => `${from} ${until}`).join()
    const starts = () => new Set(ranges.flatMap(({ from, until }) => stepsOf(from, until, DAY_S, segments)))
    const days =
      known.get(name) ??
      [...starts()]
        .sort((a, b) => a - b)
        .map(from => ({ from, until: nextStepStart(from, DAY_S, segments) }))
        .map(day => ({ ...day, hours: lengthWithin(ranges, day) / HOUR_MS }))
    known.set(name, days)
    return days
  }
}

/** Local days of each area on which CO2 stayed as low as outdoors: the mean of its devices' means. */
export const emptyDays = (rows: readonly DayRow[], parts: DaysAsked['parts']): EmptyDays => {
  const ofCo2 = Map.groupBy(
    rows.filter(({ key }) => key === TELLS_EMPTY),
    ({ part }) => part,
  )
  return parts.map((_, part) => {
    const days = Map.groupBy(ofCo2.get(part) ?? [], ({ day }) => day)
    const isEmpty = (of: readonly DayRow[]): boolean => {
      const means = of.flatMap(({ mean }) => mean ?? [])
      const mean = meanOf(averagingOfKey(TELLS_EMPTY), means)
      return mean !== null && mean <= EMPTY_CO2
    }
    return new Set([...days].filter(([, of]) => isEmpty(of)).map(([day]) => day))
  })
}
