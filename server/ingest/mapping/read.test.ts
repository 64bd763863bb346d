import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Mapping, type MappingRow, plainRow } from '#shared/rules/ingest/mapping.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { parsePath } from '#shared/rules/ingest/message-path.ts'
import { atOnce } from '../../kit/limits/turns.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import { readForeign, readMappedMessages } from './read.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const mapping = (...rows: (Partial<MappingRow> & { path: string; abbreviation: string | null })[]): Mapping => ({
  rows: rows.map(row => ({ ...plainRow(row.path, row.abbreviation), ...row })),
  time_path: null,
})
const read = (given: Mapping, sent: unknown) => {
  const { readings, rejections, states } = atOnce(readMappedMessages(given, sent, NOW))
  return {
    values: Object.fromEntries(readings.map(({ key, value }) => [key, value])),
    rejected: rejections.map(({ field, code }) => `${field} ${code}`),
    states: states.length,
    times: [...new Set(readings.map(({ time }) => time))],
  }
}
const TEMPERATURE = mapping({ path: 'temp', abbreviation: 't' })

describe('[decisions §5] a message of a device with a mapping', () => {
  test('gives what is mapped, and what is in our own words as ever; anything else is left alone', () => {
    const sent = { temp: 21, h: 60, humidity: 99, state: 'ON', time: '10:31', nested: { co2: 800 } }
    expect(read(TEMPERATURE, sent)).toEqual({ values: { t: 21, h: 60 }, rejected: [], states: 0, times: [NOW] })
  })

  test('may hold the state of the device, and the time', () => {
    const sent = { temp: 21, time: 1_700_000_000, state: { battery: 50 } }
    expect(read(TEMPERATURE, sent)).toMatchObject({ values: { t: 21 }, states: 1, times: [1_700_000_000_000] })
  })

  test('gives the mapped value where both are there, and not what the mapping leaves out', () => {
    expect(read(TEMPERATURE, { temp: 21, t: 99 }).values).toEqual({ t: 21 })
    expect(read(TEMPERATURE, { t: 20 }).values).toEqual({ t: 20 })
    expect(read(mapping({ path: 't', abbreviation: null }), { t: 20, h: 50 }).values).toEqual({ h: 50 })
    expect(read(mapping({ path: 't', abbreviation: 't_1' }), { t: 20 }).values).toEqual({ t_1: 20 })
  })

  test('may be one of an array, or an array that the paths begin in, or a plain number', () => {
    expect(
      atOnce(readMappedMessages(TEMPERATURE, [{ temp: 1 }, { temp: 2 }], NOW)).readings.map(one => one.value),
    ).toEqual([1, 2])
    expect(read(mapping({ path: '[1].v', abbreviation: 'h' }), [{ v: 1 }, { v: 2 }]).values).toEqual({ h: 2 })
    expect(read(mapping({ path: '["v"]', abbreviation: 'h' }), [{ v: 1 }, { v: 2 }]).values).toEqual({ h: 2 })
    expect(read(mapping({ path: '', abbreviation: 't' }), 21.5).values).toEqual({ t: 21.5 })
    expect(read(mapping({ path: '.', abbreviation: 't' }), '21.5').values).toEqual({ t: 21.5 })
  })

  test('says why nothing came of it', () => {
    expect(read(TEMPERATURE, { temp: 'warm' }).rejected).toEqual(['t not_a_number'])
    expect(read(TEMPERATURE, { temp: 300 }).rejected).toEqual(['t out_of_range'])
    expect(read(TEMPERATURE, { temp: null }).rejected).toEqual([' no_values'])
    expect(read(TEMPERATURE, { other: 1 }).rejected).toEqual([' path_not_there'])
    expect(read(TEMPERATURE, null).rejected).toEqual([' unreadable_message'])
    expect(read({ ...TEMPERATURE, time_path: 'at' }, { temp: 20, at: 'noon' }).rejected).toEqual([
      'time unreadable_time',
    ])
    expect(read(TEMPERATURE, { temp: 21, h: null })).toMatchObject({ values: { t: 21 }, rejected: [] })
  })

  test('never throws on rubbish', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...PRESETS), (sent, { mapping: given }) => {
        const { readings, rejections } = atOnce(readMappedMessages(given, sent, NOW))
        for (const { value } of readings) expect(Number.isFinite(value)).toBe(true)
        expect(readings.length + rejections.length > 0 || (Array.isArray(sent) && sent.length === 0)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

test('a foreign message without a mapping is read by the names in use, or refused', () => {
  const values = (sent: unknown) => readForeign(sent, NOW).readings.map(({ key, value }) => [key, value])
  expect(values({ temperature: 27.34, humidity: 44.72, linkquality: 84 })).toEqual([
    ['t', 27.34],
    ['h', 44.72],
  ])
  expect(readForeign({ foo: 1 }, NOW).rejections).toMatchObject([{ code: 'unknown_measurement' }])
  expect(readForeign('21.5', NOW).rejections).toMatchObject([{ code: 'unreadable_message' }])
})

describe('[decisions §5] built-in mappings', () => {
  test.each(PRESETS)('$name names paths that can be read and measurements there are', ({ mapping: given }) => {
    for (const { path, abbreviation } of given.rows) {
      expect(parsePath(path), path).not.toBeNull()
      expect(measurementTypeOf(abbreviation ?? ''), path).not.toBeNull()
    }
  })

  test('have ids of their own', () => expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length))

  const preset = (id: string) => PRESETS.find(one => one.id === id)?.mapping as Mapping
  test.each<[string, unknown, Record<string, number>]>([
    [
      'tasmota',
      { Time: '2026-01-01T10:31:09', SCD40: { CarbonDioxide: 1204, Temperature: 28.8, Humidity: 47.5 }, TempUnit: 'C' },
      { co2: 1204, t: 28.8, h: 47.5 },
    ],
    ['tasmota', { PMS5003: { PM1: 1, 'PM2.5': 2, PM10: 3 } }, { dust_pm1: 1, dust_pm25: 2, dust_pm10: 3 }],
    [
      'zigbee2mqtt',
      { temperature: 27.34, humidity: 44.7, linkquality: 84, battery: 91 },
      { t: 27.34, h: 44.7, battery: 91 },
    ],
    ['esphome', '21.5', { t: 21.5 }],
    [
      'shelly-gen1',
      {
        tmp: { value: 71.6, units: 'F', tC: 22, is_valid: true },
        hum: { value: 49.5 },
        bat: { value: 80, voltage: 2.83 },
      },
      { t: 22, h: 49.5, battery: 80, bat_volt: 2.83 },
    ],
    [
      'shelly-gen2',
      {
        params: {
          ts: 1_763_600_000.2,
          'temperature:0': { id: 0, tC: 19 },
          'humidity:0': { rh: 57.6 },
          wifi: { rssi: -60 },
        },
      },
      { t: 19, h: 57.6, rssi: -60 },
    ],
    [
      'airgradient',
      { wifi: -46, rco2: 447, pm02: 7, atmp: 25.87, rhum: 43 },
      { t: 25.87, h: 43, co2: 447, dust_pm25: 7, rssi: -46 },
    ],
    [
      'sensor-community',
      {
        sensordatavalues: [
          { value_type: 'SDS_P1', value: '1.87' },
          { value_type: 'BMP_pressure', value: '100659.00' },
        ],
      },
      { dust_pm10: 1.87, p: 1006.59 },
    ],
    ['sensecap', { err: 0, messages: [[{ measurementId: '4100', measurementValue: 602 }]] }, { co2: 602 }],
    ['dragino-ltc2', { BatV: 3.669, Temp_Channel1: 21.46, Temp_Channel2: 327.67 }, { bat_volt: 3.669, t_1: 21.46 }],
  ])('%s reads %j', (id, sent, values) => expect(read(preset(id), sent)).toMatchObject({ values, rejected: [] }))
})
