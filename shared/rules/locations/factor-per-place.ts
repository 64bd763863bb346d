import { type Emitted, isDust } from '../science/emission-chain.ts'
import { knowsOnlyVacant } from '../science/emission-sum.ts'
import type { EmissionProblem } from './emission-days.ts'
import type { VentilationMethod } from './emission-settings.ts'

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

/** Facts of an area that say why it has no emission. */
interface Nothing {
  problems: readonly EmissionProblem[]
  gases: readonly Emitted[]
  inputs: object | null
  total: { kg: number | null; vacant: number; coverage: number }
  ventilation: VentilationMethod
}

/** Reasons of hours without a result: a balance needs CO2 and temperature, a gas temperature, and dust dry air. */
const noResult = (gas: Emitted, ventilation: VentilationMethod) => {
  const isBalance = ventilation === 'co2_balance'
  if (isDust(gas)) return isBalance ? 'no_result_of_dust' : 'no_result_of_dust_by_flow'
  return isBalance ? 'no_result' : 'no_result_by_flow'
}

type NothingSaid = 'no_gas' | 'few_hours' | ReturnType<typeof noResult>

/**
 * Names why an area without problems has no emission: no device for the gas, too few hours of a day, or no hour at all. Null where it
 * has one, or was empty on all days.
 */
export const nothingSaid = (
  { problems, gases, inputs, total, ventilation }: Nothing,
  gas: Emitted,
): NothingSaid | null => {
  const isKnown = knowsOnlyVacant(total) ? total.coverage === 1 : total.kg !== null
  if (isKnown || problems.length > 0) return null
  if (inputs !== null) return 'few_hours'
  return gases.includes(gas) || gas === 'co2' ? noResult(gas, ventilation) : 'no_gas'
}

/** Problems that leave hours without a result, by the balance of CO2 and by any flow; without places or a factor there is one. */
const STOPS_BALANCE: ReadonlySet<EmissionProblem> = new Set(['no_animals', 'no_mass', 'no_species', 'other_co2'])
const STOPS_ALL: ReadonlySet<EmissionProblem> = new Set(['no_flow', 'no_detection_limit', 'below_detection'])

/** Names the first reason why an area has no emission, a problem before others; null where it has one. */
export const whyNothing = (area: Nothing, gas: Emitted): EmissionProblem | NothingSaid | null => {
  const reason = nothingSaid({ ...area, problems: [] }, gas)
  if (reason === null) return null
  const isBalance = area.ventilation === 'co2_balance'
  return area.problems.find(one => STOPS_ALL.has(one) || (isBalance && STOPS_BALANCE.has(one))) ?? reason
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
