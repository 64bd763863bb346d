import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { BIN_MS } from '#shared/rules/science/statistics.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { listOf, number, readRows, textColumn } from '../../kit/database/read-rows.ts'
import type { Series } from '../../kit/database/series.ts'
import type { Services } from '../../kit/services.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import type { SuspectInterval } from '../fault-store.ts'
import { deleteWritten } from '../journal.ts'
import {
  deleteMeasurements,
  deleteMeasurementsIn,
  insertMeasurements,
  type MeasurementRow,
} from '../measurement-rows.ts'
import type { SeriesSource } from '../readings.ts'
import { type BinsSelection, binsIn } from './bins-of-hours.ts'
import { partedByHours, summedHoursOf } from './clean-hours.ts'
import { type HoursSelection, hoursIn } from './hours.ts'
import { SUMMED_COLUMNS } from './summary-table.ts'
import { sumHours } from './summing.ts'

const START = Date.parse('2026-03-27T00:00:00Z')
const SPAN = 3 * DAY_MS
const KEYS = ['t', 'sound', 'weather_wind_direction']

let app: TestApp
let nextDevice = 700_000
let nextImport = 70_000
let compared = 0
beforeAll(async () => {
  app = await startTestApp({ now: START + SPAN })
})
afterAll(() => app.close())

const HOUR = {
  part: number,
  device_id: number,
  key: textColumn,
  hour: number,
  count: number,
  total_first: number,
  total_second: number,
  minimum: number,
  maximum: number,
  first_value: number,
  last_value: number,
  bins: number,
  bin_first: number,
  bin_second: number,
  bin_squares: number,
  bin_slots: number,
  bin_means: listOf(number),
}

const readHours = async (selection: Omit<HoursSelection, 'columns'>) => {
  const hours = hoursIn({ ...selection, columns: SUMMED_COLUMNS })
  if (!hours) return new Map<string, number[]>()
  const query = `SELECT ${Object.keys(HOUR)} FROM (${hours.query})`
  const rows = await readRows(app.services.series, HOUR, query, hours.params)
  const found = new Map(
    rows.map(({ part, device_id, key, hour, ...sums }) => [
      `${part} ${device_id} ${key} ${hour}`,
      Object.values(sums).flat(),
    ]),
  )
  expect(found.size).toBe(rows.length)
  return found
}

/** Bins of each part of a measurement, those of several devices as one. */
const readBins = async (selection: Omit<BinsSelection, 'range'>, step: typeof BIN_MS | typeof HOUR_MS) => {
  const bins = binsIn({ ...selection, range: null }, step)
  if (!bins) return new Map<string, number[]>()
  const columns = { part: number, key: textColumn, bin: number, value: number }
  const rows = await readRows(app.services.series, columns, bins.query, bins.params)
  const found = new Map(rows.map(({ part, key, bin, value }) => [`${part} ${key} ${bin}`, [value]]))
  expect(found.size).toBe(rows.length)
  return found
}

const deletionsDone = () =>
  vi.waitFor(async () => {
    const query = `SELECT count() AS count FROM system.mutations WHERE database = currentDatabase() AND NOT is_done`
    const [left] = await readRows(app.services.series, { count: number }, query)
    expect(left?.count).toBe(0)
  }, 30_000)

/** Compares numbers under the same names, to one in a thousand million; 0 degrees are 360. */
const expectEqual = (quick: ReadonlyMap<string, number[]>, plain: ReadonlyMap<string, number[]>): void => {
  expect([...quick.keys()].sort()).toEqual([...plain.keys()].sort())
  for (const [name, numbers] of plain) {
    expect(quick.get(name)).toHaveLength(numbers.length)
    quick.get(name)?.forEach((value, index) => {
      const expected = numbers[index] ?? Number.NaN
      const difference = Math.abs(value - expected)
      const isTurn = name.includes('wind_direction') && Math.abs(difference - 360) < 1e-6
      const apart = isTurn ? Math.abs(difference - 360) : difference / Math.max(1, Math.abs(expected))
      expect(apart, `${name} ${index}: ${value} against ${expected}`).toBeLessThan(1e-9)
    })
  }
}

/** Compares what is read with summaries with what is read of the readings alone. */
const expectSame = async (selection: Omit<HoursSelection, 'columns' | 'summed'>, devices: number[]) => {
  await deletionsDone()
  const summed = await summedHoursOf(app.services.db, devices, { from: START, until: START + SPAN + 10 * DAY_MS })
  expectEqual(await readHours({ ...selection, summed }), await readHours(selection))
  const { parts, corrections = [], without = [] } = selection
  // Measurements and steps take turns: each is compared often enough.
  const key = KEYS[compared % KEYS.length] ?? 't'
  const step = compared % 4 === 3 ? HOUR_MS : BIN_MS
  compared++
  const asked = { keys: [key], parts, corrections, without }
  expectEqual(await readBins({ ...asked, summed }, step), await readBins({ ...asked, summed: null }, step))
  return partedByHours({ ...selection, summed }).clean.flat().length
}

/** A store that stops at one of its calls, before or after doing it, as a process that is killed or suspended there. */
const stallingAt = (series: Series, at: number, phase: 'before' | 'after') => {
  let [calls, resume] = [0, () => {}]
  let stalled = () => {}
  const isStalled = new Promise<void>(done => {
    stalled = done
  })
  const hold = () =>
    new Promise<void>(done => {
      resume = done
      stalled()
    })
  const around =
    (name: 'insert' | 'command' | 'query') =>
    async (...args: unknown[]) => {
      const isHere = calls++ === at
      if (isHere && phase === 'before') await hold()
      const result = await Reflect.apply(series[name], series, args)
      if (isHere && phase === 'after') await hold()
      return result
    }
  const proxy = new Proxy(series, {
    get: (of, name) =>
      name === 'insert' || name === 'command' || name === 'query' ? around(name) : Reflect.get(of, name, of),
  })
  return { series: proxy, isStalled, resume: () => resume() }
}

const aTime = fc.integer({ min: 0, max: SPAN / MINUTE_MS - 1 }).map(minute => START + minute * MINUTE_MS)
const rowsOf = (devices: number[], importId = 0) =>
  fc
    .record({
      device: fc.constantFrom(...devices),
      from: aTime,
      count: fc.integer({ min: 1, max: 60 }),
      every: fc.constantFrom(1, 5, 37),
      key: fc.constantFrom(...KEYS),
      value: fc.integer({ min: 1, max: 90 }),
    })
    .map(({ device, from, count, every, key, value }) =>
      Array.from({ length: count }, (_, n): MeasurementRow => {
        const row: [number, string, number, number] = [
          device,
          key,
          from + n * every * MINUTE_MS,
          value + ((n * 7) % 23),
        ]
        return importId > 0 ? [...row, importId] : row
      }),
    )

const anAsk = (devices: number[]) => {
  const aRange = fc.tuple(aTime, fc.integer({ min: 1, max: SPAN / MINUTE_MS })).map(([from, minutes]) => ({
    from,
    until: Math.min(from + minutes * MINUTE_MS, START + SPAN + 3 * DAY_MS),
  }))
  return fc.record({
    parts: fc.constantFrom(1, 2).chain(count =>
      fc
        .array(fc.record({ deviceId: fc.constantFrom(...devices), ranges: fc.array(aRange, { maxLength: 2 }) }), {
          minLength: 1,
          maxLength: 3,
        })
        .map((sources): SeriesSource[][] => (count === 1 ? [sources] : [sources.slice(0, 1), sources.slice(1)])),
    ),
    keys: fc.constantFrom(undefined, ['t'], KEYS),
    corrections: fc.array(
      fc.record({
        device_id: fc.constantFrom(...devices),
        measurement: fc.constantFrom(...KEYS),
        from: fc.oneof(
          aTime,
          aTime.map(time => Math.floor(time / HOUR_MS) * HOUR_MS),
        ),
        until: fc.constant(null),
        offset: fc.integer({ min: -9, max: 9 }),
      }),
      { maxLength: 12 },
    ) as fc.Arbitrary<Correction[]>,
    without: fc.array(
      fc
        .record({
          device_id: fc.constantFrom(...devices),
          measurement: fc.constantFrom(...KEYS),
          fault: fc.constant('spike' as const),
          start: aTime,
        })
        .map((one): SuspectInterval => ({ ...one, end: one.start + 20 * MINUTE_MS })),
      { maxLength: 10 },
    ),
  })
}

type Step = { name: string; run: (services: Services) => Promise<unknown> }

const aStep = (devices: number[]): fc.Arbitrary<Step> => {
  const importId = nextImport++
  const device = fc.constantFrom(...devices)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: rowsOf(devices).map((rows): Step => ({ name: 'late', run: on => insertMeasurements(on, rows) })),
    },
    {
      weight: 2,
      arbitrary: rowsOf(devices, importId).map(
        (rows): Step => ({ name: 'import', run: on => insertMeasurements(on, rows) }),
      ),
    },
    {
      weight: 1,
      arbitrary: device.map((id): Step => ({ name: 'undo', run: on => deleteWritten(on, id, importId) })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(device, aTime).map(
        ([id, from]): Step => ({
          name: 'delete',
          run: on =>
            deleteMeasurementsIn(on, id, {
              start: new Date(from).toISOString(),
              end: new Date(from + 5 * HOUR_MS).toISOString(),
            }),
        }),
      ),
    },
    { weight: 1, arbitrary: device.map((id): Step => ({ name: 'remove', run: on => deleteMeasurements(on, id) })) },
    { weight: 5, arbitrary: fc.constant<Step>({ name: 'sum', run: sumHours }) },
  )
}

describe('[decisions §5] hours that were summed up', () => {
  test('say what the readings say, whatever comes late, is imported, undone, deleted, or killed in between', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constant(null).chain(() => {
          const devices = [nextDevice++, nextDevice++]
          const aCourse = fc.array(
            fc.record({
              step: aStep(devices),
              passes: fc.constantFrom(0, 11 * MINUTE_MS, 3 * HOUR_MS),
              // Calls of a run are few: reading where it begins, sums, deletions under way.
              stall: fc.option(
                fc.record({ at: fc.nat(4), phase: fc.constantFrom('before', 'after'), resumes: fc.boolean() } as const),
                { freq: 3 },
              ),
              selection: anAsk(devices),
            }),
            { minLength: 2, maxLength: 9 },
          )
          return fc.tuple(fc.constant(devices), rowsOf(devices), aCourse)
        }),
        async ([devices, rows, course]) => {
          app.clock.set(START + SPAN)
          await app.services.db.updateTable('summed_hours').set({ summed_until: null, taken_until: '' }).execute()
          await app.services.db.deleteFrom('changed_hours').execute()
          await app.services.series.command({ query: 'TRUNCATE TABLE hour_summaries' })
          await insertMeasurements(app.services, rows)
          await sumHours(app.services)
          const left: (() => Promise<unknown>)[] = []
          for (const { step, passes, stall, selection } of course) {
            if (stall) {
              const stalling = stallingAt(app.services.series, stall.at, stall.phase)
              const run = step.run({ ...app.services, series: stalling.series })
              await Promise.race([run, stalling.isStalled])
              const resume = () => {
                stalling.resume()
                return run
              }
              if (stall.resumes) left.push(resume)
            } else await step.run(app.services)
            app.clock.set(app.clock.now() + passes)
            taken += await expectSame(selection, devices)
          }
          for (const resume of left) {
            await resume()
            await expectSame(course[0]?.selection ?? { parts: [] }, devices)
          }
          app.clock.set(app.clock.now() + 3 * HOUR_MS)
          await deletionsDone()
          await sumHours(app.services)
          const whole = { from: START, until: START + SPAN + DAY_MS }
          taken += await expectSame({ parts: [devices.map(deviceId => ({ deviceId, ranges: [whole] }))] }, devices)
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
    expect(taken).toBeGreaterThan(20)
  }, 300_000)
})
