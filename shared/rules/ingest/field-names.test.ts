import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flatten, readNamed, readNamedAlone } from './field-names.ts'

const named = (sent: unknown) =>
  Object.fromEntries(readNamed(flatten(sent)).map(({ key, value, unit }) => [key, unit ? [value, unit] : value]))

describe('[specification §5] names in decoded payloads', () => {
  test.each<[string, unknown, Record<string, unknown>]>([
    ['plain names', { temperature: 21.5, humidity: 60, co2: 800 }, { t: 21.5, h: 60, co2: 800 }],
    ['names of Dragino', { TempC_SHT: '21.5', Hum_SHT: 60, BatV: 3.04 }, { t: 21.5, h: 60, bat_volt: 3.04 }],
    ['particulate matter', { pm1_0: 1, 'PM2.5': 2, pm_10: 3 }, { dust_pm1: 1, dust_pm25: 2, dust_pm10: 3 }],
    ['nested in air', { air: { temperature: 20, relativeHumidity: 50 } }, { t: 20, h: 50 }],
    ['channels', { temperature_4: 5, temperature_3: 20, relative_humidity_5: 40 }, { t: 20, t_1: 5, h: 40 }],
    ['channels as objects', { temperatureSensor: { 1: 20, 2: 7 }, barometer: { 3: 1013 } }, { t: 20, t_1: 7, p: 1013 }],
    ['Pa', { barometric_pressure: 96_412 }, { p: [96_412, 'Pa'] }],
    ['kPa', { pressure: 101.3 }, { p: [101.3, 'kPa'] }],
    ['hPa', { pressure: 1008.6 }, { p: 1008.6 }],
    ['a battery in per cent', { battery: 3 }, { battery: 3 }],
    ['a battery in volts', { battery: 3.6 }, { bat_volt: 3.6 }],
    ['millivolts', { vdd: 3642 }, { bat_volt: [3642, 'mV'] }],
    ['a unit of its own', { temperature: { value: 70, unit: '°F' } }, { t: [70, '°F'] }],
  ])('reads %s', (_, sent, expected) => expect(named(sent)).toEqual(expected))

  test.each<[string, unknown]>([
    ['a temperature of something else', { soil: { temperature: 12 }, target_temperature: 20 }],
    ['the temperature of a chip', { internal_temperature: 53.3, InternalTemperature: 53.3, esp32_temperature: 53.3 }],
    ['words', { temperature: 'warm', humidity: '', co2: null }],
    ['truth values and lists', { temperature: true, humidity: [[['a']]], constructor: 1, __proto__: { t: 1 } }],
    ['no object', 'temperature'],
  ])('leaves out %s', (_, sent) => expect(named(sent)).toEqual({}))

  test.each<[string, Record<string, unknown>]>([
    ['temperature', { t: 7 }],
    ['temperature_1', { t: 7 }],
    ['temperature_2', { t_1: 7 }],
    ['temperature_10', { t_9: 7 }],
    ['temperature_11', {}],
    ['probe_temperature', { t_1: 7 }],
    ['probe_temperature_2', { t_2: 7 }],
    ['humidity_2', {}],
    ['internal_temperature', {}],
    ['cpu_temperature', {}],
  ])('reads %s alone by its number', (name, expected) =>
    expect(Object.fromEntries(readNamedAlone({ [name]: 7 }).map(({ key, value }) => [key, value]))).toEqual(expected),
  )

  test('never throws, and says only numbers', () => {
    fc.assert(
      fc.property(fc.anything(), sent => {
        for (const { value } of readNamed(flatten(sent))) expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })

  test('reads no more than 200 fields, however many and deep they are', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, index]))
    expect(Object.keys(flatten(wide)).length).toBe(200)
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
    expect(flatten(deep)).toEqual({})
  })
})
