import { SettingsInput } from '#shared/contract/accounts/settings.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import type { Names } from './names.ts'

type Row<List extends keyof Names> = { id: number; key: keyof Names[List] & string }

/** Ids of all lists are kept for good. Farm is 41. */
export const LOCATION_TYPES: readonly Row<'location_types'>[] = [
  { id: 41, key: 'farm' },
  { id: 42, key: 'research_farm' },
  { id: 43, key: 'training_farm' },
  { id: 44, key: 'office' },
  { id: 45, key: 'other_location' },
]

export const CASINGS: readonly Row<'casings'>[] = [
  { id: 1, key: 'standard' },
  { id: 2, key: 'stainless' },
  { id: 3, key: 'hanging' },
  { id: 4, key: 'outdoor_shelter' },
]

export const SENSOR_TYPES: readonly Row<'sensor_types'>[] = [
  { id: 1, key: 'climate_monitor' },
  { id: 2, key: 'temperature_humidity' },
  { id: 3, key: 'gas_sensor' },
  { id: 4, key: 'dust_sensor' },
  { id: 5, key: 'light_sensor' },
  { id: 6, key: 'sound_sensor' },
  { id: 7, key: 'air_speed_sensor' },
  { id: 8, key: 'scale' },
  { id: 9, key: 'camera' },
  { id: 10, key: 'thermal_camera' },
  { id: 11, key: 'weather_station' },
  { id: 12, key: 'other_sensor' },
]

export const EMISSIONS: readonly (Row<'emissions'> & { unit: string })[] = [
  { id: 1, key: 'nh3', unit: 'kg' },
  { id: 2, key: 'ch4', unit: 'kg' },
  { id: 3, key: 'co2', unit: 'kg' },
  { id: 4, key: 'n2o', unit: 'kg' },
  { id: 5, key: 'h2s', unit: 'kg' },
  { id: 6, key: 'pm10', unit: 'kg' },
]

export const MANUALS: readonly Row<'manuals'>[] = [
  { id: 1, key: 'quick_start' },
  { id: 2, key: 'device' },
  { id: 3, key: 'calibration' },
  { id: 4, key: 'research' },
  { id: 7, key: 'frozen_versions' },
  { id: 5, key: 'emission' },
  { id: 6, key: 'reports' },
  { id: 8, key: 'grafana' },
  { id: 10, key: 'home_assistant' },
  { id: 9, key: 'node_red' },
  { id: 12, key: 'telegraf' },
  { id: 13, key: 'esphome' },
  { id: 14, key: 'tasmota' },
  { id: 15, key: 'zigbee2mqtt' },
  { id: 16, key: 'things_stack' },
  { id: 17, key: 'chirpstack' },
  { id: 11, key: 'contact_points' },
]

/** Climate is 100, emission 1382. */
const SUBJECT_IDS: Record<keyof Names['research_subjects'], number> = {
  climate: 100,
  animal_health: 101,
  animal_welfare: 102,
  housing: 103,
  feed: 104,
  emission: 1382,
}
type Subject = keyof typeof SUBJECT_IDS

/** Research subject of placements that emissions are worked out from (specification §9). */
export const EMISSION_SUBJECT = SUBJECT_IDS.emission

const subjects = (...keys: Subject[]): Row<'research_subjects'>[] => keys.map(key => ({ id: SUBJECT_IDS[key], key }))

export const RESEARCH_TYPES: readonly (Row<'research_types'> & { subjects: Row<'research_subjects'>[] })[] = [
  { id: 1, key: 'monitoring', subjects: subjects('climate', 'animal_health', 'animal_welfare') },
  { id: 2, key: 'comparison', subjects: subjects('climate', 'animal_health', 'animal_welfare', 'housing', 'feed') },
  { id: 3, key: 'emission_measurement', subjects: subjects('emission') },
]

export const CALC_MINUTES = [0, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080]
export const EXCLUDE_HOURS = Array.from({ length: 24 }, (_, hour) => hour)

const { charts_per_row, first_steps, map_view } = SettingsInput.shape

export const SETTINGS: TaxonomyLists['settings'] = [
  { name: 'charts_per_row', values: charts_per_row.unwrap().options, default_value: '3' },
  { name: 'first_steps', values: first_steps.unwrap().options, default_value: 'shown' },
  { name: 'map_view', values: map_view.unwrap().options, default_value: 'streets' },
]
