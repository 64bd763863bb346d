import type { DetailNode } from '#shared/contract/places/taxonomy.ts'
import type { Names } from './names.ts'

type DetailKey = keyof Names['location_details']

export interface DetailRow {
  id: number
  key: DetailKey
  type: DetailNode['input_type']
  unit?: string
  children?: readonly DetailRow[]
}

/**
 * Details that describe an animal house, as far as they bear on climate and emission. Ids are kept for good: answers
 * refer to them.
 */
export const HOUSING_DETAILS: readonly DetailRow[] = [
  {
    id: 200,
    key: 'building',
    type: 'group',
    children: [
      { id: 201, key: 'building_year', type: 'number' },
      { id: 202, key: 'renovation_year', type: 'number' },
      { id: 203, key: 'insulation', type: 'choice' },
    ],
  },
  {
    id: 210,
    key: 'ventilation',
    type: 'group',
    children: [
      { id: 211, key: 'ventilation_type', type: 'choice' },
      { id: 212, key: 'air_inlet', type: 'choice' },
      { id: 213, key: 'air_outlet', type: 'choice' },
      { id: 214, key: 'max_ventilation', type: 'number', unit: 'm³/h' },
      { id: 215, key: 'fans', type: 'number' },
      { id: 216, key: 'cooling', type: 'choice' },
    ],
  },
  {
    id: 220,
    key: 'heating',
    type: 'group',
    children: [
      { id: 221, key: 'heating_type', type: 'choice' },
      { id: 222, key: 'heat_exchanger', type: 'yes_no' },
    ],
  },
  {
    id: 230,
    key: 'floor_and_manure',
    type: 'group',
    children: [
      { id: 231, key: 'floor', type: 'choice' },
      { id: 232, key: 'bedding', type: 'choice' },
      { id: 233, key: 'manure_storage', type: 'choice' },
      { id: 234, key: 'manure_removal', type: 'choice' },
      { id: 235, key: 'manure_removals_per_week', type: 'number' },
    ],
  },
  {
    id: 240,
    key: 'feed_and_water',
    type: 'group',
    children: [
      { id: 241, key: 'feeding', type: 'choice' },
      { id: 242, key: 'feed_form', type: 'choice' },
      { id: 243, key: 'feedings_per_day', type: 'number' },
      { id: 244, key: 'crude_protein', type: 'number', unit: 'g/kg' },
      { id: 245, key: 'drinking', type: 'choice' },
    ],
  },
  {
    id: 250,
    key: 'light_programme',
    type: 'group',
    children: [
      { id: 251, key: 'light_source', type: 'choice' },
      { id: 252, key: 'light_hours', type: 'number', unit: 'h' },
      { id: 253, key: 'dark_hours', type: 'number', unit: 'h' },
      { id: 254, key: 'dimmed', type: 'yes_no' },
    ],
  },
  {
    id: 260,
    key: 'animals',
    type: 'group',
    children: [
      { id: 261, key: 'breed', type: 'text' },
      { id: 262, key: 'outdoor_access', type: 'choice' },
      { id: 263, key: 'all_in_all_out', type: 'yes_no' },
      { id: 264, key: 'round_length', type: 'number', unit: 'd' },
    ],
  },
  {
    id: 270,
    key: 'air_cleaning',
    type: 'group',
    children: [
      { id: 271, key: 'scrubber', type: 'choice' },
      { id: 272, key: 'scrubber_nh3_reduction', type: 'number', unit: '%' },
      { id: 273, key: 'housing_system_code', type: 'text' },
    ],
  },
  { id: 280, key: 'remarks', type: 'text' },
]
