import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { deleteMeasurementsIn, insertMeasurements, type MeasurementRow } from './measurement-rows.ts'
import { newestValues } from './newest-values.ts'
import { sumHours } from './summaries/summing.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')
const DEVICES = [820_001, 820_002, 820_003]
const KEYS = ['t', 'h', 'co2']

let app: TestApp
let runs = 0
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
})
afterAll(() => app.close())

const ROW = { device_id: number, key: textColumn, time: number, value: number }
const named = (rows: readonly { device_id: number; key: string; time: number; value: number }[]) =>
  Object.fromEntries(rows.map(row => [`${row.device_id} ${row.key}`, [row.time, row.value]]))

/** The same looked for in all of history. */
const plainly = async () => {
  await vi.waitFor(async () => {
    const query = 'SELECT count() AS count FROM system.mutations WHERE database = currentDatabase() AND NOT is_done'
    expect((await readRows(app.services.series, { count: number }, query))[0]?.count).toBe(0)
  }, 30_000)
  return readRows(
    app.services.series,
    ROW,
    `SELECT device_id, key, toUnixTimestamp64Milli(max(m.time)) AS time, argMax(m.value, m.time) AS value
      FROM measurements AS m FINAL WHERE device_id IN (${DEVICES}) GROUP BY device_id, key`,
  )
}

const someRows = fc
  .record({
    device: fc.constantFrom(...DEVICES),
    key: fc.constantFrom(...KEYS),
    ago: fc.oneof(fc.integer({ min: 0, max: 4 * 60 }), fc.integer({ min: 0, max: 90 * 24 * 60 })),
    count: fc.integer({ min: 1, max: 30 }),
    value: fc.integer({ min: 1, max: 90 }),
  })
  .map(({ device, key, ago, count, value }) =>
    Array.from(
      { length: count },
      (_, n): MeasurementRow => [device, key, NOW - ago * MINUTE_MS - n * 5 * MINUTE_MS, value + n],
    ),
  )
const aStep = fc.oneof(
  someRows.map(rows => (on: Services) => insertMeasurements(on, rows)),
  fc.tuple(fc.constantFrom(...DEVICES), fc.integer({ min: 1, max: 90 * 24 })).map(([id, hours]) => (on: Services) => {
    const start = NOW - hours * HOUR_MS
    return deleteMeasurementsIn(on, id, {
      start: new Date(start).toISOString(),
      end: new Date(start + 9 * DAY_MS).toISOString(),
    })
  }),
  fc.constant((on: Services) => sumHours(on)),
)

test('the newest values are those of all of history, whatever came late or was deleted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: aStep, passes: fc.constantFrom(0, 11 * MINUTE_MS) }), { minLength: 4, maxLength: 12 }),
      async course => {
        // Marks that a run before wrote, and this one deletes, are remembered for minutes.
        app.clock.set(NOW + runs++ * HOUR_MS)
        await app.services.db.updateTable('summed_hours').set({ summed_until: null, taken_until: '' }).execute()
        await app.services.db.deleteFrom('changed_hours').execute()
        for (const table of ['measurements', 'hour_summaries'])
          await app.services.series.command({ query: `TRUNCATE TABLE ${table}` })
        for (const { step, passes } of course) {
          await step(app.services)
          app.clock.set(app.clock.now() + passes)
          const expected = named(await plainly())
          expect(named(await newestValues(app.services, DEVICES))).toEqual(expected)
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  )
}, 300_000)

test('a device that fell silent long ago is found by its last hour, without its history being read', async () => {
  const [silent] = DEVICES as [number]
  const rows = Array.from(
    { length: 300 },
    (_, n): MeasurementRow => [silent, 't', NOW - 60 * DAY_MS + n * MINUTE_MS, n],
  )
  for (const table of ['measurements', 'hour_summaries', 'last_hours'])
    await app.services.series.command({ query: `TRUNCATE TABLE ${table}` })
  await app.services.db.deleteFrom('changed_hours').execute()
  await app.services.db.updateTable('summed_hours').set({ summed_until: null, taken_until: '' }).execute()
  await insertMeasurements(app.services, rows)
  app.clock.set(NOW + HOUR_MS)
  await sumHours(app.services)
  await app.services.db.deleteFrom('changed_hours').execute()
  const asked: string[] = []
  const series = new Proxy(app.services.series, {
    get: (of, name) =>
      name === 'query'
        ? (query: { query: string }) => {
            asked.push(query.query)
            return Reflect.apply(of.query, of, [query])
          }
        : Reflect.get(of, name, of),
  })
  expect(await newestValues({ ...app.services, series }, [silent])).toEqual([
    { device_id: silent, key: 't', time: NOW - 60 * DAY_MS + 299 * MINUTE_MS, value: 299 },
  ])
  const ofReadings = asked.filter(query => query.includes('FROM measurements'))
  expect(ofReadings).toHaveLength(2)
  for (const query of ofReadings) expect(query).toMatch(/time >= fromUnixTimestamp64Milli\(17\d+/)
})
