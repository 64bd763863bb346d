import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../kit/limits/turns.ts'
import { readKnownBody, SENML } from './bodies.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const read = (body: unknown, type?: string) => {
  const found = atOnce(readKnownBody(body, type, NOW))
  if (!found) return null
  return {
    readings: found.readings.map(({ key, value, time }) => [key, value, (time - NOW) / 1000]),
    rejected: found.rejections.map(({ index, field, code }) => `${index} ${field} ${code}`),
  }
}

describe('[decisions §5] SenML', () => {
  test('holds base name, time, unit and value on, with relative times', () => {
    const pack = [
      { bn: 'urn:dev:mac:0024befffe804ff1:', bt: -60, bu: '%RH', bv: 20, n: 'humidity', v: 1.5 },
      { n: 'humidity', t: 30, v: 2 },
      { bt: 1_763_600_000, bv: 0, n: 'temp', u: 'Cel', v: 21.5 },
    ]
    expect(read(pack)).toEqual({
      readings: [
        ['h', 21.5, -60],
        ['h', 22, -30],
        ['t', 21.5, (1_763_600_000_000 - NOW) / 1000],
      ],
      rejected: [],
    })
  })

  test('is read by name, else by a unit that says all; labels are no values', () => {
    const pack = [
      { n: 'urn:dev:ow:10e2073a01080063', u: 'Cel', v: 23.1 },
      { n: 'urn:dev:ow:1:nh3', u: 'ppm', v: 7 },
      { n: 'urn:dev:ow:1:pressure', u: 'Pa', v: 101_325 },
      { n: 'voltage', u: 'V', v: 120 },
      { n: 'label', vs: 'Machine room' },
      { n: 'open', vb: true },
      { n: 't', vs: 'warm' },
      { bn: 'x:', bver: 11, n: 't', v: 1 },
    ]
    expect(read(pack)).toEqual({
      readings: [
        ['t', 23.1, 0],
        ['nh3', 7, 0],
        ['p', 1013.25, 0],
      ],
      rejected: ['3 voltage unknown_measurement', '6 t not_a_number', '7  unreadable_message'],
    })
  })

  test('is told by its content type, whatever is in it', () => {
    expect(read([{ v: 1 }], `${SENML}; charset=utf-8`)?.rejected).toEqual(['0  unknown_measurement'])
    expect(read('rubbish', SENML)?.rejected).toEqual(['0  unreadable_message'])
  })
})

describe('[decisions §5] other bodies that say by themselves what they are', () => {
  test('AirGradient', () => {
    const sent = {
      wifi: -46,
      serialno: 'x',
      rco2: 447,
      pm01: 3,
      pm02: 7,
      pm10: 8,
      atmp: 25.87,
      rhum: 43,
      tvocIndex: 100,
    }
    expect(read(sent)?.readings).toEqual([
      ['t', 25.87, 0],
      ['h', 43, 0],
      ['co2', 447, 0],
      ['dust_pm1', 3, 0],
      ['dust_pm25', 7, 0],
      ['dust_pm10', 8, 0],
      ['rssi', -46, 0],
    ])
  })

  test('sensor.community, whose numbers are text and whose pressure is in Pa', () => {
    const value = (value_type: string, value: string) => ({ value_type, value })
    const sent = {
      sensordatavalues: [value('SDS_P2', '1.05'), value('BME280_pressure', '100659.00'), value('samples', '9')],
    }
    expect(read(sent)).toEqual({
      readings: [
        ['p', 1006.59, 0],
        ['dust_pm25', 1.05, 0],
      ],
      rejected: [],
    })
  })

  test.each([
    [{ t: 21 }],
    [[{ t: 21 }]],
    [{ atmp: 1 }],
    [null],
    [21],
    ['t'],
    [[]],
    [[{ n: 1, v: 2 }]],
    [{ time: 1, h: 2 }],
  ])('%j is not one of them', body => expect(read(body)).toBeNull())

  test('never throw, and never give what is no number', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(undefined, SENML), (body, type) => {
        for (const { value, time } of atOnce(readKnownBody(body, type, NOW))?.readings ?? [])
          expect(Number.isFinite(value) && Number.isFinite(time)).toBe(true)
      }),
    )
  })
})
