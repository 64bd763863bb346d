import { elementAt, numberAt } from '#shared/rules/collections/elements.ts'
import { sumOf } from '#shared/rules/collections/sum.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { type Averaging, meanOf } from '#shared/rules/science/mean.ts'
import { median } from '#shared/rules/science/median.ts'
import { BINS_AN_HOUR, EMPTY_CO2, leastBins, regularBins, VALID_DAY_HOURS } from '#shared/rules/science/statistics.ts'
import { type Interval, lengthWithin, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { nextStepStart, type Segment, stepsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { readableOf } from '../devices/readable.ts'
import type { Series } from '../kit/database/series.ts'
import { numberOfLocalDay } from '../series/local-steps.ts'
import { toldKeys } from '../series/measurement-rows.ts'
import type { SeriesSource } from '../series/readings.ts'
import { averagingOfKey } from '../series/statistics.ts'
import type { SummedHours } from '../series/summaries/clean-hours.ts'
import type { SourceOfArea } from './areas.ts'
import { hoursWith, usualBins } from './hours-of-day.ts'
import { binsByDay, type DayTable, type MeanRow, type Parts } from './queries.ts'

const DAY_S = DAY_MS / 1000
/** A device tells what it told in this time before a period: when it is silent, that is missing. */
const TOLD_BEFORE = 30 * DAY_MS

/** Completeness of a local day of an area. */
export interface Day extends Interval {
  /** Number of the day, as in the table. */
  number: number
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
  table: DayTable
  rows: readonly number[]
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

/** Days (numbers) of each area on which its barn was empty. */
export type EmptyDays = readonly ReadonlySet<number>[]

/** Measurement that tells whether a barn is empty. */
export const TELLS_EMPTY = 'co2'

/**
 * Looks at each local day of measurements of each area: how much is there, and which values with `valued`; else the means alone that
 * tell whether a barn is empty.
 */
export const dayTable = (
  { series, ...selection }: Omit<DaysAsked, 'minCoverage' | 'empty'>,
  valued: boolean,
): Promise<DayTable> =>
  binsByDay(series, selection, { meansOf: valued ? selection.keys : [TELLS_EMPTY], extremes: valued })

/** Says of each local day of measurements of each area whether it counts. By measurement. */
export const countedDays = async (selection: DaysAsked, table: DayTable): Promise<Map<string, Counted[]>> => {
  const counted = new Map<string, Counted[]>()
  for (const key of selection.keys) counted.set(key, await countedOf(selection, key, table))
  return counted
}

const countedOf = async (selection: DaysAsked, key: string, table: DayTable): Promise<Counted[]> => {
  const { series, parts, summed } = selection
  const rows = parts.map((sources, part) => rowsByDevice(table, table.rowsOf(key, part), sources))
  const silent = parts.flatMap((sources, part) => sources.filter(({ deviceId }) => !rows[part]?.has(deviceId)))
  const before = beforeRanges(silent, key)
  const told = before.length > 0 ? await toldKeys(series, before, [key], summed) : new Map<number, Set<string>>()
  const daysOf = daysOfRanges(selection.segments)
  return parts.map((sources, part) => ({
    ...countedPart({ ...selection, key, daysOf, table }, sources, elementAt(rows, part), told, selection.empty?.[part]),
    table,
    rows: table.rowsOf(key, part),
  }))
}

/** Rows of a measurement in a part by their device. */
const rowsByDevice = (
  { device }: DayTable,
  rows: readonly number[],
  sources: readonly SourceOfArea[],
): ReadonlyMap<number, readonly number[]> => {
  const [one] = sources
  // A single device has all of them.
  if (one && sources.length === 1) return rows.length > 0 ? new Map([[one.deviceId, rows]]) : new Map()
  return Map.groupBy(rows, row => numberAt(device, row))
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
  {
    key,
    daysOf,
    minCoverage,
    table,
  }: DaysAsked & { key: string; daysOf: ReturnType<typeof daysOfRanges>; table: DayTable },
  sources: readonly SourceOfArea[],
  rows: ReadonlyMap<number, readonly number[]>,
  told: ReadonlyMap<number, ReadonlySet<string>>,
  empty: ReadonlySet<number> | undefined,
): Omit<Counted, 'table' | 'rows'> => {
  const { fewer, more } = table
  const regular = new Map<number, number>()
  const counting = sources.flatMap(({ deviceId, ranges, uploadInterval }) => {
    const of = rows.get(deviceId) ?? []
    if (of.length === 0 && !told.get(deviceId)?.has(key)) return []
    const usual = of.map(row => usualBins(numberAt(fewer, row), numberAt(more, row)))
    const bins = regularBins(of.length > 0 ? median(usual) : BINS_AN_HOUR, uploadInterval)
    regular.set(deviceId, bins)
    return [{ of, bins, days: daysOf(ranges) }]
  })
  const first = Math.min(...counting.map(({ days }) => days[0]?.number ?? Number.POSITIVE_INFINITY))
  // Places in a list, by the number of the day, are found many times quicker than names in a map: a year of fifty barns is 18,250 days.
  const days: (Day | undefined)[] = []
  for (const { of, bins, days: local } of counting) {
    const rowOf: (number | undefined)[] = []
    for (const row of of) rowOf[numberAt(table.day, row) - first] = row
    const least = leastBins(bins)
    for (const { from, until, number, hours } of local) {
      const at = number - first
      let day = days[at]
      if (!day) {
        day = { from, until, number, bins: 0, expected: 0, isValid: false, excludedBy: null }
        days[at] = day
      }
      const row = rowOf[at]
      const expected = hours * bins
      day.expected += expected
      if (row === undefined) continue
      // A device that once sent more often cannot make up for one that is silent.
      day.bins += Math.min(numberAt(table.bins, row), Math.ceil(expected))
      day.isValid ||= hoursWith(numberAt(fewer, row), numberAt(more, row), least) >= VALID_DAY_HOURS
    }
  }
  const sorted = days.filter(day => day !== undefined)
  for (const day of sorted) {
    if (minCoverage !== null && day.bins < minCoverage * day.expected) day.excludedBy = 'low_coverage'
    if (empty?.has(day.number)) day.excludedBy = 'empty'
  }
  const isWhole = sorted.every(day => day.excludedBy === null)
  const kept = isWhole ? [] : mergeIntervals(sorted.filter(day => day.excludedBy === null))
  return {
    sources: isWhole
      ? [...sources]
      : sources
          .map(source => ({ ...source, ranges: source.ranges.flatMap(range => partsWithin(kept, range)) }))
          .filter(({ ranges }) => ranges.length > 0),
    days: sorted,
    regular,
  }
}

/** Means of an area on its days that count, of what its devices told; of several devices the mean of their means. */
export const dayMeans = (key: string, { table, rows, days, regular }: Counted): DayMean[] => {
  const averaging = averagingOfKey(key)
  const first = days[0]?.number ?? 0
  // Nearly all areas have one device, and a row for a day: a list for each of 18,250 days cost more than all else.
  const rowOf: (number | undefined)[] = []
  const othersOf: (number[] | undefined)[] = []
  for (const row of rows) {
    const at = numberAt(table.day, row) - first
    const others = othersOf[at]
    if (rowOf[at] === undefined) rowOf[at] = row
    else if (others) others.push(row)
    else othersOf[at] = [row]
  }
  const meanIn = (row: number): number | null => {
    const mean = numberAt(table.mean, row)
    return Number.isNaN(mean) ? null : mean
  }
  const hoursIn = (row: number): number => {
    const least = leastBins(regular.get(numberAt(table.device, row)) ?? BINS_AN_HOUR)
    return hoursWith(numberAt(table.fewer, row), numberAt(table.more, row), least)
  }
  const ofRow = (start: number, row: number): DayMean => ({
    start,
    mean: meanIn(row),
    min: numberAt(table.min, row),
    max: numberAt(table.max, row),
    bins: numberAt(table.bins, row),
    valid_hours: hoursIn(row),
  })
  const means: DayMean[] = []
  for (const { from, number, excludedBy } of days) {
    const row = rowOf[number - first]
    if (row === undefined || excludedBy !== null) continue
    const others = othersOf[number - first]
    means.push(
      others
        ? meanOfDay(
            averaging,
            [row, ...others].map(one => ofRow(from, one)),
          )
        : ofRow(from, row),
    )
  }
  return means
}

/** Day of an area of what each of its devices told: the mean of their means, which may be null. */
const meanOfDay = (averaging: Averaging, devices: readonly DayMean[]): DayMean => ({
  start: elementAt(devices, 0).start,
  mean: meanOf(
    averaging,
    devices.flatMap(({ mean }) => mean ?? []),
  ),
  min: Math.min(...devices.map(({ min }) => min)),
  max: Math.max(...devices.map(({ max }) => max)),
  bins: sumOf(devices.map(({ bins }) => bins)),
  valid_hours: Math.max(...devices.map(({ valid_hours }) => valid_hours)),
})

/** A local day that ranges touch, with their hours in it. */
interface TouchedDay extends Interval {
  number: number
  hours: number
}

/** Local days that ranges touch, in order. Most devices have the same ranges: their days are found once. */
const daysOfRanges = (segments: readonly Segment[]) => {
  const known = new Map<string, TouchedDay[]>()
  return (ranges: readonly Interval[]): TouchedDay[] => {
    const name = ranges.map(({ from, until }) => `${from} ${until}`).join()
    const starts = () => new Set(ranges.flatMap(({ from, until }) => stepsOf(from, until, DAY_S, segments)))
    const days =
      known.get(name) ??
      [...starts()]
        .sort((a, b) => a - b)
        .map(from => ({ from, until: nextStepStart(from, DAY_S, segments) }))
        .map(day => ({
          ...day,
          number: numberOfLocalDay(day.from, segments),
          hours: lengthWithin(ranges, day) / HOUR_MS,
        }))
    known.set(name, days)
    return days
  }
}

/** Local days (numbers) of each area on which CO2 stayed as low as outdoors: the mean of its devices' means. */
export const emptyDays = ({ day, mean, rowsOf }: DayTable, parts: DaysAsked['parts']): EmptyDays => {
  const averaging = averagingOfKey(TELLS_EMPTY)
  return parts.map((_, part) => {
    const days = Map.groupBy(rowsOf(TELLS_EMPTY, part), row => numberAt(day, row))
    const isEmpty = (rows: readonly number[]): boolean => {
      const means = rows.map(row => numberAt(mean, row)).filter(value => !Number.isNaN(value))
      const together = meanOf(averaging, means)
      return together !== null && together <= EMPTY_CO2
    }
    return new Set([...days].filter(([, rows]) => isEmpty(rows)).map(([number]) => number))
  })
}
