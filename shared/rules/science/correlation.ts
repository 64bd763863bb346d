import type { Segment } from '../time/period.ts'
import { BIN_MS, weekmapCellOf } from './statistics.ts'

/**
 * Correlation of a possible cause with its effect some steps later (science §5). Series may hold a million steps, so they are typed
 * arrays, and each lag is worked out by a call of its own: a server lets others have their turn in between. Places are read here
 * without `numberAt`, which takes ten times as long since the engine of JavaScript sees it called with all kinds of lists.
 */

/** Steps back that a cause is looked for: two hours of bins (specification §9). */
export const MAX_LAGS = 24
/** Pairs without which nothing is said: six hours of bins. */
export const LEAST_PAIRS = 72
/** Pairs that count for themselves, below which nothing is drawn. */
export const LEAST_EFFECTIVE = 10
/** Bins between two that a line may be drawn through, for correlations alone: fifteen minutes. */
const MAX_MISSING = 3

/** Number of lags that are tried where a step is so long (ms): none, and each up to two hours back. */
export const lagsOf = (step: number): number => Math.floor((MAX_LAGS * BIN_MS) / step) + 1

/** A series: the numbers of its steps since 1970, in any order, and the value of each. */
export interface SteppedValues {
  steps: Int32Array
  values: Float64Array
}

/** A series without its mean day: of each value the mean of its hour of the day, on the wall of the place, is taken away. */
export const withoutDayPattern = (
  { steps, values }: SteppedValues,
  segments: readonly Segment[],
  step: number,
): SteppedValues => {
  const hours = new Uint8Array(steps.length)
  const sums = new Float64Array(24)
  const counts = new Float64Array(24)
  for (let index = 0; index < steps.length; index++) {
    const hour = weekmapCellOf((steps[index] ?? 0) * step, segments) % 24
    hours[index] = hour
    sums[hour] = (sums[hour] ?? 0) + (values[index] ?? 0)
    counts[hour] = (counts[hour] ?? 0) + 1
  }
  const left = new Float64Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const hour = hours[index] ?? 0
    left[index] = (values[index] ?? 0) - (sums[hour] ?? 0) / (counts[hour] ?? 0)
  }
  return { steps, values: left }
}

/** Cause and effect side by side: a place a step, each value less the mean of its series, NaN where there is none. */
export interface SeriesPair {
  cause: Float64Array
  effect: Float64Array
}

/**
 * Sets two series side by side, with a line through gaps of at most fifteen minutes. Time without either is left out, but for as many
 * places as keep steps further apart than any lag from each other.
 */
export const pairOf = (cause: SteppedValues, effect: SteppedValues, step: number): SeriesPair => {
  const { starts, length } = blocksOf([cause, effect])
  const placed = ({ steps, values }: SteppedValues): Float64Array => {
    const line = new Float64Array(length).fill(Number.NaN)
    let block = Number.NaN
    let start = 0
    for (let index = 0; index < steps.length; index++) {
      const at = steps[index] ?? 0
      const of = Math.floor(at / MAX_LAGS)
      if (of !== block) {
        block = of
        start = starts.get(of) ?? 0
      }
      line[start + at - of * MAX_LAGS] = values[index] ?? Number.NaN
    }
    fillGaps(line, Math.floor((MAX_MISSING * BIN_MS) / step))
    centre(line)
    return line
  }
  return { cause: placed(cause), effect: placed(effect) }
}

/** Places at which blocks of steps begin that hold a value; blocks that do not follow each other have an empty one between them. */
const blocksOf = (series: readonly SteppedValues[]): { starts: Map<number, number>; length: number } => {
  const blocks = new Set<number>()
  for (const { steps } of series) {
    let last = Number.NaN
    for (const at of steps) {
      const block = Math.floor(at / MAX_LAGS)
      if (block !== last) blocks.add(block)
      last = block
    }
  }
  const starts = new Map<number, number>()
  let [length, last] = [0, Number.NaN]
  for (const block of Int32Array.from(blocks).sort()) {
    if (block !== last + 1) length += MAX_LAGS
    starts.set(block, length)
    length += MAX_LAGS
    last = block
  }
  return { starts, length }
}

/** Draws a line through gaps of so many steps or fewer. */
const fillGaps = (line: Float64Array, most: number): void => {
  let last = Number.NaN
  for (let at = 0; at < line.length; at++) {
    const value = line[at] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const distance = at - last
    if (distance > 1 && distance <= most + 1) {
      const before = line[last] ?? Number.NaN
      for (let between = 1; between < distance; between++)
        line[last + between] = before + ((value - before) * between) / distance
    }
    last = at
  }
}

/** Takes the mean of all values away, so that sums of their squares lose no digits. */
const centre = (line: Float64Array): void => {
  let sum = 0
  let count = 0
  for (const value of line) {
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  const mean = sum / count
  for (let at = 0; at < line.length; at++) line[at] = (line[at] ?? Number.NaN) - mean
}

/** Correlation at one lag. */
export interface LaggedPearson {
  /** Steps by which the cause comes before the effect. */
  lag: number
  /** NaN where one of them does not change. */
  r: number
  n: number
  /** Standard deviations of the population, of the cause and of the effect. */
  sd_x: number
  sd_y: number
}

/** Sum of squares about the mean; 0 where no more is left than the rounding of the sums: such values stay the same. */
const spreadOf = (squares: number, sum: number, n: number): number => {
  const left = squares - (sum * sum) / n
  return left > n * Number.EPSILON * squares ? left : 0
}

/** Correlation of each effect with the cause so many steps before, where both are there. */
export const pearsonAt = ({ cause, effect }: SeriesPair, lag: number): LaggedPearson => {
  // Sums in one pass, since a year of ten barns has twenty-six million pairs.
  let n = 0
  let sumX = 0
  let sumY = 0
  let sumXX = 0
  let sumYY = 0
  let sumXY = 0
  for (let at = lag; at < effect.length; at++) {
    const x = cause[at - lag] ?? Number.NaN
    const y = effect[at] ?? Number.NaN
    if (Number.isNaN(x) || Number.isNaN(y)) continue
    n++
    sumX += x
    sumY += y
    sumXX += x * x
    sumYY += y * y
    sumXY += x * y
  }
  const xx = spreadOf(sumXX, sumX, n)
  const yy = spreadOf(sumYY, sumY, n)
  const r = xx > 0 && yy > 0 ? (sumXY - (sumX * sumY) / n) / Math.sqrt(xx * yy) : Number.NaN
  return { lag, r, n, sd_x: Math.sqrt(xx / n), sd_y: Math.sqrt(yy / n) }
}

/** Correlation of a series with itself one step later; 0 where nothing can be said. */
export const persistenceOf = (line: Float64Array): number => {
  const { r } = pearsonAt({ cause: line, effect: line }, 1)
  return Number.isFinite(r) ? r : 0
}

export interface Correlation {
  r: number
  lag: number
  n: number
  /** Pairs that count for themselves (Bretherton 1999): neighbours resemble each other. */
  effective: number
  /** Tells that it is more than chance would give. */
  significant: boolean
}

/** Differences below this are rounding: the smaller lag is taken. */
const TIE = 1e-9

/**
 * The strongest of the correlations at all lags, the smallest lag where several are; null where too little was measured
 * together, or one of both changes less than its sensor can tell (`resolution`). `persistence` is that of cause and effect.
 */
export const strongestOf = (
  lagged: readonly LaggedPearson[],
  { resolution, persistence }: { resolution: readonly [number, number]; persistence: readonly [number, number] },
): Correlation | null => {
  const [resolutionX, resolutionY] = resolution
  const told = lagged.filter(
    ({ n, r, sd_x, sd_y }) => n >= LEAST_PAIRS && sd_x > resolutionX && sd_y > resolutionY && Number.isFinite(r),
  )
  const best = told.reduce<LaggedPearson | null>(
    (found, one) => (found === null || Math.abs(one.r) > Math.abs(found.r) + TIE ? one : found),
    null,
  )
  if (!best) return null
  const together = persistence[0] * persistence[1]
  const effective = Math.min(best.n, (best.n * (1 - together)) / (1 + together))
  const significant = effective >= LEAST_EFFECTIVE && Math.abs(best.r) >= 2 / Math.sqrt(effective)
  return { r: best.r, lag: best.lag, n: best.n, effective, significant }
}

/** Words for why a correlation says nothing: too little measured together, hardly a change, or no more than chance gives. */
export const CORRELATION_NOTES = ['too_few', 'constant', 'not_significant'] as const
export type CorrelationNote = (typeof CORRELATION_NOTES)[number]

/** Note on the strongest of the correlations at all lags; null where it says something. */
export const correlationNote = (
  lagged: readonly Pick<LaggedPearson, 'n'>[],
  strongest: Correlation | null,
): CorrelationNote | null => {
  if (strongest) return strongest.significant ? null : 'not_significant'
  return lagged.some(({ n }) => n >= LEAST_PAIRS) ? 'constant' : 'too_few'
}
