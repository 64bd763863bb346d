import type { ChartGroupKey } from './chart-groups.ts'
import type { Names } from './names.ts'

export type Abbreviation = keyof Names['measurement_types']

export interface MeasurementTypeRow {
  id: number
  abbreviation: Abbreviation
  /** Chart group; the quantity of a measurement, and so its unit and range, is that of its group. */
  group: ChartGroupKey
  dial?: boolean
  /** Mark of a set point: what somebody wants, not what is; never graded. */
  set_point?: boolean
}

/** All measurement keys. Ids are kept for good. */
export const MEASUREMENTS: readonly MeasurementTypeRow[] = [
  // The air of the room, in the order of the dials.
  { id: 1, abbreviation: 't', group: 'temperature', dial: true },
  { id: 2, abbreviation: 'h', group: 'humidity', dial: true },
  { id: 3, abbreviation: 'co2', group: 'co2', dial: true },
  { id: 4, abbreviation: 'nh3', group: 'nh3', dial: true },
  { id: 5, abbreviation: 'dust_pm10', group: 'pm10', dial: true },
  { id: 6, abbreviation: 'light', group: 'light', dial: true },
  { id: 7, abbreviation: 'dust_pm25', group: 'pm25', dial: true },
  { id: 8, abbreviation: 'dust_pm1', group: 'pm1' },
  { id: 9, abbreviation: 'dust_pm4', group: 'pm4' },
  { id: 10, abbreviation: 'h2s', group: 'h2s', dial: true },
  { id: 11, abbreviation: 'co', group: 'co', dial: true },
  { id: 12, abbreviation: 'ch4', group: 'ch4', dial: true },
  { id: 13, abbreviation: 'air_speed', group: 'air_speed', dial: true },
  { id: 14, abbreviation: 'sound', group: 'sound', dial: true },
  { id: 15, abbreviation: 'p', group: 'pressure' },
  { id: 16, abbreviation: 'movement', group: 'movement', dial: true },
  { id: 17, abbreviation: 'n2o', group: 'n2o' },
  // Ventilation, of which an emission can be worked out.
  { id: 18, abbreviation: 'fan_speed', group: 'fan_speed' },
  { id: 19, abbreviation: 'air_flow', group: 'air_flow' },
  // Measurements that animals are graded by.
  { id: 21, abbreviation: 'temp_deg_c', group: 'temperature', dial: true },
  { id: 22, abbreviation: 'rv_perc', group: 'humidity', dial: true },
  { id: 23, abbreviation: 'co2_ppm', group: 'co2', dial: true },
  { id: 24, abbreviation: 'nh3_ppm', group: 'nh3', dial: true },
  { id: 25, abbreviation: 'h2s_ppm', group: 'h2s', dial: true },
  { id: 26, abbreviation: 'movement_perc', group: 'movement', dial: true },
  // Further probes.
  { id: 31, abbreviation: 't_0', group: 'temperature' },
  { id: 32, abbreviation: 't_1', group: 'temperature' },
  { id: 33, abbreviation: 't_2', group: 'temperature' },
  { id: 34, abbreviation: 't_3', group: 'temperature' },
  { id: 35, abbreviation: 't_4', group: 'temperature' },
  { id: 36, abbreviation: 't_5', group: 'temperature' },
  { id: 37, abbreviation: 't_6', group: 'temperature' },
  { id: 38, abbreviation: 't_7', group: 'temperature' },
  { id: 39, abbreviation: 't_8', group: 'temperature' },
  { id: 40, abbreviation: 't_9', group: 'temperature' },
  // Set points of a climate computer, drawn as moving edges of comfort.
  { id: 41, abbreviation: 't_low', group: 'temperature', set_point: true },
  { id: 42, abbreviation: 't_high', group: 'temperature', set_point: true },
  { id: 43, abbreviation: 'h_low', group: 'humidity', set_point: true },
  { id: 44, abbreviation: 'h_high', group: 'humidity', set_point: true },
  { id: 45, abbreviation: 'co2_low', group: 'co2', set_point: true },
  { id: 46, abbreviation: 'co2_high', group: 'co2', set_point: true },
  { id: 47, abbreviation: 'nh3_low', group: 'nh3', set_point: true },
  { id: 48, abbreviation: 'nh3_high', group: 'nh3', set_point: true },
  // Scales.
  { id: 51, abbreviation: 'weight', group: 'weight', dial: true },
  { id: 52, abbreviation: 'weight_kg', group: 'weight', dial: true },
  { id: 53, abbreviation: 'weight_left', group: 'weight' },
  { id: 54, abbreviation: 'weight_right', group: 'weight' },
  // Share of the sound in each band of frequency, without a unit.
  { id: 61, abbreviation: 's_bin_71_122', group: 'sound_bands' },
  { id: 62, abbreviation: 's_bin_122_173', group: 'sound_bands' },
  { id: 63, abbreviation: 's_bin_173_224', group: 'sound_bands' },
  { id: 64, abbreviation: 's_bin_224_276', group: 'sound_bands' },
  { id: 65, abbreviation: 's_bin_276_327', group: 'sound_bands' },
  { id: 66, abbreviation: 's_bin_327_378', group: 'sound_bands' },
  { id: 67, abbreviation: 's_bin_378_429', group: 'sound_bands' },
  { id: 68, abbreviation: 's_bin_429_480', group: 'sound_bands' },
  { id: 69, abbreviation: 's_bin_480_532', group: 'sound_bands' },
  { id: 70, abbreviation: 's_bin_532_583', group: 'sound_bands' },
  // Weather at the location.
  { id: 81, abbreviation: 'weather_t', group: 'weather_temperature' },
  { id: 82, abbreviation: 'weather_h', group: 'weather_humidity' },
  { id: 83, abbreviation: 'weather_p', group: 'weather_pressure' },
  { id: 84, abbreviation: 'weather_wind_speed', group: 'weather_wind_speed' },
  { id: 85, abbreviation: 'weather_wind_direction', group: 'weather_wind_direction' },
  { id: 86, abbreviation: 'weather_rain', group: 'weather_rain' },
  { id: 87, abbreviation: 'weather_radiation', group: 'weather_radiation' },
  { id: 88, abbreviation: 'weather_clouds', group: 'weather_clouds' },
  // The device itself.
  { id: 91, abbreviation: 'battery', group: 'battery' },
  { id: 92, abbreviation: 'bat_volt', group: 'battery_voltage' },
  { id: 93, abbreviation: 'rssi', group: 'signal_strength' },
  { id: 94, abbreviation: 'snr', group: 'signal_noise' },
]
