import type { Emitted } from '../science/emission-chain.ts'
import { knowsOnlyVacant } from '../science/emission-sum.ts'
import type { EmissionProblem } from './emission-days.ts'

interface Factor {
  factor_unit: 'place_year' | 'animal_day' | null
  reduced_factor: number | null
}

/** Tells of an area that lacks a factor on some days whether it has one on the last of them. */
export const factorBeginsLater = (state: { factor: number | null } | null): boolean =>
  state !== null && state.factor !== null

/** Names a problem as it is said: a factor, or places, that hold on the last day lack on days before it alone. */
export const problemSaid = (
  problem: EmissionProblem,
  { state, animal_places }: { state: { factor: number | null } | null; animal_places: number | null },
): EmissionProblem | 'factor_begins_later' | 'places_begin_later' => {
  if (problem === 'no_factor' && factorBeginsLater(state)) return 'factor_begins_later'
  return problem === 'no_places' && animal_places !== null ? 'places_begin_later' : problem
}

/**
 * Names why an area without problems has no emission: no device for the gas, too few hours of a day, or no hour at all. Null where it
 * has one, or was empty on all days.
 */
export const nothingSaid = (
  {
    problems,
    gases,
    inputs,
    total,
  }: {
    problems: readonly EmissionProblem[]
    gases: readonly Emitted[]
    inputs: object | null
    total: { kg: number | null; vacant: number; coverage: number }
  },
  gas: Emitted,
): 'no_gas' | 'few_hours' | 'no_result' | null => {
  const isKnown = knowsOnlyVacant(total) ? total.coverage === 1 : total.kg !== null
  if (isKnown || problems.length > 0) return null
  if (inputs !== null) return 'few_hours'
  return gases.includes(gas) || gas === 'co2' ? 'no_result' : 'no_gas'
}

/** Result of a period: kg per place and year, and its share of what is permitted. */
interface Measured {
  kg_per_place_year: number | null
  index: number | null
}

/**
 * Permitted emission in kg per place and year, to stand beside what was measured. A factor by animal and day permits as much as
 * there were animals, so it is read from the index; null where there is no factor, or no result to read it from.
 */
export const factorPerPlace = (
  { factor_unit, reduced_factor }: Factor,
  { kg_per_place_year, index }: Measured,
): number | null => {
  if (factor_unit !== 'animal_day') return reduced_factor
  return kg_per_place_year !== null && index ? kg_per_place_year / index : null
}
