/**
 * Exposure of animals: hours beyond bounds, and what lies beyond them times the hours (science §3 THI-hours, §6 no. 5). Values
 * are means of five minutes, as in the tables of the dashboard: above is more than a bound, below is less.
 */

/** Bounds of a quantity; null is open. */
export interface ExposureBounds {
  low: number | null
  high: number | null
}

/** An hour of an area: lowest and highest reading, mean, and the part (0 to 1) of it that was measured. */
export interface MeasuredHour {
  minimum: number
  maximum: number
  mean: number
  share: number
}

export interface Exposure {
  /** Hours that were measured, and those of them below and above. */
  hours: number
  below: number
  above: number
  /** Sum of what lies above times the hours: K·h, ppm·h, THI-hours. */
  load: number
}

export const noExposure = (): Exposure => ({ hours: 0, below: 0, above: 0, load: 0 })

const excess = (value: number, { high }: ExposureBounds): number => (high === null ? 0 : Math.max(0, value - high))
const isBelow = (value: number, { low }: ExposureBounds): boolean => low !== null && value < low
const isAbove = (value: number, { high }: ExposureBounds): boolean => high !== null && value > high

/**
 * Adds an hour whose readings all lie on one side of each bound. Tells false, and adds nothing, where some do not: then its
 * means have to say. Adds in place: a year of a farm has half a million hours.
 */
export const addHour = (sum: Exposure, hour: MeasuredHour, bounds: ExposureBounds): boolean => {
  const { minimum, maximum, mean, share } = hour
  const [below, above] = [isBelow(minimum, bounds), isAbove(maximum, bounds)]
  if (below !== isBelow(maximum, bounds) || above !== isAbove(minimum, bounds)) return false
  sum.hours += share
  if (below) sum.below += share
  if (above) {
    sum.above += share
    sum.load += share * excess(mean, bounds)
  }
  return true
}

/** Adds an hour by its means of five minutes, which stand together for the part of it that was measured. */
export const addMeans = (sum: Exposure, means: readonly number[], share: number, bounds: ExposureBounds): void => {
  if (means.length === 0) return
  const each = share / means.length
  sum.hours += share
  for (const value of means) {
    if (isBelow(value, bounds)) sum.below += each
    if (isAbove(value, bounds)) sum.above += each
    sum.load += each * excess(value, bounds)
  }
}

export const addExposure = (sum: Exposure, other: Exposure): Exposure => {
  sum.hours += other.hours
  sum.below += other.below
  sum.above += other.above
  sum.load += other.load
  return sum
}
