import type { KnownMeasurement } from '../../taxonomy/types.ts'
import { MEASUREMENT_TYPES } from '../../taxonomy/types.ts'

/** Units as Prometheus writes them at the end of a name (https://prometheus.io/docs/practices/naming/). */
const UNITS: Readonly<Record<string, string>> = {
  '°C': 'celsius',
  '%': 'percent',
  ppm: 'ppm',
  'µg/m³': 'micrograms_per_cubic_meter',
  lx: 'lux',
  'm/s': 'meters_per_second',
  dB: 'decibels',
  dBm: 'decibel_milliwatts',
  hPa: 'hectopascals',
  kg: 'kilograms',
  V: 'volts',
  '°': 'degrees',
  mm: 'millimeters',
  'W/m²': 'watts_per_square_meter',
  'm³/h': 'cubic_meters_per_hour',
}

/** Metrics of all measurements: the quantity and its unit; a set point is no value that was measured, so it has its own. */
const nameOf = ({ chart_group, unit, set_point }: KnownMeasurement): string =>
  ['barnometer', chart_group, set_point ? 'set_point' : '', UNITS[unit] ?? ''].filter(Boolean).join('_')

/** Name of a metric and the measurement that it holds. Several measurements share a name: probes of one quantity. */
export const METRICS: readonly { name: string; type: KnownMeasurement }[] = MEASUREMENT_TYPES.map(type => ({
  name: nameOf(type),
  type,
}))
