import { describe, expect, test } from 'vitest'
import { type MeterReading, waterByMeter } from './water-meter.ts'

const ZONE = 'Europe/Amsterdam'
const at = (time: string, value: number): MeterReading => ({ time: Date.parse(time), value })
const litres = (readings: readonly MeterReading[], dates: readonly string[]) =>
  [...waterByMeter(readings, dates, ZONE)].map(([date, value]) => [date, Math.round(value * 1000) / 1000])

describe('water by the readings of a meter', () => {
  const readings = [
    at('2026-06-01T06:00:00+02:00', 100),
    at('2026-06-02T06:00:00+02:00', 102.4),
    at('2026-06-03T18:00:00+02:00', 106),
  ]
  test('is spread over the days between two readings, in whatever order these come', () => {
    // 18 h of 100 L/h after six o'clock; a day with both stretches has 6 h of the first and 18 h of the second.
    for (const some of [readings, readings.toReversed()])
      expect(litres(some, ['2026-06-01', '2026-06-02', '2026-06-03'])).toEqual([['2026-06-02', 2400]])
  })

  test('is that of one stretch where it covers several days', () => {
    const two = [at('2026-06-01T00:00:00+02:00', 10), at('2026-06-03T00:00:00+02:00', 12)]
    expect(litres(two, ['2026-06-01', '2026-06-02'])).toEqual([
      ['2026-06-01', 1000],
      ['2026-06-02', 1000],
    ])
  })

  test('counts the 23 and 25 hours of days on which the clock changes', () => {
    const spring = [at('2026-03-28T00:00:00+01:00', 0), at('2026-03-31T00:00:00+02:00', 7.1)]
    expect(litres(spring, ['2026-03-28', '2026-03-29', '2026-03-30'])).toEqual([
      ['2026-03-28', 2400],
      ['2026-03-29', 2300],
      ['2026-03-30', 2400],
    ])
    const autumn = [at('2026-10-25T00:00:00+02:00', 0), at('2026-10-26T00:00:00+01:00', 2.5)]
    expect(litres(autumn, ['2026-10-25'])).toEqual([['2026-10-25', 2500]])
  })

  test('is unknown where the meter was changed, was not read for more than a week, or reads but part of a day', () => {
    const changed = [at('2026-06-01T00:00:00+02:00', 500), at('2026-06-02T00:00:00+02:00', 3)]
    expect(litres(changed, ['2026-06-01'])).toEqual([])
    const rare = [at('2026-06-01T00:00:00+02:00', 500), at('2026-06-09T00:00:00+02:00', 508)]
    expect(litres(rare, ['2026-06-01', '2026-06-05'])).toEqual([])
    expect(litres([], ['2026-06-01'])).toEqual([])
    expect(litres(readings.slice(0, 1), ['2026-06-01'])).toEqual([])
  })
})
