import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import { averagingOf, meanOf } from './mean.ts'

/**
 * Noise (in the unit of the quantity) of the sensors that hang in barns, over an hour in which the air does not change: below it
 * a difference says nothing of the barn. Temperature and humidity by the data sheet of the SHT3x (±0.2 K, ±2 %), CO2 ±50 ppm as
 * in science §1.4, ammonia by its electrochemical cells (±1 ppm), dust by the Sensirion SPS30 (±10 µg/m³), sound by class 2 of
 * IEC 61672 (±1.5 dB).
 */
const NOISE: Readonly<Record<string, number>> = {
  temp_deg_c: 0.3,
  rv_perc: 2,
  co2_ppm: 50,
  nh3_ppm: 1,
  h2s_ppm: 0.2,
  co_ppm: 2,
  dust_pm10: 10,
  dust_pm4: 10,
  dust_pm25: 10,
  dust_pm1: 10,
  sound: 2,
}

/** Share of the comfort band, or of the highest comfortable value where there is no lowest, that nobody acts upon. */
const SHARE_OF_COMFORT = 0.05

/** Quarters of an hour whose means are compared: one value that jumps is no trend. */
const COMPARED_MS = 15 * MINUTE_MS
/** Share of the values of the hour, and of either quarter, that must be there. */
const LEAST_SHARE = 0.75
const LEAST_OF_QUARTER = 0.5

export type Direction = 'rising' | 'steady' | 'falling'

export interface Trend {
  direction: Direction
  /** Newest quarter of an hour less the same an hour earlier, in the unit of the quantity. */
  change: number
}

interface Judged {
  /** Key of the quantity. */
  quantity: string
  /** Digits that are shown after the point. */
  decimals: number
  /** Comfort; null where a side has none. */
  low: number | null
  high: number | null
}

/** Smallest change in an hour that counts as one: more than noise, the last digit that is shown, and what matters to animals. */
export const leastChange = ({ quantity, decimals, low, high }: Judged): number => {
  const band = high === null ? 0 : Math.abs(high - (low ?? 0))
  return Math.max(NOISE[quantity] ?? 0, 10 ** -decimals, SHARE_OF_COMFORT * band)
}

interface Steps {
  /** Starts of the steps, epoch ms, in order. */
  time: readonly number[]
  /** Mean of each step; null where nothing was measured. */
  mean: readonly (number | null)[]
  /** Length of a step, ms. */
  step: number
  /** Time between two readings, ms; null where it is not known. */
  interval: number | null
}

/**
 * Trend of a measurement over the last hour at `now` (epoch ms), of its means by steps. Null where less than three quarters of
 * the hour are there, where its newest or first quarter is not, and of a direction, which has no more and less.
 */
export const trendOf = ({ time, mean, step, interval }: Steps, judged: Judged, now: number): Trend | null => {
  const averaging = averagingOf(judged.quantity)
  if (averaging === 'circular') return null
  const spacing = Math.max(step, interval ?? step)
  // The step that runs now holds what has come of it.
  const until = Math.ceil(now / step) * step
  const valuesIn = (from: number, to: number): number[] =>
    time.flatMap((start, index) => (start >= from && start < to ? (mean[index] ?? []) : []))
  const isThere = (values: readonly number[], length: number, share: number): boolean =>
    values.length > 0 && values.length >= share * Math.floor(length / spacing)
  const newest = valuesIn(until - COMPARED_MS, until)
  const before = valuesIn(until - HOUR_MS - COMPARED_MS, until - HOUR_MS)
  const whole = valuesIn(until - HOUR_MS, until)
  if (!isThere(whole, HOUR_MS, LEAST_SHARE)) return null
  if (!isThere(newest, COMPARED_MS, LEAST_OF_QUARTER) || !isThere(before, COMPARED_MS, LEAST_OF_QUARTER)) return null
  const [end, start] = [meanOf(averaging, newest), meanOf(averaging, before)]
  if (end === null || start === null) return null
  const change = end - start
  // Differences of sums of decimals fall short of a limit that they meet.
  if (Math.abs(change) + 1e-9 < leastChange(judged)) return { direction: 'steady', change }
  return { direction: change > 0 ? 'rising' : 'falling', change }
}
