import type { CountedDay } from '../science/emission-sum.ts'
import type { Interval } from '../time/interval.ts'
import { HOUR_MS } from '../time/units.ts'

/**
 * Smart insights (science §6): what the readings of an area say of a whole day. Facts with the data, formula, threshold and
 * times that led to them; nothing is said where less than 75 % of the data is there.
 */

export const INSIGHTS = [
  'night_ventilation',
  'under_ventilated',
  'over_ventilated',
  'nh3_trend',
  'nh3_load',
  'temperature_swing',
  'heat_stress',
  'cold',
  'condensation',
  'pattern_lost',
  'wet_air',
  'sensor_trouble',
  'light',
  'emission_above_permit',
  'neighbours',
] as const
export type InsightKind = (typeof INSIGHTS)[number]

/** Quantities of an area: °C, %, ppm, ppm, lx, m/s, %. */
export const INSIGHT_QUANTITIES = ['t', 'h', 'co2', 'nh3', 'light', 'air_speed', 'movement'] as const
export type InsightQuantity = (typeof INSIGHT_QUANTITIES)[number]

export const BIN = 300_000
export const BINS_PER_HOUR = HOUR_MS / BIN
const BIN_MINUTES = 5

/** Means of five minutes (science §5) from a first bin on; NaN where nothing was measured. */
export type Bins = Float64Array

export interface AreaBins {
  /** Start of the first bin, epoch ms. */
  from: number
  values: Partial<Record<InsightQuantity, Bins>>
}

export interface Edges {
  low: number | null
  high: number | null
  limit: number | null
}

/** Data that an insight of one local day is made of. */
export interface DayData extends AreaBins {
  /** Key of the area type. */
  species: string
  edges: Partial<Record<InsightQuantity, Edges>>
  /** Weather outdoors on the same bins, °C and %; undefined where none is known. */
  outdoors: { t?: Bins; h?: Bins }
  /** Local days, the last the one that is judged; those before it as far back as there are readings of these animals. */
  days: Interval[]
  /** Night that ends in the day, from 22 to 06 o'clock. */
  night: Interval
  /** Clock hours of a day, in order; 23 or 25 where the clocks change. */
  hoursOf: (day: Interval) => { hour: number; span: Interval }[]
  /** Areas of the same animals at the same location. */
  siblings: AreaBins[]
  /** NH3 that left the house on each of the days, and what is permitted; null without a permit. */
  emission: readonly (CountedDay | null)[]
}

/** Result of a rule, whether or not it is worth a word. */
export interface Assessment {
  insight: InsightKind
  /** Variant of the sentence. */
  variant?: string
  value: number
  threshold: number
  /** Comparison with the threshold: at least, or more than it; `below` the other way round. */
  holds: 'at_least' | 'more' | 'below'
  /** Numbers for the sentence, in the units of the quantities; those named `minutes` are minutes. */
  numbers: Record<string, number>
  quantities: readonly (InsightQuantity | 'weather')[]
  /** Share (0 to 1) of the data of its window that was there. */
  coverage: number
  window: Interval
  /** Intervals in which it was so. */
  times: Interval[]
}

/** Share of the threshold beyond which the value must be back for an insight, once said, to be over. */
const CLEARED_AT = 0.9

/**
 * Tells whether an assessment is an insight. What was one the day before stays one until it is clearly over
 * (hysteresis).
 */
export const isInsight = ({ value, threshold, holds }: Assessment, before: boolean): boolean => {
  if (holds === 'below') return value < (before ? threshold / CLEARED_AT : threshold)
  const edge = before ? threshold * CLEARED_AT : threshold
  return holds === 'more' ? value > edge : value >= edge
}

const ENOUGH = 0.75

/** Share of the bins of a span for which all of these are known. */
export const binCoverageOf = (span: Interval, ...columns: (Bins | undefined)[]): number => {
  let present = 0
  for (let at = span.from; at < span.until; at++)
    if (columns.every(column => column !== undefined && !Number.isNaN(column[at] ?? Number.NaN))) present++
  return span.until > span.from ? present / (span.until - span.from) : 0
}

export const isEnough = (coverage: number): boolean => coverage >= ENOUGH

/** Length, in bins, up to which a hole does not end an interval. */
const BRIDGED = 3

/** Intervals in which something is so; a hole of up to 15 min in the data (null) does not end one. */
export const intervalsWhere = ({ from, until }: Interval, isSo: (at: number) => boolean | null): Interval[] => {
  const found: Interval[] = []
  let open: Interval | null = null
  for (let at = from; at < until; at++) {
    const so = isSo(at)
    if (so === true) {
      if (open) open.until = at + 1
      else {
        open = { from: at, until: at + 1 }
        found.push(open)
      }
    } else if (so === false || (open && at - open.until >= BRIDGED)) open = null
  }
  return found
}

export const binMinutesOf = (spans: readonly Interval[]): number =>
  spans.reduce((sum, { from, until }) => sum + (until - from) * BIN_MINUTES, 0)

export const longestOf = (spans: readonly Interval[]): Interval | null =>
  spans.reduce<Interval | null>(
    (longest, span) => (longest && longest.until - longest.from >= span.until - span.from ? longest : span),
    null,
  )

/** Time, in bins, before its day that an interval may have begun. */
const LOOK_BACK = 12 * BINS_PER_HOUR

/** Intervals that reach into the last day, from half a day before it on. */
export const intervalsOfDay = ({ days }: DayData, isSo: (at: number) => boolean | null): Interval[] => {
  const day = lastDay(days)
  // The evening before the animals came in is none of theirs.
  const from = Math.max(days[0]?.from ?? 0, day.from - LOOK_BACK)
  return intervalsWhere({ from, until: day.until }, isSo).filter(({ until }) => until > day.from)
}

export const lastDay = (days: readonly Interval[]): Interval => days.at(-1) ?? { from: 0, until: 0 }

export const known = (column: Bins | undefined, span: Interval): number[] =>
  column ? [...column.subarray(span.from, span.until)].filter(value => !Number.isNaN(value)) : []

/** Quantile of type 7 (science §5); NaN of nothing. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * q
  const below = sorted[Math.floor(place)] ?? Number.NaN
  return below + ((sorted[Math.ceil(place)] ?? Number.NaN) - below) * (place % 1)
}

export const arithmeticMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean of a span; null where fewer than half of its bins are known (science §5: 6 of the 12 of an hour). */
export const hourlyMean = (column: Bins | undefined, span: Interval): number | null => {
  const values = known(column, span)
  return values.length * 2 >= span.until - span.from && values.length > 0 ? arithmeticMean(values) : null
}

export const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals

/** Result of two columns at once; null where one of them is not known. */
export const both = <Result>(
  one: Bins | undefined,
  other: Bins | undefined,
  at: number,
  of: (one: number, other: number) => Result,
): Result | null => {
  const [a, b] = [one?.[at] ?? Number.NaN, other?.[at] ?? Number.NaN]
  return Number.isNaN(a) || Number.isNaN(b) ? null : of(a, b)
}

export const single = <Result>(column: Bins | undefined, at: number, of: (value: number) => Result): Result | null => {
  const value = column?.[at] ?? Number.NaN
  return Number.isNaN(value) ? null : of(value)
}
