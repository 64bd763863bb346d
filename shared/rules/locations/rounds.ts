import type { BadSides, GradeBoundaries } from '../science/grade.ts'
import { DAY_MS } from '../time/units.ts'
import { type Band, bandAt, bandOf, valueAt } from './round-bands.ts'

/** Wants of animals at a day of age; null where the curve says nothing of it there. */
export interface CurvePoint {
  /** Days. */
  age: number
  /** kg per animal. */
  mass: number | null
  /** °C. */
  temperature: number | null
  /** % relative humidity. */
  humidity: number | null
  /** Litres for each animal and day; absent from curves of before it was asked for. */
  water?: number | null | undefined
}

export interface Curve {
  points: readonly CurvePoint[]
  /** Width of comfort to each side of what is wanted: K, and % relative humidity. */
  temperature_margin: number
  humidity_margin: number
}

/** Days from `date_in` until `date_out`, half-open: on the day out the next round may come in. Dates are local, `YYYY-MM-DD`. */
export interface RoundDays {
  date_in: string
  /** Local date of the day out; null while the round runs. */
  date_out: string | null
}

/** Wants of the animals of a round by their day of age. */
export interface RoundWants {
  curve: Curve | null
  /** Bands that somebody typed; they take the place of the curve for what they are of. */
  bands: readonly Band[] | null
}

export interface RoundOfAge extends RoundDays, RoundWants {
  /** Days of age on the day in. */
  age_in: number
}

/** Days from one local date to another. */
export const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

export const runsOn = ({ date_in, date_out }: RoundDays, date: string): boolean =>
  date_in <= date && (date_out === null || date < date_out)

/** Day of age of the animals on a local date. */
export const ageOn = ({ date_in, age_in }: Pick<RoundOfAge, 'date_in' | 'age_in'>, date: string): number =>
  age_in + daysBetween(date_in, date)

/** Counts of animals of a round: lost (dead or culled), taken out before the others, put in after them. */
export const ROUND_COUNTS = ['lost', 'out', 'in'] as const
export type RoundCount = (typeof ROUND_COUNTS)[number]

/** Animals of some counts, by what was counted. */
export const sumOfCounts = (counts: readonly { kind: RoundCount; animals: number }[]): Record<RoundCount, number> => {
  const sums = { lost: 0, out: 0, in: 0 }
  for (const { kind, animals } of counts) sums[kind] += animals
  return sums
}

/** Animals that are left of those put in on the first day. */
export const leftOf = (animals: number, counts: Record<RoundCount, number>): number =>
  animals + counts.in - counts.lost - counts.out

/** Animals of a round at the end of a local date, by what was counted until then. */
export const animalsOfRound = (
  { animals, losses }: { animals: number; losses: readonly { date: string; kind: RoundCount; animals: number }[] },
  date: string,
): number => Math.max(0, leftOf(animals, sumOfCounts(losses.filter(count => count.date <= date))))

export const overlap = (one: RoundDays, other: RoundDays): boolean =>
  (one.date_out === null || other.date_in < one.date_out) && (other.date_out === null || one.date_in < other.date_out)

type Wanted = 'mass' | 'temperature' | 'humidity' | 'water'

/** Value of a curve at a day of age: straight between two points, the first before them and the last after them. */
export const wantedAt = ({ points }: Pick<Curve, 'points'>, of: Wanted, age: number): number | null =>
  valueAt(
    points.flatMap(point => {
      const value = point[of]
      return value == null ? [] : [{ age: point.age, value }]
    }),
    age,
  )

/** Distance from the edges of comfort to the ends of the scale: −5 and +6 K from what is wanted with ±1.5 K (science §2.2, J). */
const BEYOND = { temperature: { below: 3.5, above: 4.5 }, humidity: { below: 20, above: 20 } } as const
/** Ends that a quantity has in nature. */
const ENDS = { temperature: [-50, 100], humidity: [0, 100] } as const
/** Quantities that a curve speaks of, and bands by their measure. */
const CURVED: Readonly<Record<string, 'temperature' | 'humidity'>> = { temp_deg_c: 'temperature', rv_perc: 'humidity' }

const MEASURES = { temperature: 't', humidity: 'h' } as const

/** Own bands that are comfort, of those of a round; null without one. */
export const bandsOfComfort = (bands: readonly Band[] | null): Band[] | null => {
  const found = Object.values(MEASURES).flatMap(measure => bandOf(bands, measure) ?? [])
  return found.length > 0 ? found : null
}

/** Tells whether curves speak of a quantity. */
export const isCurved = (quantity: string): boolean => quantity in CURVED

/** Comfort at a day of age: that of a typed band, else the value of the curve give or take its margin; null without either. */
const comfortAt = (
  { curve, bands }: RoundWants,
  of: 'temperature' | 'humidity',
  age: number,
): { low: number; high: number } | null => {
  const band = bandOf(bands, MEASURES[of])
  if (band) return bandAt(band, age)
  const wanted = curve && wantedAt(curve, of, age)
  if (curve === null || wanted === null) return null
  const margin = of === 'temperature' ? curve.temperature_margin : curve.humidity_margin
  return { low: wanted - margin, high: wanted + margin }
}

/** Boundaries of a quantity at a day of age: those of the kind of animal, with the comfort that the round wants. */
export const boundariesByAge = <Boundaries extends GradeBoundaries & BadSides>(
  known: Boundaries,
  quantity: string,
  wants: RoundWants,
  age: number,
): Boundaries => {
  const of = CURVED[quantity]
  const comfort = of === undefined ? null : comfortAt(wants, of, age)
  if (of === undefined || comfort === null) return known
  const [least, most] = ENDS[of]
  const within = (value: number) => Math.min(most, Math.max(least, Math.round(value * 100) / 100))
  const [low_value, high_value] = [within(comfort.low), within(comfort.high)]
  const [min_value, max_value] = [low_value - BEYOND[of].below, high_value + BEYOND[of].above]
  return {
    ...known,
    low_value,
    high_value,
    // Edges out of order grade nothing: where comfort reaches an end of nature, the scale goes on beyond it.
    min_value: low_value > least ? within(min_value) : min_value,
    max_value: high_value < most ? within(max_value) : max_value,
  }
}
