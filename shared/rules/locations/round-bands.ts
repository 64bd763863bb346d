import type { AxisMeasure } from './exposure.ts'

/** Edges that somebody wants at a day of age. */
export interface BandPoint {
  /** Days. */
  age: number
  low: number
  high: number
}

/** Band of a measure by day of age, as somebody typed it; its points ascend by age. */
export interface Band {
  measure: AxisMeasure
  points: readonly BandPoint[]
}

/** Rows of a table by day of age at most. */
export const MAX_AGES = 200
/** Highest day of age that is taken. */
export const MAX_AGE = 3000

/** Ends of what can be typed of a measure, in the unit that rounds are laid over each other by. */
const ENDS: Readonly<Record<AxisMeasure, readonly [least: number, most: number]>> = {
  t: [-30, 60],
  h: [0, 100],
  co2: [0, 100_000],
  nh3: [0, 1000],
  weight: [0, 2000],
  water: [0, 500],
  emission: [0, 10_000],
}

/** Width that comfort has at least: its edges are rounded to hundredths, and edges that are one grade nothing. */
const leastWidthOf = (measure: AxisMeasure): number => (measure === 't' || measure === 'h' ? 0.01 - 1e-9 : 0)

/** Defects of a point of a band, in the order in which they are looked for. */
export const BAND_PROBLEMS = ['band_age', 'ages_ascend', 'band_order', 'band_range'] as const
export type BandProblem = (typeof BAND_PROBLEMS)[number]

/** Defect of a point after the one before it; null where there is none. */
export const bandProblem = (
  measure: AxisMeasure,
  { age, low, high }: BandPoint,
  before: Pick<BandPoint, 'age'> | undefined,
): BandProblem | null => {
  const [least, most] = ENDS[measure]
  if (!Number.isInteger(age) || age < 0 || age > MAX_AGE) return 'band_age'
  if (before && age <= before.age) return 'ages_ascend'
  if (low >= high || high - low < leastWidthOf(measure)) return 'band_order'
  return low < least || high > most ? 'band_range' : null
}

/** Value at a day of age: straight between two points that ascend by age, the first before them and the last after them. */
export const valueAt = (points: readonly { age: number; value: number }[], age: number): number | null => {
  const after = points.findIndex(point => point.age >= age)
  const next = points[after] ?? points.at(-1)
  const before = points[after - 1] ?? next
  if (!next || !before) return null
  if (next === before || next.age === before.age || age >= next.age) return next.value
  return before.value + ((next.value - before.value) * (age - before.age)) / (next.age - before.age)
}

/** Edges of a band at a day of age; null of a band without points. */
export const bandAt = ({ points }: Pick<Band, 'points'>, age: number): { low: number; high: number } | null => {
  const edge = (of: 'low' | 'high') =>
    valueAt(
      points.map(point => ({ age: point.age, value: point[of] })),
      age,
    )
  const [low, high] = [edge('low'), edge('high')]
  return low === null || high === null ? null : { low, high }
}

/** Band of a measure that has points; null without one. */
export const bandOf = (bands: readonly Band[] | null, measure: AxisMeasure): Band | null =>
  bands?.find(band => band.measure === measure && band.points.length > 0) ?? null
