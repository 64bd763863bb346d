import type { Names } from './names.ts'
import type { QuantityKey } from './quantities.ts'

export type ChartGroupKey = keyof Names['chart_groups']

export interface ChartGroupRow {
  id: number
  key: ChartGroupKey
  quantity: QuantityKey
  /** Has the limits of the thresholds: indoor air. */
  limits: boolean
}

/**
 * Chart groups in the order of the screen: what decides the grade, then the rest of the air, then outdoors, then the
 * device itself.
 */
export const CHART_GROUPS: readonly ChartGroupRow[] = [
  { id: 1, key: 'nh3', quantity: 'nh3_ppm', limits: true },
  { id: 2, key: 'co2', quantity: 'co2_ppm', limits: true },
  { id: 3, key: 'temperature', quantity: 'temp_deg_c', limits: true },
  { id: 4, key: 'humidity', quantity: 'rv_perc', limits: true },
  { id: 5, key: 'pm10', quantity: 'dust_pm10', limits: true },
  { id: 6, key: 'light', quantity: 'light_lux', limits: true },
  { id: 7, key: 'pm25', quantity: 'dust_pm25', limits: true },
  { id: 8, key: 'pm1', quantity: 'dust_pm1', limits: false },
  { id: 9, key: 'pm4', quantity: 'dust_pm4', limits: false },
  { id: 10, key: 'h2s', quantity: 'h2s_ppm', limits: true },
  { id: 11, key: 'co', quantity: 'co_ppm', limits: true },
  { id: 12, key: 'ch4', quantity: 'ch4_ppm', limits: true },
  { id: 31, key: 'n2o', quantity: 'n2o_ppm', limits: false },
  { id: 13, key: 'air_speed', quantity: 'air_speed', limits: true },
  { id: 14, key: 'sound', quantity: 'sound', limits: true },
  { id: 15, key: 'sound_bands', quantity: 'sound_band', limits: false },
  { id: 16, key: 'pressure', quantity: 'pressure', limits: false },
  { id: 32, key: 'fan_speed', quantity: 'fan_speed', limits: false },
  { id: 33, key: 'air_flow', quantity: 'air_flow', limits: false },
  { id: 17, key: 'weight', quantity: 'weight', limits: false },
  { id: 18, key: 'movement', quantity: 'movement_perc', limits: false },
  { id: 19, key: 'weather_temperature', quantity: 'temp_deg_c', limits: false },
  { id: 20, key: 'weather_humidity', quantity: 'rv_perc', limits: false },
  { id: 21, key: 'weather_wind_speed', quantity: 'wind_speed', limits: false },
  { id: 22, key: 'weather_wind_direction', quantity: 'wind_direction', limits: false },
  { id: 23, key: 'weather_rain', quantity: 'precipitation', limits: false },
  { id: 24, key: 'weather_radiation', quantity: 'radiation', limits: false },
  { id: 25, key: 'weather_clouds', quantity: 'cloud_cover', limits: false },
  { id: 26, key: 'weather_pressure', quantity: 'pressure', limits: false },
  { id: 27, key: 'battery', quantity: 'battery', limits: false },
  { id: 28, key: 'battery_voltage', quantity: 'voltage', limits: false },
  { id: 29, key: 'signal_strength', quantity: 'signal', limits: false },
  { id: 30, key: 'signal_noise', quantity: 'signal_noise', limits: false },
]
