import { describe, expect, test } from 'vitest'
import { convertUnit, unitsInto } from './unit.ts'

describe('[decisions §5] units are converted on the way in', () => {
  test.each([
    [68, '°F', '°C', 't', 20],
    [-40, 'F', '°C', 't', -40],
    [273.15, 'K', '°C', 't', 0],
    [21.5, 'degC', '°C', 't', 21.5],
    [101_325, 'Pa', 'hPa', 'p', 1013.25],
    [101.325, 'kPa', 'hPa', 'p', 1013.25],
    [760, 'mmHg', 'hPa', 'p', 1013.250144],
    [30, 'inHg', 'hPa', 'p', 1015.916592],
    [1, 'bar', 'hPa', 'p', 1000],
    [3300, 'mV', 'V', 'bat_volt', 3.3],
    [0.02, 'mg/m3', 'µg/m³', 'dust_pm10', 20],
    [12, 'ug/m3', 'µg/m³', 'dust_pm10', 12],
    [1500, 'g', 'kg', 'weight', 1.5],
    [2, 'klx', 'lx', 'light', 2000],
    [100, 'lux', 'lx', 'light', 100],
    [36, 'km/h', 'm/s', 'air_speed', 10],
    [0.08, '%', 'ppm', 'co2', 800],
    [500, 'ppb', 'ppm', 'nh3', 0.5],
    [55, '%RH', '%', 'h', 55],
  ])('%f %s is in %s (%s) %f', (value, from, to, key, expected) => {
    expect(convertUnit(value, from, to, key)).toBeCloseTo(expected, 6)
  })

  test.each([
    ['nh3', 17.031],
    ['co2', 44.009],
    ['h2s', 34.08],
    ['ch4', 16.043],
  ])('[science §1.3] mg/m³ of %s become ppm at 20 °C and 1013.25 hPa', (gas, molar) => {
    const molarVolume = (8.314462618 * 293.15) / 101_325
    expect(convertUnit(1, 'mg/m³', 'ppm', gas)).toBeCloseTo((molarVolume * 1000) / molar, 2)
  })

  test.each([
    ['parsec', '°C', 't'],
    ['V', '°C', 't'],
    ['mg/m³', 'ppm', 'light'],
    ['constructor', 'hPa', 'p'],
    ['°F', '__proto__', 't'],
    ['', '°C', 't'],
  ])('%s has nothing to do with %s (%s)', (from, to, key) => {
    expect(convertUnit(1, from, to, key)).toBeNull()
  })
})

test('every unit that is offered can be converted', () => {
  expect(unitsInto('ppm', 'nh3')).toEqual(['ppm', 'ppb', '%', 'mg/m³'])
  expect(unitsInto('dB', 'snr')).toEqual(['dB'])
  for (const [to, abbreviation] of [
    ['°C', 't'],
    ['hPa', 'p'],
    ['V', 'bat_volt'],
    ['ppm', 'co2'],
    ['lx', 'light'],
  ] as const)
    for (const unit of unitsInto(to, abbreviation)) expect(convertUnit(1, unit, to, abbreviation)).not.toBeNull()
})
