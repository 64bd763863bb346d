/**
 * Night of an area in a sentence: what was worst, or that all was within comfort. A limit of law or guide goes before comfort, and
 * of two quantities the one that was outside for longer.
 */
import type { AreaNight, NightFinding } from '../../contract/measurements/nights.ts'

/** Share of the night that must be there before all of it is called well; a day of statistics needs as much. */
export const LEAST_OF_NIGHT = 0.75

/** Measurement of a device through a night. */
export interface NightOfMeasurement {
  measurement: string
  /** Hours of the expected values that are not there. */
  missing: number
  /** Hours above the limit, above comfort and below comfort. */
  overLimit: number
  above: number
  below: number
  /** Extremes of the means of five minutes; null without any. */
  min: number | null
  max: number | null
}

const findingsOf = ({ measurement, overLimit, above, below, min, max }: NightOfMeasurement): NightFinding[] => {
  if (min === null || max === null) return []
  const found: NightFinding[] = []
  if (overLimit > 0) found.push({ kind: 'over_limit', measurement, hours: overLimit, extreme: max })
  if (above > 0) found.push({ kind: 'above', measurement, hours: above, extreme: max })
  if (below > 0) found.push({ kind: 'below', measurement, hours: below, extreme: min })
  return found
}

const worseFirst = (one: NightFinding, other: NightFinding): number =>
  Number(other.kind === 'over_limit') - Number(one.kind === 'over_limit') ||
  other.hours - one.hours ||
  one.measurement.localeCompare(other.measurement, 'en') ||
  (one.kind === 'below' ? one.extreme - other.extreme : other.extreme - one.extreme)

/**
 * Sums up the measurements of all devices of an area, each judged for itself, in a night of so many hours of which no device was
 * there for `unplaced`; null where none has comfort or a limit there.
 */
export const summedNight = (
  of: readonly NightOfMeasurement[],
  { hours, unplaced }: { hours: number; unplaced: number },
): Pick<AreaNight, 'coverage' | 'missing_hours' | 'finding'> | null => {
  if (of.length === 0) return null
  const missing_hours = Math.min(hours, unplaced + Math.max(...of.map(({ missing }) => missing)))
  const [finding = null] = of.flatMap(findingsOf).sort(worseFirst)
  return { coverage: Number((1 - missing_hours / hours).toFixed(4)), missing_hours, finding }
}
