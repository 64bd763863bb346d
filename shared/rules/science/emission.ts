import type { Animal, HeatedKind } from './animal-heat.ts'
import { co2SourceOf, emissionOfAir } from './emission-chain.ts'
import { kgPerYear, STANDARD_PRESSURE_PA } from './gas.ts'

/**
 * Ammonia that leaves a house, by the balance of the CO2 its animals give (science §1.1, §1.3, §1.6; marks as in animal-heat.ts).
 * The volume of that CO2 is taken as it is, at no reference temperature (§1.3 no. 2), and the activity of the animals as 1.
 */

/**
 * Air outdoors, ppm, where nobody measures it (J): with no NH3 from outdoors an emission is an upper bound. Air holds 0.34 ppm
 * N2O everywhere, which no barn emits.
 */
export const OUTDOORS = { co2: 420, nh3: 0, n2o: 0.34 }

export interface ReferenceAnimal {
  animal: Required<Pick<Animal, 'kind' | 'mass' | 'milk' | 'days_pregnant'>>
  /** Least and most kg NH3 per animal and year that was ever measured in such houses (V1, Groot Koerkamp 1998). */
  plausible: readonly [number, number]
}

/**
 * The animal that is reckoned with where nobody says what the animals are like: 650 kg and 160 days pregnant (VERA, V2), with the
 * 30 kg milk a day of the worked examples (§1.7). The science names no mass for any other kind.
 */
export const REFERENCE_ANIMALS: Partial<Record<HeatedKind, ReferenceAnimal>> = {
  dairy_cattle: {
    animal: { kind: 'dairy_cattle', mass: 650, milk: 30, days_pregnant: 160 },
    plausible: [0.7, 17.5],
  },
}

/** Means of one hour: ppm indoors and, where it is measured, outdoors; °C in the house. */
export interface HourOfAir {
  co2: number
  nh3: number
  temperature: number
  co2_outdoors?: number
  nh3_outdoors?: number
  /** Air pressure, Pa; at the standard pressure of the sea where nobody says it, which is 2.9 % too much NH3 at 98.5 kPa. */
  pressure?: number
}

export interface Emission {
  /** NH3, g/h; negative where more comes in than goes out. */
  grams_per_hour: number
  /** Share of that for each ppm of difference in CO2, g/h: for the uncertainty. */
  per_ppm_co2: number
}

/**
 * Emission of `count` animals alike in an hour; null where CO2 is above outdoors by 50 ppm or less (J). Throws a
 * RangeError as `heatAt20` does.
 */
export const emissionOfHour = (air: HourOfAir, animal: Animal, count: number): Emission | null => {
  const {
    co2,
    nh3,
    temperature,
    pressure = STANDARD_PRESSURE_PA,
    co2_outdoors = OUTDOORS.co2,
    nh3_outdoors = OUTDOORS.nh3,
  } = air
  const hour = emissionOfAir(
    {
      co2,
      co2_outdoors,
      gas: nh3,
      gas_outdoors: nh3_outdoors,
      temperature,
      pressure,
    },
    co2SourceOf(animal, count),
    'nh3',
  )
  return hour && { grams_per_hour: hour.grams, per_ppm_co2: hour.per_ppm_co2 }
}

/** Mean of hours, or of days: each counts alike. NaN of nothing. */
export const meanEmission = (all: readonly Emission[]): Emission => {
  const mean = (of: (one: Emission) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length
  return { grams_per_hour: mean(one => one.grams_per_hour), per_ppm_co2: mean(one => one.per_ppm_co2) }
}

const ENOUGH_HOURS = 0.75

/** Mean of a day, by its 23 to 25 hours; null where it is not valid: with a result for fewer than 75 % of them (J, §1.3 no. 3). */
export const emissionOfDay = (hours: readonly (Emission | null)[]): Emission | null => {
  const present = hours.filter(hour => hour !== null)
  return present.length > 0 && present.length >= ENOUGH_HOURS * hours.length ? meanEmission(present) : null
}

/**
 * Uncertainties, as in the example of §1.3: 15 % of the CO2 that animals give, 50 ppm of each CO2 reading, and 20 % of
 * the difference in NH3.
 */
export const UNSURE = { production: 0.15, co2: 50, gas: 0.2 }

/**
 * Standard uncertainty as a share of an emission (§1.3): √(u_P² + (√2 · u_CO2 / ΔCO2)² + u_NH3²). A sensor errs alike at all hours, so it
 * does not shrink with their number, and each hour counts by what it emits. Infinite for an emission of 0.
 */
export const uncertaintyOf = ({ grams_per_hour, per_ppm_co2 }: Emission): number =>
  Math.hypot(UNSURE.production, (Math.SQRT2 * UNSURE.co2 * per_ppm_co2) / grams_per_hour, UNSURE.gas)

/**
 * Emission, kg NH3 per year of 8760 h, and animal place or animal, of a house with `count` of them. Hours without
 * animals count as they are (§1.6).
 */
export const kgPerYearEach = ({ grams_per_hour }: Emission, count: number): number => kgPerYear(grams_per_hour) / count

/**
 * Index I: measured over permitted, both for the same places and time (§1.6), with the least it is beyond uncertainty:
 * I · (1 − 2u).
 */
export const emissionIndex = (measured: number, permitted: number, uncertainty: number) => {
  const index = measured / permitted
  return { index, least: index * (1 - 2 * uncertainty) }
}

/** Animals in a house: of its groups where each says how many, else one for each place. */
export const animalsIn = (groups: readonly { animals?: number | null }[], places: number | null): number | null => {
  const counts = groups.flatMap(({ animals }) => animals ?? [])
  return counts.length > 0 && counts.length === groups.length ? counts.reduce((sum, one) => sum + one, 0) : places
}
