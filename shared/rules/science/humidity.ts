/**
 * Moist air and heat stress (science §3). Temperatures in °C, relative humidity in percent, pressures in hPa. Formulas from
 * general knowledge (M) unless the function says otherwise; the numbers were recomputed (C).
 */

const KELVIN = 273.15
export const STANDARD_PRESSURE_HPA = 1013.25

const magnus = (temperature: number) => (17.62 * temperature) / (243.12 + temperature)
const fahrenheit = (celsius: number) => 1.8 * celsius + 32
const celsius = (fahrenheit: number) => (fahrenheit - 32) / 1.8

/** Saturation vapour pressure over water, hPa. Magnus, valid from −45 to 60 °C (WMO No. 8). M. */
export const saturationPressure = (temperature: number): number => 6.112 * Math.exp(magnus(temperature))

/** Vapour pressure, hPa. */
export const vapourPressure = (temperature: number, humidity: number): number =>
  (saturationPressure(temperature) * humidity) / 100

/** Dew point, °C; null in absolutely dry air. M. */
export function dewPoint(temperature: number, humidity: number): number | null {
  if (!(humidity > 0)) return null
  const gamma = Math.log(humidity / 100) + magnus(temperature)
  return (243.12 * gamma) / (17.62 - gamma)
}

/** Absolute humidity, g water per m³ of air. M. */
export const absoluteHumidity = (temperature: number, humidity: number): number =>
  (216.679 * vapourPressure(temperature, humidity)) / (temperature + KELVIN)

/** The relative humidity, %, of air that holds `absolute` g/m³ at this temperature; may exceed 100. Inverse of the above. */
export const relativeHumidity = (temperature: number, absolute: number): number =>
  (100 * absolute * (temperature + KELVIN)) / (216.679 * saturationPressure(temperature))

/** Mixing ratio, kg water per kg dry air. M. */
export function mixingRatio(temperature: number, humidity: number, pressure = STANDARD_PRESSURE_HPA): number {
  const vapour = vapourPressure(temperature, humidity)
  return (0.621945 * vapour) / (pressure - vapour)
}

/** Enthalpy, kJ per kg dry air. M. */
export const enthalpy = (temperature: number, humidity: number, pressure = STANDARD_PRESSURE_HPA): number =>
  1.006 * temperature + mixingRatio(temperature, humidity, pressure) * (2501 + 1.86 * temperature)

/** Vapour pressure deficit, kPa. M. */
export const vapourPressureDeficit = (temperature: number, humidity: number): number =>
  (saturationPressure(temperature) - vapourPressure(temperature, humidity)) / 10

/** Wet bulb, °C, by Stull 2011; null outside its validity (5 to 99 %, −20 to 50 °C). M. */
export function wetBulb(temperature: number, humidity: number): number | null {
  if (humidity < 5 || humidity > 99 || temperature < -20 || temperature > 50) return null
  return (
    temperature * Math.atan(0.151977 * Math.sqrt(humidity + 8.313659)) +
    Math.atan(temperature + humidity) -
    Math.atan(humidity - 1.676331) +
    0.00391838 * humidity ** 1.5 * Math.atan(0.023101 * humidity) -
    4.686035
  )
}

/** Temperature-humidity index of cattle, NRC 1971. V2; dairy stress starts at 68 (V1). */
export const thiCattle = (temperature: number, humidity: number): number =>
  fahrenheit(temperature) - (0.55 - 0.0055 * humidity) * (1.8 * temperature - 26)

/** Another index in use for cattle; differs from NRC by a point or two. V1. */
export const thiCattleAlternative = (temperature: number, humidity: number): number =>
  0.8 * temperature + (humidity / 100) * (temperature - 14.4) + 46.4

/** Index of broilers, °C, Tao & Xin 2003 (V2); null where the wet bulb is not valid. */
export const thiBroiler = (temperature: number, humidity: number): number | null =>
  weighWetBulb(temperature, humidity, 0.15)

/** Index of laying hens, °C (M; panting from about 28.5, V2); null where the wet bulb is not valid. */
export const thiLayer = (temperature: number, humidity: number): number | null =>
  weighWetBulb(temperature, humidity, 0.4)

function weighWetBulb(temperature: number, humidity: number, share: number): number | null {
  const wet = wetBulb(temperature, humidity)
  return wet === null ? null : (1 - share) * temperature + share * wet
}

/** Index of pigs and poultry, °C, Marai. V2 (its classes M). */
export const thiPig = (temperature: number, humidity: number): number =>
  temperature - (0.31 - 0.0031 * humidity) * (temperature - 14.4)

/** Heat index of people, °C: simple form below 79 °F, else Rothfusz with both adjustments of the NWS. M. */
export function heatIndex(temperature: number, humidity: number): number {
  const t = fahrenheit(temperature)
  if (t < 40) return temperature
  const simple = 1.1 * t - 10.3 + 0.047 * humidity
  return celsius(simple < 79 ? simple : rothfusz(t, humidity) + adjustment(t, humidity))
}

const rothfusz = (t: number, rh: number) =>
  -42.379 +
  2.04901523 * t +
  10.14333127 * rh -
  0.22475541 * t * rh -
  0.00683783 * t ** 2 -
  0.05481717 * rh ** 2 +
  0.00122874 * t ** 2 * rh +
  0.00085282 * t * rh ** 2 -
  0.00000199 * t ** 2 * rh ** 2

function adjustment(t: number, rh: number): number {
  if (rh < 13 && t >= 80 && t <= 112) return -((13 - rh) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17)
  if (rh > 85 && t >= 80 && t <= 87) return ((rh - 85) / 10) * ((87 - t) / 5)
  return 0
}
