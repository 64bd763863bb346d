import type { Animal, HeatedKind } from './animal-heat.ts'

/** Assumptions of an emission where nobody says otherwise (science §1.1, §1.3; marks as in animal-heat.ts). */

/**
 * Air outdoors, ppm, where nobody measures it (J): with no NH3 from outdoors an emission is an upper bound. Air holds 0.34 ppm
 * N2O everywhere, which no barn emits.
 */
export const OUTDOORS = { co2: 420, nh3: 0, n2o: 0.34 }

/**
 * The animal that is reckoned with where nobody says what the animals are like: 650 kg and 160 days pregnant (VERA, V2), with the
 * 30 kg milk a day of the worked examples (§1.7). The science names no mass for any other kind.
 */
export const REFERENCE_ANIMALS: Partial<
  Record<HeatedKind, { animal: Required<Pick<Animal, 'kind' | 'mass' | 'milk' | 'days_pregnant'>> }>
> = {
  dairy_cattle: { animal: { kind: 'dairy_cattle', mass: 650, milk: 30, days_pregnant: 160 } },
}

/**
 * Uncertainties, as in the example of §1.3: 15 % of the CO2 that animals give, 50 ppm of each CO2 reading, and 20 % of
 * the difference in NH3.
 */
export const UNSURE = { production: 0.15, co2: 50, gas: 0.2 }

/** Animals in a house: of its groups where each says how many, else one for each place. */
export const animalsIn = (groups: readonly { animals?: number | null }[], places: number | null): number | null => {
  const counts = groups.flatMap(({ animals }) => animals ?? [])
  return counts.length > 0 && counts.length === groups.length ? counts.reduce((sum, one) => sum + one, 0) : places
}
