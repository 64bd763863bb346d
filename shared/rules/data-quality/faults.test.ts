import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import { FAULTS_LOOK_BACK, faultsIn, isJudged, type SensorReading } from './faults.ts'

const START = Date.parse('2026-11-20T00:00:00Z')

/** Values every `every` minutes. */
const series = (count: number, value: (n: number) => number, every = 5): SensorReading[] =>
  Array.from({ length: count }, (_, n) => [START + n * every * MINUTE_MS, value(n)] as const)
/** Alive, but of no fault. */
const alive = (level: number, by: number) => (n: number) => level + by * Math.sin(n / 9) + by * 0.2 * Math.cos(n)
const found = (quantity: string, readings: SensorReading[]) =>
  faultsIn(quantity, readings).map(({ fault, from, until }) => [
    fault,
    (from - START) / MINUTE_MS,
    (until - START) / MINUTE_MS,
  ])

describe('[science §5] sensor faults', () => {
  test.each([
    ['temp_deg_c', 22, 2],
    ['rv_perc', 60, 6],
    ['co2_ppm', 1500, 200],
    ['nh3_ppm', 12, 3],
    ['light_lux', 100, 40],
  ])('a living series of %s has none', (quantity, level, by) => {
    expect(found(quantity, series(600, alive(level, by)))).toEqual([])
  })

  test.each([
    ['temp_deg_c', 61, 21],
    ['rv_perc', 105, 60],
    ['co2_ppm', 300, 900],
    ['nh3_ppm', 201, 8],
    ['dust_pm10', -1, 50],
  ])('%s of %f lies outside what can be', (quantity, wrong, right) => {
    const readings = series(20, n => (n >= 8 && n < 10 ? wrong : alive(right, 1)(n)))
    expect(found(quantity, readings)).toContainEqual(['range', 40, 45])
  })

  test('humidity of 104 is tolerated', () => {
    expect(
      found(
        'rv_perc',
        series(20, n => (n === 8 ? 104 : 98 + (n % 3))),
      ),
    ).toEqual([])
  })

  test.each([
    ['temp_deg_c', 6, 22],
    ['rv_perc', 6, 60],
    ['co2_ppm', 3, 900],
    ['nh3_ppm', 24, 5],
  ])('%s that does not move for %i hours is flat from its first reading on', (quantity, hours, level) => {
    const flat = (hours * 60) / 5
    const readings = series(flat + 60, n => (n >= 20 && n <= 20 + flat ? level : level + 30 + (n % 7) * 3))
    const spans = found(quantity, readings).filter(([fault]) => fault === 'flatline')
    expect(spans).toEqual([['flatline', 100, 100 + hours * 60]])
    const shorter = series(flat + 60, n => (n >= 20 && n < 20 + flat ? level : level + 30 + (n % 7) * 3))
    expect(found(quantity, shorter).filter(([fault]) => fault === 'flatline')).toEqual([])
  })

  test('ammonia of nothing may stay nothing, and light is dark at night', () => {
    expect(
      found(
        'nh3_ppm',
        series(600, () => 0.4),
      ),
    ).toEqual([])
    expect(
      found(
        'light_lux',
        series(600, () => 0),
      ),
    ).toEqual([])
  })

  test('silence is not flat', () => {
    const readings = series(40, () => 22).filter((_, n) => n < 10 || n > 35)
    expect(
      found('temp_deg_c', [...readings, [START + 7 * HOUR_MS, 22]]).filter(([fault]) => fault === 'flatline'),
    ).toEqual([])
  })

  test('a spike goes and comes back; a new level stays', () => {
    const spike = series(40, n => (n === 20 ? 40 : alive(10, 1)(n)))
    expect(found('nh3_ppm', spike)).toEqual([['spike', 100, 100]])
    const level = series(40, n => alive(n < 20 ? 10 : 30, 1)(n))
    expect(found('nh3_ppm', level)).toEqual([])
  })

  test('a step no barn can take', () => {
    expect(
      found(
        'temp_deg_c',
        series(40, n => alive(n < 20 ? 20 : 28, 0.5)(n)),
      ),
    ).toEqual([['step', 100, 100]])
    const slow = series(40, n => alive(n < 20 ? 20 : 28, 0.5)(n), 60)
    expect(found('temp_deg_c', slow)).toEqual([])
  })

  test('water on the sensor: 99 % for twelve hours', () => {
    const wet = (hours: number) =>
      series(200, n => (n >= 10 && n <= 10 + hours * 12 ? 99 + (n % 9) * 0.2 : 80 + (n % 9)))
    expect(found('rv_perc', wet(12))).toEqual([['saturation', 50, 50 + 12 * 60]])
    expect(found('rv_perc', wet(11))).toEqual([])
  })

  test('the first ten minutes after it was off', () => {
    const before = series(30, alive(22, 2), 1)
    const after = series(30, alive(22, 2), 1).map(([time, value]): SensorReading => [time + 2 * HOUR_MS, value])
    expect(found('temp_deg_c', [...before, ...after])).toEqual([['warm_up', 120, 129]])
    const hourly = series(30, alive(22, 2), 90)
    expect(found('temp_deg_c', hourly)).toEqual([])
  })

  test('what is not judged has no faults', () => {
    expect(isJudged('battery')).toBe(false)
    expect(
      found(
        'battery',
        series(600, () => -7),
      ),
    ).toEqual([])
    expect(
      found(
        'constructor',
        series(10, () => 1),
      ),
    ).toEqual([])
  })

  const values = fc.array(fc.double({ min: -100, max: 30_000, noNaN: true }), { maxLength: 400 })
  const quantities = fc.constantFrom('temp_deg_c', 'rv_perc', 'co2_ppm', 'nh3_ppm')

  test('whatever was measured: spans begin and end at readings, in order, and none twice', () => {
    fc.assert(
      fc.property(quantities, values, fc.integer({ min: 1, max: 90 }), (quantity, list, every) => {
        const readings = series(list.length, n => list[n] as number, every)
        const times = new Set(readings.map(([time]) => time))
        const spans = faultsIn(quantity, readings)
        for (const { from, until } of spans) {
          expect(times.has(from) && times.has(until) && from <= until).toBe(true)
        }
        for (const [index, span] of spans.entries())
          for (const other of spans.slice(index + 1))
            if (other.fault === span.fault) expect(other.from > span.until).toBe(true)
      }),
    )
  })

  test('what is found in the last hours does not hang on what was long before', () => {
    const slow = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 500, maxLength: 500 })
    fc.assert(
      fc.property(slow, steps => {
        const readings = series(500, n => 20 + (steps[n] === 3 ? 0.5 : 0) * (n % 2))
        const cut = START + 500 * 5 * MINUTE_MS - HOUR_MS
        const recent = (all: readonly SensorReading[]) => faultsIn('temp_deg_c', all).filter(span => span.until >= cut)
        const late = readings.filter(([time]) => time >= cut - FAULTS_LOOK_BACK)
        expect(recent(late).map(({ fault, until }) => [fault, until])).toEqual(
          recent(readings).map(({ fault, until }) => [fault, until]),
        )
      }),
      { numRuns: 30 },
    )
  })
})
