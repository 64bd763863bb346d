import type { Names } from './names.ts'

export type AreaTypeKey = keyof Names['area_types']

/** Ids are kept for good: areas, thresholds and clients refer to them. Human is 39. */
export const AREA_TYPES: readonly { id: number; key: AreaTypeKey }[] = [
  { id: 25, key: 'broiler' },
  { id: 26, key: 'chicken' },
  { id: 27, key: 'calves' },
  { id: 28, key: 'cattle' },
  { id: 29, key: 'dairy_cattle' },
  { id: 30, key: 'goat' },
  { id: 31, key: 'horse' },
  { id: 32, key: 'pig' },
  { id: 33, key: 'sow' },
  { id: 34, key: 'lactating_sow' },
  { id: 35, key: 'piglet' },
  { id: 36, key: 'rearing_chicken' },
  { id: 37, key: 'sheep' },
  { id: 38, key: 'veal_calves' },
  { id: 39, key: 'human' },
]
