/** Gases from ppm to emission (science §1.1 and §1.3; steps V2, numbers C). */

const GAS_CONSTANT = 8.314462618
const KELVIN = 273.15
const HOURS_PER_YEAR = 8760
const LIVESTOCK_UNIT_KG = 500
export const STANDARD_PRESSURE_PA = 101_325

/** Molar masses, g/mol. */
export const MOLAR_MASS = {
  nh3: 17.03052,
  co2: 44.0095,
  ch4: 16.04246,
  n2o: 44.0128,
  h2s: 34.0809,
  co: 28.0101,
} as const
export type Gas = keyof typeof MOLAR_MASS

/** Concentration in mg/m³ of `ppm` by volume at `temperature` °C and `pressure` Pa. */
export const ppmToMgPerM3 = (ppm: number, gas: Gas, temperature: number, pressure = STANDARD_PRESSURE_PA): number =>
  ppm * mgPerM3OfOnePpm(gas, temperature, pressure)

/** The inverse: ppm by volume of a concentration in mg/m³. */
export const mgPerM3ToPpm = (mg: number, gas: Gas, temperature: number, pressure = STANDARD_PRESSURE_PA): number =>
  mg / mgPerM3OfOnePpm(gas, temperature, pressure)

const mgPerM3OfOnePpm = (gas: Gas, temperature: number, pressure: number) =>
  (pressure * MOLAR_MASS[gas] * 1e-3) / (GAS_CONSTANT * (temperature + KELVIN))

/** Air pressure, Pa, of the standard atmosphere at `altitude` m. */
export const pressureAtAltitude = (altitude: number): number =>
  STANDARD_PRESSURE_PA * (1 - 2.25577e-5 * altitude) ** 5.25588

export interface Ventilation {
  m3_per_hour: number
  /** Uncertain below a difference of 200 ppm (J after V1 sources). */
  certainty: 'normal' | 'uncertain'
}

/**
 * Air flow by the CO2 balance: `production` m³ CO2/h, concentrations in ppm. Null where inside and outside differ by 50 ppm or
 * less: there is no result then (J).
 */
export function ventilationOf(production: number, co2_in: number, co2_out: number): Ventilation | null {
  const difference = co2_in - co2_out
  if (!(difference > 50)) return null
  return { m3_per_hour: (production * 1e6) / difference, certainty: difference < 200 ? 'uncertain' : 'normal' }
}

/** The other way round: ppm that a source of m³/h adds to an air flow in m³/h. */
export const riseOf = (production: number, ventilation: number): number => (production * 1e6) / ventilation

/** Emission, g/h, of an air flow in m³/h and concentrations in mg/m³. Negative stays negative. */
export const emissionOf = (ventilation: number, inside: number, outside: number): number =>
  (ventilation * (inside - outside)) / 1000

/** Emission, kg per year of 8760 h, from g/h. */
export const kgPerYear = (grams_per_hour: number): number => (grams_per_hour * HOURS_PER_YEAR) / 1000

/** Emission, g/h, per livestock unit (500 kg live mass) from g/h of animals that weigh `mass` kg together. */
export const perLivestockUnit = (grams_per_hour: number, mass: number): number =>
  (grams_per_hour * LIVESTOCK_UNIT_KG) / mass
