import { isKeyOf } from '../collections/keys.ts'
import { mgPerM3ToPpm } from './gas.ts'

type Convert = (value: number) => number
const times =
  (factor: number): Convert =>
  value =>
    value * factor

/** Conversions to the unit a measurement is kept in, from a unit as devices write it. */
const CONVERSIONS: Record<string, Record<string, Convert>> = {
  '°C': { '°F': value => ((value - 32) * 5) / 9, K: value => value - 273.15, '0.1 °C': times(0.1) },
  hPa: {
    Pa: times(0.01),
    kPa: times(10),
    mbar: times(1),
    mmHg: times(1.33322387415),
    inHg: times(33.86388640341),
    bar: times(1000),
    '0.1 hPa': times(0.1),
  },
  V: { mV: times(0.001) },
  'µg/m³': { 'mg/m³': times(1000) },
  kg: { g: times(0.001) },
  lx: { klx: times(1000) },
  'm/s': { 'km/h': times(1 / 3.6), mph: times(0.44704), kn: times(1852 / 3600) },
  mm: { inch: times(25.4) },
  ppm: { ppb: times(0.001), '%': times(10_000) },
}

/** Spellings of one unit. */
const SPELLINGS: Record<string, string> = {
  C: '°C',
  F: '°F',
  degC: '°C',
  degF: '°F',
  lux: 'lx',
  'ug/m3': 'µg/m³',
  'µg⋅m⁻³': 'µg/m³',
  'μg⋅m⁻³': 'µg/m³',
  'µg·m⁻³': 'µg/m³',
  'μg/m³': 'µg/m³',
  'mg/m3': 'mg/m³',
  'mp/h': 'mph',
  '% RH': '%',
  '%RH': '%',
  '"Hg': 'inHg',
}

const GAS_OF = {
  nh3: 'nh3',
  nh3_ppm: 'nh3',
  co2: 'co2',
  co2_ppm: 'co2',
  ch4: 'ch4',
  h2s: 'h2s',
  h2s_ppm: 'h2s',
  co: 'co',
} as const
/** EU limit values are defined at 20 °C and 1013 hPa; a gas in mg/m³ is taken at the same. */
const REFERENCE_TEMPERATURE = 20

/**
 * `value` in unit `from`, as the unit `to` a measurement is kept in. Null when the two have nothing to do with each other.
 * Gases in mg/m³ become ppm at 20 °C and 101,325 Pa (science §1.3).
 */
export const convertUnit = (value: number, from: string, to: string, abbreviation: string): number | null => {
  const given = SPELLINGS[from] ?? from
  if (given === to || given === (SPELLINGS[to] ?? to)) return value
  const gas = isKeyOf(GAS_OF, abbreviation) && GAS_OF[abbreviation]
  if (gas && given === 'mg/m³') return mgPerM3ToPpm(value, gas, REFERENCE_TEMPERATURE)
  return CONVERSIONS[to]?.[given]?.(value) ?? null
}

/** Units a measurement kept in `to` may come in, that one first. */
export const unitsInto = (to: string, abbreviation: string): string[] => {
  const gas = isKeyOf(GAS_OF, abbreviation) ? ['mg/m³'] : []
  return [...new Set([to, ...Object.keys(CONVERSIONS[to] ?? {}), ...gas])]
}
