import type { GradeThresholds } from '#shared/rules/science/grade.ts'
import type { Names } from './names.ts'

export type QuantityKey = keyof Names['physical_quantities']

export interface Quantity {
  id: number
  abbreviation: QuantityKey
  unit: string
  /** Code for exports (science §7); empty where there is none. */
  ucum: string
  decimals: number
  /**
   * Range that a sensor can measure at all, both ends included; values beyond are refused. Wider than the fault limits
   * of science §5, which only flag, and taken from the ranges of common sensors: a cheap NH3 cell drifts below 0, a wet
   * RH sensor reads 104.
   */
  range: readonly [number, number]
  /** Comfort edges that hold for nearly every animal of the thresholds; none where it depends on the animal. */
  low_value?: number
  high_value?: number
  /** Instead of 5 and 8. */
  grade_10?: GradeThresholds
}

export const QUANTITIES: readonly Quantity[] = [
  { id: 1, abbreviation: 'temp_deg_c', unit: '°C', ucum: 'Cel', decimals: 1, range: [-60, 100] },
  { id: 2, abbreviation: 'rv_perc', unit: '%', ucum: '%', decimals: 0, range: [0, 104], low_value: 50, high_value: 80 },
  { id: 3, abbreviation: 'co2_ppm', unit: 'ppm', ucum: '[ppm]', decimals: 0, range: [0, 100_000], high_value: 2000 },
  { id: 4, abbreviation: 'nh3_ppm', unit: 'ppm', ucum: '[ppm]', decimals: 1, range: [-5, 1000], high_value: 10 },
  { id: 5, abbreviation: 'h2s_ppm', unit: 'ppm', ucum: '[ppm]', decimals: 2, range: [-5, 1000], high_value: 0.5 },
  { id: 6, abbreviation: 'co_ppm', unit: 'ppm', ucum: '[ppm]', decimals: 1, range: [-10, 10_000], high_value: 10 },
  { id: 7, abbreviation: 'ch4_ppm', unit: 'ppm', ucum: '[ppm]', decimals: 0, range: [-50, 100_000] },
  { id: 8, abbreviation: 'dust_pm10', unit: 'µg/m³', ucum: 'ug/m3', decimals: 0, range: [0, 100_000] },
  { id: 9, abbreviation: 'dust_pm25', unit: 'µg/m³', ucum: 'ug/m3', decimals: 0, range: [0, 100_000] },
  { id: 10, abbreviation: 'dust_pm1', unit: 'µg/m³', ucum: 'ug/m3', decimals: 0, range: [0, 100_000] },
  { id: 11, abbreviation: 'dust_pm4', unit: 'µg/m³', ucum: 'ug/m3', decimals: 0, range: [0, 100_000] },
  { id: 12, abbreviation: 'light_lux', unit: 'lx', ucum: 'lx', decimals: 0, range: [0, 200_000] },
  { id: 13, abbreviation: 'air_speed', unit: 'm/s', ucum: 'm/s', decimals: 2, range: [0, 60] },
  { id: 14, abbreviation: 'sound', unit: 'dB', ucum: 'dB[SPL]', decimals: 0, range: [0, 160], high_value: 70 },
  { id: 15, abbreviation: 'sound_band', unit: '', ucum: '', decimals: 0, range: [0, 1_000_000] },
  { id: 16, abbreviation: 'pressure', unit: 'hPa', ucum: 'hPa', decimals: 0, range: [300, 1100] },
  { id: 17, abbreviation: 'weight', unit: 'kg', ucum: 'kg', decimals: 2, range: [-500, 200_000] },
  { id: 18, abbreviation: 'movement_perc', unit: '%', ucum: '%', decimals: 0, range: [0, 100] },
  { id: 19, abbreviation: 'battery', unit: '%', ucum: '%', decimals: 0, range: [0, 100] },
  { id: 20, abbreviation: 'voltage', unit: 'V', ucum: 'V', decimals: 2, range: [0, 60] },
  { id: 21, abbreviation: 'signal', unit: 'dBm', ucum: 'dB', decimals: 0, range: [-200, 20] },
  { id: 22, abbreviation: 'signal_noise', unit: 'dB', ucum: 'dB', decimals: 1, range: [-50, 100] },
  { id: 23, abbreviation: 'wind_speed', unit: 'm/s', ucum: 'm/s', decimals: 1, range: [0, 120] },
  { id: 24, abbreviation: 'wind_direction', unit: '°', ucum: 'deg', decimals: 0, range: [0, 360] },
  { id: 25, abbreviation: 'precipitation', unit: 'mm', ucum: 'mm', decimals: 1, range: [0, 500] },
  { id: 26, abbreviation: 'radiation', unit: 'W/m²', ucum: 'W/m2', decimals: 0, range: [0, 2000] },
  { id: 27, abbreviation: 'cloud_cover', unit: '%', ucum: '%', decimals: 0, range: [0, 100] },
  { id: 28, abbreviation: 'n2o_ppm', unit: 'ppm', ucum: '[ppm]', decimals: 2, range: [-1, 10_000] },
  { id: 29, abbreviation: 'fan_speed', unit: '%', ucum: '%', decimals: 0, range: [0, 100] },
  { id: 30, abbreviation: 'air_flow', unit: 'm³/h', ucum: 'm3/h', decimals: 0, range: [0, 10_000_000] },
]
