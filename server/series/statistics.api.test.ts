import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Averaging } from '#shared/rules/science/mean.ts'
import { binsFrom, boxOf, validHoursFrom, weekmapCellOf, weekmapOf } from '#shared/rules/science/statistics.ts'
import { segmentsOf, stepStart } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { nullable, number, readRows } from '../kit/database/read-rows.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { localDaySql, numberOfLocalDay } from './local-steps.ts'
import { averagingOfKey, boxesSql, deviationSql, meanOfKey, valuesOfRows, weekmapCellSql } from './statistics.ts'
import { hoursOfReadings } from './summaries/hours.ts'

const KEYS = ['t', 'sound', 'weather_wind_direction'] as const
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const aValue = fc.double({ min: 0, max: 120, noNaN: true })
const near = (found: number | null | undefined, expected: number | null | undefined, what: string) => {
  if (typeof expected !== 'number' || Number.isNaN(expected)) return expect(found ?? null, what).toBeNull()
  expect(Math.abs((found ?? Number.NaN) - expected), `${what}: ${found} against ${expected}`).toBeLessThan(1e-6)
}

describe('[science §5] the engine sums up as the rules say', () => {
  test('boxes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...KEYS),
        fc.oneof(
          fc.array(aValue, { minLength: 1, maxLength: 30 }),
          // Whiskers of many end within the outermost twentieth, where most are alike and a few lie far out.
          fc.array(fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 20, max: 22 }) }, aValue), {
            minLength: 150,
            maxLength: 400,
            size: 'max',
          }),
        ),
        async (key, values) => {
          const expected = boxOf(averagingOfKey(key), values)
          const names = Object.keys(expected ?? {}) as (keyof typeof expected)[]
          const [found] = await readRows(
            app.services.series,
            Object.fromEntries(names.map(name => [name, nullable(number)])),
            boxesSql(
              valuesOfRows(key, 'value'),
              'part',
              '(SELECT 0 AS part, arrayJoin({values: Array(Float64)}) AS value)',
            ),
            { values },
          )
          expect(names).toContain('whisker_high')
          for (const name of names) near(found?.[name], expected?.[name], `${name} of ${values}`)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(['Europe/Amsterdam', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'cells of the weekday-hour map in %s, over both changes of the clocks',
    async zone => {
      const from = Date.parse('2025-01-01T00:00:00Z')
      const segments = segmentsOf(from, from + 400 * DAY_MS, zone)
      const times = Array.from({ length: 9600 }, (_, n) => from + n * HOUR_MS + ((n * 5) % 60) * MINUTE_MS)
      const rows = await readRows(
        app.services.series,
        { time: number, cell: number },
        `SELECT time, ${weekmapCellSql(segments, 'time')} AS cell FROM (SELECT ${from} + number * ${HOUR_MS} + (number * 5) % 60 * ${MINUTE_MS} AS time FROM numbers(9600)) ORDER BY time`,
      )
      expect(rows).toEqual(times.map(time => ({ time, cell: weekmapCellOf(time, segments) })))
    },
  )

  test.each(['Europe/Amsterdam', 'Asia/Kolkata', 'America/Havana', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'local days in %s, over both changes of the clocks',
    async zone => {
      const from = Date.parse('2025-01-01T00:00:00Z')
      const segments = segmentsOf(from, from + 400 * DAY_MS, zone)
      const rows = await readRows(
        app.services.series,
        { time: number, day: number },
        `SELECT ${from} + number * ${30 * MINUTE_MS} AS time, ${localDaySql(segments, 'time')} AS day FROM numbers(19200)`,
      )
      expect(rows).toHaveLength(19_200)
      for (const { time, day } of rows)
        expect(numberOfLocalDay(stepStart(time, 86_400, segments), segments), new Date(time).toISOString()).toBe(day)
    },
  )

  test('bins, valid hours and the weekday-hour map of one device', async () => {
    const start = Date.parse('2025-10-25T20:00:00Z')
    const segments = segmentsOf(start, start + DAY_MS, 'Europe/Amsterdam')
    const someReadings = fc.array(
      fc.record({ time: fc.integer({ min: 0, max: 7 * 60 * 6 }).map(tens => start + tens * 10_000), value: aValue }),
      { minLength: 1, maxLength: 150 },
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...KEYS), someReadings, async (key, readings) => {
        const averaging: Averaging = averagingOfKey(key)
        const hours = hoursOfReadings('readings', {
          groups: ['device_id', 'key'],
          value: 'value',
          keys: KEYS,
          columns: ['bins', 'bin_first', 'bin_second'],
        })
        const rows = await readRows(
          app.services.series,
          { cell: number, mean: nullable(number), n: number, sd: nullable(number), bins: number },
          `WITH readings AS (
              SELECT 1 AS device_id, {key: String} AS key, one.1 AS epoch_ms, one.2 AS value
              FROM (SELECT arrayJoin(arrayZip({times: Array(Int64)}, {values: Array(Float64)})) AS one)
            ),
            valid AS (
              SELECT hour, hours.bins AS in_hour, ${meanOfHour(key)} AS value FROM (${hours}) AS hours
              WHERE hours.bins >= 6 AND isNotNull(value)
            )
            SELECT ${weekmapCellSql(segments, 'hour')} AS cell, ${meanOfKey(key, 'assumeNotNull(value)')} AS mean, count() AS n,
              ${deviationSql(key, 'assumeNotNull(value)')} AS sd, sum(in_hour) AS bins
            FROM valid GROUP BY cell ORDER BY cell`,
          {
            key,
            times: readings.map(({ time }) => time),
            values: readings.map(({ value }) => value),
            energetic: ['sound'],
            circular: ['weather_wind_direction'],
          },
        )
        const bins = binsFrom(averaging, readings)
        const expected = weekmapOf(averaging, validHoursFrom(averaging, bins), segments)
        expect(rows.map(({ cell, n }) => [cell, n])).toEqual(expected.map(({ cell, n }) => [cell, n]))
        rows.forEach((row, index) => {
          near(row.mean, expected[index]?.mean, 'mean')
          near(row.sd, expected[index]?.sd, 'sd')
        })
      }),
      { numRuns: 60 },
    )
  })
})

const meanOfHour = (key: string): string => {
  if (key === 'sound') return '10 * log10(bin_first / bins)'
  if (key === 't') return 'bin_first / bins'
  return 'if(hypot(bin_first, bin_second) / bins < 0.2, NULL, positiveModulo(degrees(atan2(bin_second, bin_first)), 360))'
}
