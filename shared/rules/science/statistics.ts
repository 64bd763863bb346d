import { numberAt } from '../collections/elements.ts'
import { type Segment, stepStart } from '../time/period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/units.ts'
import { type Averaging, meanOf, meanPartsOf } from './mean.ts'

/**
 * Statistics of a measurement (science §5), each defined once. All start from means of five minutes, so that a device
 * that sends more often does not count more. SQL of the same is in server/series/statistics.ts; a test holds both
 * together.
 */
export const BIN_MS = 5 * MINUTE_MS
export const BINS_AN_HOUR = HOUR_MS / BIN_MS
/** Bins an hour needs to be valid, and valid hours a day needs. */
export const VALID_HOUR_BINS = 6
export const VALID_DAY_HOURS = 18

export interface TimedValue {
  /** Epoch ms; of a mean the start of what it stands for. */
  time: number
  value: number
}

/** Means of readings by steps of a fixed length (ms) aligned to UTC, with their count; a step without a mean is left out. */
const meansBy = (
  step: number,
  averaging: Averaging,
  readings: readonly TimedValue[],
): (TimedValue & { count: number })[] =>
  [...Map.groupBy(readings, ({ time }) => Math.floor(time / step) * step)]
    .flatMap(([time, of]) => {
      const value = meanOf(
        averaging,
        of.map(one => one.value),
      )
      return value === null ? [] : [{ time, value, count: of.length }]
    })
    .sort((a, b) => a.time - b.time)

/** Valid bins of one device: the means of five minutes that hold a reading. */
export const binsFrom = (averaging: Averaging, readings: readonly TimedValue[]): TimedValue[] =>
  meansBy(BIN_MS, averaging, readings).map(({ time, value }) => ({ time, value }))

/** Means of the valid hours of bins; a valid hour holds at least half of its bins. Hours are those of UTC. */
export const validHoursFrom = (averaging: Averaging, bins: readonly TimedValue[]): TimedValue[] =>
  meansBy(HOUR_MS, averaging, bins)
    .filter(({ count }) => count >= VALID_HOUR_BINS)
    .map(({ time, value }) => ({ time, value }))

/** Series of several devices as one: in each step the mean of those that have one, each device counting once. */
export const togetherFrom = (averaging: Averaging, devices: readonly (readonly TimedValue[])[]): TimedValue[] =>
  meansBy(1, averaging, devices.flat()).map(({ time, value }) => ({ time, value }))

/** Quantile (`level` 0 to 1) of sorted values by Hyndman and Fan's type 7, as spreadsheets have it; NaN of none. */
export const quantileOf = (sorted: readonly number[], level: number): number => {
  const position = (sorted.length - 1) * level
  const below = Math.floor(position)
  const low = sorted[below]
  if (low === undefined) return Number.NaN
  return low + (position - below) * ((sorted[below + 1] ?? low) - low)
}

/** Whiskers reach to the furthest value within so many lengths of the box (Tukey). */
export const WHISKER_REACH = 1.5

export interface Box {
  n: number
  min: number
  p05: number
  whisker_low: number
  q1: number
  median: number
  q3: number
  whisker_high: number
  p95: number
  max: number
  mean: number | null
}

/** Box of some values; null of none. */
export const boxOf = (averaging: Averaging, values: readonly number[]): Box | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (level: number): number => quantileOf(sorted, level)
  const [q1, q3] = [at(0.25), at(0.75)]
  const reach = WHISKER_REACH * (q3 - q1)
  return {
    n: sorted.length,
    min: numberAt(sorted, 0),
    p05: at(0.05),
    whisker_low: sorted.find(value => value >= q1 - reach) ?? q1,
    q1,
    median: at(0.5),
    q3,
    whisker_high: sorted.findLast(value => value <= q3 + reach) ?? q3,
    p95: at(0.95),
    max: numberAt(sorted, sorted.length - 1),
    mean: meanOf(averaging, values),
  }
}

/** Cells of a weekday-hour map: Monday 00 is 0, Sunday 23 is 167. */
export const WEEKMAP_CELLS = 7 * 24

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3

/** Cell of an hour that holds `time`, on the wall of the place. */
export const weekmapCellOf = (time: number, segments: readonly Segment[]): number => {
  const offset = segments.findLast(({ start }) => start <= time)?.offset ?? 0
  const hours = Math.floor((time + offset) / HOUR_MS)
  return (((hours + FIRST_WEEKDAY * 24) % WEEKMAP_CELLS) + WEEKMAP_CELLS) % WEEKMAP_CELLS
}

export interface WeekmapCell {
  cell: number
  mean: number | null
  /** Number of hours it is the mean of. */
  n: number
  /** Sample standard deviation of them; null of one, and of directions. */
  sd: number | null
}

/**
 * Weekday-hour map of hourly means: each cell is their unweighted mean. Of the hour that autumn has twice both go into
 * one cell; the hour that spring leaves out adds nothing.
 */
export const weekmapOf = (
  averaging: Averaging,
  hours: readonly TimedValue[],
  segments: readonly Segment[],
): WeekmapCell[] =>
  [...Map.groupBy(hours, ({ time }) => weekmapCellOf(time, segments))]
    .map(([cell, of]) => {
      const values = of.map(one => one.value)
      return { cell, mean: meanOf(averaging, values), n: of.length, sd: deviationOf(averaging, values) }
    })
    .sort((a, b) => a.cell - b.cell)

/** Sample standard deviation; null of fewer than two values, and of directions, which have none. */
export const deviationOf = (averaging: Averaging, values: readonly number[]): number | null => {
  if (values.length < 2 || averaging === 'circular') return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** Local days (their starts, epoch ms) with enough valid hours: three quarters of a day of 24. */
export const validDaysOf = (hours: readonly TimedValue[], segments: readonly Segment[]): number[] =>
  [...Map.groupBy(hours, ({ time }) => stepStart(time, DAY_MS / 1000, segments))]
    .filter(([, of]) => of.length >= VALID_DAY_HOURS)
    .map(([day]) => day)
    .sort((a, b) => a - b)

/** Share (0 to 1) of the bins that all devices would have in times they were there (ms in sum). */
export const binCoverage = (bins: number, expectedMs: number): number =>
  expectedMs > 0 ? Math.min(1, (bins * BIN_MS) / expectedMs) : 0

/** Parts of a mean whose values all got `offset` more: means keep, so a calibration needs no readings. */
export const shiftedParts = (
  averaging: Averaging,
  [first, second]: readonly [number, number],
  offset: number,
): [number, number] => {
  if (averaging === 'arithmetic') return [first + offset, second]
  if (averaging === 'energetic') return [first * 10 ** (offset / 10), second]
  const [cosine, sine] = meanPartsOf('circular', offset)
  return [first * cosine - second * sine, second * cosine + first * sine]
}

/** Counts of bins an hour can hold regularly: from a device that sends once an hour to one every five minutes or more often. */
const REGULAR_BINS = [1, 2, 3, 4, 6, 12] as const

/**
 * Bins an hour of a device holds when nothing is missing: of what is usual for it, and no more than its upload interval
 * (seconds) lets it have.
 */
export const regularBins = (usual: number, uploadInterval: number): number => {
  const told = REGULAR_BINS.find(bins => bins >= usual) ?? BINS_AN_HOUR
  const wanted = REGULAR_BINS.findLast(bins => bins * uploadInterval * 1000 <= HOUR_MS) ?? 1
  return Math.min(told, wanted)
}

/** Bins an hour needs to be valid: half of those it would have. */
export const leastBins = (regular: number): number => Math.ceil((regular * VALID_HOUR_BINS) / BINS_AN_HOUR)

/** A barn whose CO2 stays this near to outdoors for a day is empty: no balance can be made of less (science §1.3). */
export const EMPTY_CO2 = 420 + 50
