import { median } from '../science/median.ts'

/** Sensor faults that show over weeks (science §5; limits J). */

/** Most change against the neighbours since the calibration, by abbreviation of the quantity, in its unit. */
const DRIFT: ReadonlyMap<string, number> = new Map([
  ['temp_deg_c', 1],
  ['rv_perc', 6],
  ['co2_ppm', 150],
  ['nh3_ppm', 3],
])

/** Hours of a week that must be known. */
const ENOUGH = 0.75 * 7 * 24

export const canDrift = (quantity: string): boolean => DRIFT.has(quantity)

/** Differences by hour: what a sensor measured less the median of its neighbours, of which there are two at least. */
export const differencesTo = (
  own: ReadonlyMap<number, number>,
  neighbours: readonly ReadonlyMap<number, number>[],
): number[] =>
  [...own].flatMap(([hour, value]) => {
    const others = neighbours.flatMap(one => one.get(hour) ?? [])
    return others.length < 2 ? [] : [value - median(others)]
  })

/**
 * Tells whether the median difference of the last week is further from that of the week after the calibration than the
 * quantity allows (hourly values).
 */
export const hasDrifted = (quantity: string, calibrated: readonly number[], last: readonly number[]): boolean => {
  const most = DRIFT.get(quantity)
  if (most === undefined || calibrated.length < ENOUGH || last.length < ENOUGH) return false
  return Math.abs(median(last) - median(calibrated)) > most
}

/** Bounds of a believable lowest CO2, ppm: air outdoors has about 420. */
const [LEAST_BASELINE, MAX_BASELINE] = [370, 600]

/**
 * Tells whether the lowest CO2 of a month (its 1-percentile, ppm) cannot be: too little of it anywhere, too much of it
 * only where the barn is open to the air.
 */
export const isBaselineWrong = (percentile: number, isOpen: boolean): boolean =>
  percentile < LEAST_BASELINE || (isOpen && percentile > MAX_BASELINE)
