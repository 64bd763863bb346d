import { describe, expect, test } from 'vitest'
import { type MeasuredType, readTime, readValue, toNumber } from './sent-value.ts'

const type = (abbreviation: string, unit: string, pq: string | null = null): MeasuredType => ({
  abbreviation,
  unit,
  pq,
  min_value: -200,
  max_value: 2000,
})
const NOW = Date.UTC(2026, 10, 20, 12)

describe('[decisions §5] a value as text', () => {
  test.each([
    ['21.5', 21.5],
    [' 21.5 ', 21.5],
    ['+.5', 0.5],
    ['5.', 5],
    ['-1e2', -100],
    ['nan', null],
    [' NoSensor ', null],
    ['', null],
    ['21,5', Number.NaN],
    ['1.2.3', Number.NaN],
    ['0x10', Number.NaN],
    ['.', Number.NaN],
  ])('%j is %j', (sent, number) => {
    expect(toNumber(sent)).toEqual(number)
  })

  test.each([
    ['-59 dBm', type('rssi', 'dBm'), -59],
    ['70.7°F', type('t', '°C', 'temp_deg_c'), 21.5],
    ['55 %', type('h', '%'), 55],
    ['29.92 inHg', type('p', 'hPa'), 1013.207],
    ['1e3 Pa', type('p', 'hPa'), 10],
    ['12 ug/m3', type('dust_pm10', 'µg/m³'), 12],
    [{ value: '29.92', unit: 'inHg' }, type('p', 'hPa'), 1013.207],
    ['327.67 °C', type('t', '°C', 'temp_deg_c'), null],
  ])('%j carries its unit', (sent, of, value) => {
    const read = readValue(sent, of)
    if (value === null) expect(read).toBeNull()
    else expect(read).toBeCloseTo(value, 2)
  })

  test.each([
    ['5 apples', 'not_a_number'],
    ['5 hPa', 'not_a_number'],
    ['warm', 'not_a_number'],
    ['5 5', 'not_a_number'],
    [{ value: 5, unit: 'apples' }, 'unknown_unit'],
  ])('%j is refused', (sent, code) => {
    expect(readValue(sent, type('t', '°C'))).toBe(code)
  })

  test('longer than any number is none, at once', () => {
    const began = Date.now()
    for (const text of ['1'.repeat(5e6), `${'1'.repeat(4e6)}x`, ' '.repeat(4e6), `${'1 '.repeat(2e6)}°C`]) {
      expect(toNumber(text)).toBeNaN()
      expect(readValue(text, type('t', '°C'))).toBe('not_a_number')
      expect(readTime(text, NOW)).toBe('unreadable_time')
    }
    expect(Date.now() - began).toBeLessThan(5000)
  })

  test.each([
    ['2028-02-29T10:00:00Z', 'in_future'],
    ['2024-02-29 10:00:00+01:00', Date.UTC(2024, 1, 29, 9)],
    ['2026-02-29T10:00:00Z', 'unreadable_time'],
    ['2026-02-30 10:00:00Z', 'unreadable_time'],
    ['2026-04-31T10:00:00+02:00', 'unreadable_time'],
  ])('a day that no calendar has is no time: %s', (text, expected) => {
    expect(readTime(text, NOW)).toBe(expected)
  })
})
