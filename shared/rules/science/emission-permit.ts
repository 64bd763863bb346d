/**
 * Permitted emission (science §1.6; the arithmetic of the official Dutch calculation, V1). Factors are law and change:
 * the user types them, with their day and source; none is built in.
 */

/** Factor that holds from a day on: kg NH3 per animal place and year, or per animal and day. */
export interface PermitFactor {
  kg: number
  unit: 'place_year' | 'animal_day'
  /** Factor of other housing for the same animals, kg per place and year: for the rule of a scrubber. */
  other_kg?: number | null
}

export interface Reducer {
  /** Share (0 to 1) that it takes away. */
  share: number
  /** Cleans the air that leaves, so the rule of a scrubber holds. */
  scrubber: boolean
}

/** A house that is low in emission already counts at this share of other housing at least, once its air is scrubbed (Rav, endnote 3, V1). */
const LEAST_SHARE_OF_OTHER = 0.3

/** Factor after its reducers: with a scrubber max(EF, 0.3 · EF of other housing) (V1), then Π(1 − r). */
export const reducedFactor = ({ kg, other_kg }: PermitFactor, reducers: readonly Reducer[]): number => {
  const isScrubbed = reducers.some(({ scrubber }) => scrubber)
  const used = isScrubbed && other_kg != null ? Math.max(kg, LEAST_SHARE_OF_OTHER * other_kg) : kg
  return reducers.reduce((left, { share }) => left * (1 - share), used)
}

const DAYS_A_YEAR = 365

/**
 * Permitted kg of a number of days: places · EF · days / 365, or animals present · EF · days where the factor is one of a
 * day (V1). Null where nobody knows the number it goes by.
 */
export const permittedKg = (
  factor: PermitFactor,
  reducers: readonly Reducer[],
  { places, animals, days }: { places: number | null; animals: number | null; days: number },
): number | null => {
  const kg = reducedFactor(factor, reducers)
  if (factor.unit === 'animal_day') return animals === null ? null : kg * animals * days
  return places === null ? null : (kg * places * days) / DAYS_A_YEAR
}
