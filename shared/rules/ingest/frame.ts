import type { Frame, LiveMeasurement, SeriesColumns } from '../../contract/measurements/measurements.ts'
import { elementAt, numberAt } from '../collections/elements.ts'
import { meanOf } from '../science/mean.ts'

/**
 * Share (0 to 1) of the expected readings below which a mean is not to be trusted (beyond the specification:
 * coverage-aware statistics).
 */
export const ENOUGH_DATA = 0.75

/** A gap is longer than this many typical intervals (decisions §6). */
const GAP_INTERVALS = 3

/**
 * Typical seconds between two readings: the median, over steps that hold readings and are followed by another such step,
 * of the time to it divided by the readings in between. Null with fewer than two readings.
 */
export const typicalInterval = (time: readonly number[], count: readonly number[], step: number): number | null => {
  const filled = time.map((at, index) => ({ at, count: count[index] ?? 0 })).filter(step => step.count > 0)
  const [only] = filled
  if (filled.length < 2) return only && only.count > 1 ? step / only.count : null
  return medianOf(filled.slice(0, -1).map(({ at, count }, nth) => (elementAt(filled, nth + 1).at - at) / 1000 / count))
}

/** The middle one of some numbers, the lower of the two middle ones where their count is even. */
const medianOf = (values: readonly number[]): number =>
  numberAt(
    values.toSorted((a, b) => a - b),
    (values.length - 1) >> 1,
  )

/** Share (0 to 1) of the readings that one per `interval` seconds would give between `from` and `until` (epoch ms). */
export const coverageOf = (
  time: readonly number[],
  count: readonly number[],
  interval: number | null,
  until: number,
): number => {
  const [from] = time
  if (interval === null || from === undefined || until <= from) return 0
  let present = 0
  time.forEach((start, index) => {
    const end = Math.min(time[index + 1] ?? until, until)
    const expected = Math.max(0, end - start) / 1000 / interval
    // Whole readings: of one in ten minutes, a step of five holds one or none.
    present += Math.min(count[index] ?? 0, Math.ceil(expected - 1e-9))
  })
  return Math.min(1, present / ((until - from) / 1000 / interval))
}

/** Share (0 to 1) of the readings expected in one step of `length` seconds; null where nobody knows how many that is. */
export const stepCoverage = (count: number, interval: number | null, length: number): number | null =>
  interval === null || length <= 0 ? null : Math.min(1, count / Math.max(1, length / interval))

/** Distances between readings on one side of a gap, whose median tells the interval that was valid there. */
const NEIGHBOURS = 5
/** Least number of them that tells anything. */
const FEWEST = 3

/**
 * The gaps without readings that are longer than 3 intervals, as [from, until] in epoch ms. The interval is the one the
 * readings around the gap have, the longer of before and after: a device may have been set to another one meanwhile.
 */
export const gapsOf = (
  frame: Pick<Frame, 'time' | 'step_seconds'>,
  series: SeriesColumns,
  until: number,
): [number, number][] => {
  const filled = frame.time.flatMap((at, index) => {
    const count = series.count[index] ?? 0
    return count > 0 && at < until ? [{ at, index, count }] : []
  })
  /** Distances in ms from each step that holds readings to the next, for each of its readings. */
  const distances = filled.slice(0, -1).map(({ at, count }, nth) => ((filled[nth + 1]?.at ?? at) - at) / count)
  const wanted = (series.interval_seconds ?? frame.step_seconds) * 1000
  const typical = (around: readonly number[]): number => (around.length < FEWEST ? wanted : medianOf(around))
  const gaps: [number, number][] = []
  /** `next` is the place among the filled steps of the one that ends the gap. */
  const note = (from: number | undefined, end: number, next: number) => {
    if (from === undefined || from >= end) return
    const before = typical(distances.slice(Math.max(0, next - 1 - NEIGHBOURS), Math.max(0, next - 1)))
    const after = next < filled.length ? typical(distances.slice(next, next + NEIGHBOURS)) : wanted
    if (end - from > GAP_INTERVALS * Math.max(before, after)) gaps.push([from, end])
  }
  const [first] = filled
  if (!first) {
    const [from] = frame.time
    return from !== undefined && until - from > GAP_INTERVALS * wanted ? [[from, until]] : []
  }
  // The time before the first measurement of all is no gap.
  if (series.began === undefined) note(frame.time[0], first.at, 0)
  filled.forEach(({ index }, nth) => {
    const next = filled[nth + 1]
    // The step after it is where the gap begins; without one the frame ends.
    if (next?.index !== index + 1) note(frame.time[index + 1], next?.at ?? until, nth + 1)
  })
  return gaps
}

/** Points of a line: empty steps inside a gap stay null and break it, empty steps between close readings are left out. */
export const linePoints = (
  frame: Pick<Frame, 'time' | 'step_seconds'>,
  series: SeriesColumns,
  column: 'min' | 'mean' | 'max',
  until: number,
): [number, number | null][] => {
  const gaps = gapsOf(frame, series, until)
  const inGap = (at: number) => gaps.some(([from, end]) => at >= from && at < end)
  return frame.time.flatMap((at, index): [number, number | null][] => {
    const value = series[column][index] ?? null
    return value !== null || inGap(at) ? [[at, value]] : []
  })
}

/** Minimum, mean (weighted by readings) and maximum of what a frame shows; null where nothing was measured, or no mean is left. */
export const summaryOf = (series: SeriesColumns): { min: number; mean: number; max: number; count: number } | null => {
  let [min, max, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  const [means, weights]: [number[], number[]] = [[], []]
  series.count.forEach((n, index) => {
    if (n === 0) return
    min = Math.min(min, series.min[index] ?? min)
    max = Math.max(max, series.max[index] ?? max)
    count += n
    const mean = series.mean[index] ?? null
    if (mean === null) return
    means.push(mean)
    weights.push(n)
  })
  const mean = meanOf(series.averaging ?? 'arithmetic', means, weights)
  return mean === null ? null : { min, mean, max, count }
}

/**
 * The frame with one live message in it. A message outside the period, or older than what its step shows, changes nothing;
 * nor does one device among several, since a mean of means does not tell what each of them said: who shows it asks anew.
 */
export const withLive = <AnyFrame extends Frame>(frame: AnyFrame, message: LiveMeasurement): AnyFrame => {
  const index = frame.time.findLastIndex(start => start <= message.time)
  if (index < 0 || message.time >= Date.parse(frame.until) || message.device_id !== frame.device_id) return frame
  if ((frame.devices ?? 1) > 1) return frame
  const series = { ...frame.series }
  for (const [key, value] of Object.entries(message.values)) {
    const columns = series[key]
    if (columns) series[key] = withValue(columns, index, value)
  }
  return { ...frame, series }
}

const withValue = (columns: SeriesColumns, index: number, value: number): SeriesColumns => {
  const n = columns.count[index] ?? 0
  const before = columns.mean[index] ?? null
  const [values, weights] =
    before === null
      ? [[value], [1]]
      : [
          [before, value],
          [n, 1],
        ]
  const mean = meanOf(columns.averaging ?? 'arithmetic', values, weights)
  return {
    ...columns,
    min: columns.min.with(index, Math.min(columns.min[index] ?? value, value)),
    mean: columns.mean.with(index, mean),
    max: columns.max.with(index, Math.max(columns.max[index] ?? value, value)),
    count: columns.count.with(index, n + 1),
  }
}
