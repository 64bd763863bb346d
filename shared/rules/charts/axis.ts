import type { PhysicalQuantity } from '../../contract/places/taxonomy.ts'

/** Temperature, humidity and what else lives far from zero is read from its own range; all else from zero. */
const FROM_OWN_RANGE = new Set([
  'temp_deg_c',
  'rv_perc',
  'pressure',
  'signal',
  'signal_noise',
  'voltage',
  'sound',
  'sound_band',
])
export const isFromZero = (quantity: PhysicalQuantity): boolean => !FROM_OWN_RANGE.has(quantity.abbreviation)

export const ceilingOf = (quantity: PhysicalQuantity): number | null => (quantity.unit.startsWith('%') ? 100 : null)
