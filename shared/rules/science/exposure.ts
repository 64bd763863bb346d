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

export const NO_EXPOSURE: Exposure = { hours: 0, below: 0, above: 0, load: 0 }

const excess = (value: number, { high }: ExposureBounds): number => (high === null ? 0 : Math.max(0, value - high))
const isBelow = (value: number, { low }: ExposureBounds): boolean => low !== null && value < low
const isAbove = (value: number, { high }: ExposureBounds): boolean => high !== null && value > high

/** Exposure of an hour whose readings all lie on one side of each bound; null where some do not, so its means have to say. */
export const exposureOfHour = (hour: MeasuredHour, bounds: ExposureBounds): Exposure | null => {
  const { minimum, maximum, mean, share } = hour
  const sides = (is: typeof isBelow) => [is(minimum, bounds), is(maximum, bounds)] as const
  const [below, above] = [sides(isBelow), sides(isAbove)]
  if (below[0] !== below[1] || above[0] !== above[1]) return null
  return {
    hours: share,
    below: below[0] ? share : 0,
    above: above[0] ? share : 0,
    load: above[0] ? share * excess(mean, bounds) : 0,
  }
}

/** Exposure of an hour by its means of five minutes, which stand together for the part of it that was measured. */
export const exposureOfMeans = (means: readonly number[], share: number, bounds: ExposureBounds): Exposure => {
  if (means.length === 0) return NO_EXPOSURE
  const each = share / means.length
  return {
    hours: share,
    below: each * means.filter(value => isBelow(value, bounds)).length,
    above: each * means.filter(value => isAbove(value, bounds)).length,
    load: each * means.reduce((sum, value) => sum + excess(value, bounds), 0),
  }
}

export const addExposure = (one: Exposure, other: Exposure): Exposure => ({
  hours: one.hours + other.hours,
  below: one.below + other.below,
  above: one.above + other.above,
  load: one.load + other.load,
})
