import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  lagsOf,
  pairOf,
  pearsonAt,
  persistenceOf,
  type SteppedValues,
  withoutDayPattern,
} from '#shared/rules/science/correlation.ts'
import { BIN_MS, type TimedValue } from '#shared/rules/science/statistics.ts'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { correlations } from './correlations.ts'
import type { Ranged } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const START = Date.parse('2025-10-24T00:00:00Z')
const DEVICE = 810_000

/** Changes without a pattern, the same in each run. */
const noise = (index: number, seed: number): number => {
  const wave = Math.sin(index * 12.9898 + seed * 78.233) * 43758.5453
  return wave - Math.floor(wave)
}

describe('[science §5] values of the engine are correlated as the rules say', () => {
  test.each([
    [BIN_MS, 25, false],
    [BIN_MS, 25, true],
    [HOUR_MS, 3, false],
  ])('in steps of %i ms at %i lags, without the day pattern: %s', async (step, lags, withoutDayPatternToo) => {
    const device = DEVICE + lags + Number(withoutDayPatternToo)
    const segments = segmentsOf(START, START + 4 * DAY_MS, 'Europe/Amsterdam')
    // Gaps of one to five steps, over the change of the clocks.
    const series = (seed: number): TimedValue[] =>
      Array.from({ length: (4 * DAY_MS) / step }, (_, index) => ({
        time: START + index * step,
        value:
          10 +
          Math.sin(((index * step) / DAY_MS) * 2 * Math.PI) * 4 +
          3 * noise(index - seed * 2, 1) +
          noise(index, seed),
      })).filter((_, index) => noise(Math.floor(index / (1 + (index % 5))), seed + 7) > 0.12)
    const [cause, effect] = [series(0), series(2)]
    const rows = (key: string, of: TimedValue[]) => of.map(({ time, value }): ReadingRow => [device, key, time, value])
    await insertReadings(app, [...rows('t', cause), ...rows('h', effect)])
    const ranged = (key: string): Ranged => ({
      keys: [key],
      parts: [[{ deviceId: device, ranges: [{ from: START, until: START + 4 * DAY_MS }] }]],
      corrections: [],
      without: [],
      segments,
      summed: null,
      hour: undefined,
      range: null,
    })
    const shaped = (of: TimedValue[]): SteppedValues => {
      const steps = Int32Array.from(of, ({ time }) => time / step)
      const values = { steps, values: Float64Array.from(of, ({ value }) => value) }
      return withoutDayPatternToo ? withoutDayPattern(values, segments, step) : values
    }
    const pair = pairOf(shaped(cause), shaped(effect), step)
    const expected = Array.from({ length: lags }, (_, lag) => pearsonAt(pair, lag))
    expect(lagsOf(step)).toBe(lags)
    // By one statement, and by one for each.
    for (const reads of [[{ ...ranged('t'), keys: ['t', 'h'] }], [ranged('t'), ranged('h')]]) {
      const asked = { reads, step, withoutDayPattern: withoutDayPatternToo }
      const found = await correlations(app.services.series, asked)
      const { lagged, persistence } = found.get(0) ?? { lagged: [], persistence: [] }
      expect(lagged.map(({ lag, n }) => [lag, n])).toEqual(expected.map(({ lag, n }) => [lag, n]))
      lagged.forEach(({ r, sd_x, sd_y }, index) => {
        expect(r).toBeCloseTo(expected[index]?.r ?? Number.NaN, 9)
        expect(sd_x).toBeCloseTo(expected[index]?.sd_x ?? Number.NaN, 9)
        expect(sd_y).toBeCloseTo(expected[index]?.sd_y ?? Number.NaN, 9)
      })
      expect(persistence[0]).toBeCloseTo(persistenceOf(pair.cause), 9)
      expect(persistence[1]).toBeCloseTo(persistenceOf(pair.effect), 9)
    }
  })

  test('of many areas a few at a time, each with its own place', async () => {
    const devices = [DEVICE + 100, DEVICE + 101, DEVICE + 102]
    const segments = segmentsOf(START, START + DAY_MS, 'Europe/Amsterdam')
    await insertReadings(
      app,
      devices.flatMap((device, turn) =>
        Array.from({ length: 200 }, (_, index) => index).flatMap((index): ReadingRow[] => [
          [device, 't', START + index * BIN_MS, noise(index, 1)],
          [device, 'h', START + index * BIN_MS, noise(index - turn, 1)],
        ]),
      ),
    )
    // Three years of bins each: no two areas are read by one statement.
    const ranges = [{ from: START - 3 * 365 * DAY_MS, until: START + DAY_MS }]
    const ranged: Ranged = {
      keys: ['t', 'h'],
      parts: devices.map(deviceId => [{ deviceId, ranges }]),
      corrections: [],
      without: [],
      segments,
      summed: null,
      hour: undefined,
      range: null,
    }
    const found = await correlations(app.services.series, { reads: [ranged], step: BIN_MS, withoutDayPattern: false })
    // The effect of the second comes one step after its cause, that of the third two.
    expect([...found.keys()]).toEqual([0, 1, 2])
    for (const turn of devices.keys()) expect(found.get(turn)?.lagged[turn]?.r).toBeCloseTo(1, 9)
  })
})
