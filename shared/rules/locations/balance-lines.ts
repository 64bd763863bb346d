import type { FormulaStatus } from '../science/animal-heat.ts'
import type { UsedTrait } from './emission-settings.ts'

/** Facts of the CO2 balance of an area; reports that were frozen before they were told lack some. */
interface Balance {
  heat_status?: FormulaStatus | null
  temperature_status?: FormulaStatus | null
  traits?: readonly UsedTrait[]
  per_heat_unit_typed?: boolean
  newer_cows?: boolean
  heat_correction?: 'linear' | 'older_cattle'
  other_co2?: number
}

type BalanceLine =
  | { says: 'heat'; letter: FormulaStatus }
  | { says: 'traits'; traits: readonly UsedTrait[] }
  | { says: 'linear'; letter: FormulaStatus }
  | { says: 'older_cattle' | 'production_is' | 'production_typed' | 'newer_cows' }
  | { says: 'other_co2'; flow: number }

/** Formulas that the CO2 of the animals was worked out with, in their order, each with its status where it depends on the animal. */
export const balanceLines = (balance: Balance | null, indicative: boolean): BalanceLine[] => {
  const { temperature_status, traits = [], heat_correction = 'linear', other_co2 = 0 } = balance ?? {}
  return [
    { says: 'heat', letter: balance?.heat_status ?? (indicative ? 'M' : 'V2') },
    ...(traits.length > 0 ? [{ says: 'traits' as const, traits }] : []),
    heat_correction === 'older_cattle'
      ? { says: 'older_cattle' }
      : { says: 'linear', letter: temperature_status ?? 'V2' },
    // The correction takes the place of the CO2 of a heat unit.
    { says: balance?.newer_cows ? 'newer_cows' : balance?.per_heat_unit_typed ? 'production_typed' : 'production_is' },
    ...(other_co2 > 0 ? [{ says: 'other_co2' as const, flow: other_co2 }] : []),
  ]
}
