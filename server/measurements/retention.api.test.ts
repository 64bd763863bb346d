import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { exportEndpoints } from '#shared/contract/measurements/exports.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { listOf, number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { deleteWritten } from '../series/journal.ts'
import {
  deleteMeasurements,
  deleteMeasurementsIn,
  insertMeasurements,
  type MeasurementRow,
} from '../series/measurement-rows.ts'
import { binsIn } from '../series/summaries/bins-of-hours.ts'
import { BeforeHorizon } from '../series/summaries/changes.ts'
import { summedHoursOf } from '../series/summaries/clean-hours.ts'
import { hoursIn } from '../series/summaries/hours.ts'
import { SUMMED_COLUMNS } from '../series/summaries/summary-table.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { aDevice } from '../testing/a-device.ts'
import { aUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { forgetOldReadings } from './retention.ts'

const HORIZON = Date.parse('2025-04-01T00:00:00Z')
const START = HORIZON - 3 * DAY_MS
const SPAN = 5 * DAY_MS
const NOW = Date.parse('2026-04-20T12:00:00Z')
const KEYS = ['t', 'sound', 'weather_wind_direction']
const DEVICES = [810_001, 810_002]
const IMPORT = 81_000
const OTHER = 810_003

let app: TestApp
let resets = 0
beforeAll(async () => {
  app = await startTestApp({ now: NOW, environment: { READINGS_KEPT: '1 year' } })
})
afterAll(() => app.close())

const HOUR = {
  device_id: number,
  key: textColumn,
  hour: number,
  ...Object.fromEntries(
    SUMMED_COLUMNS.filter(column => column !== 'bin_means').map(column => [column, number] as const),
  ),
  bin_means: listOf(number),
}
const deletionsDone = () =>
  vi.waitFor(async () => {
    const query = 'SELECT count() AS count FROM system.mutations WHERE database = currentDatabase() AND NOT is_done'
    const [left] = await readRows(app.services.series, { count: number }, query)
    expect(left?.count).toBe(0)
  }, 30_000)

type Answers = Map<string, number[]>

/** All that summaries carry: sums of hours, and bins with values of a range alone, by device, measurement and hour. */
const answers = async (offset = 0): Promise<Answers> => {
  await deletionsDone()
  const { db, series } = app.services
  const period = { from: START, until: START + SPAN }
  const parts = DEVICES.map(deviceId => [{ deviceId, ranges: [period] }])
  const summed = await summedHoursOf(db, DEVICES, period)
  const corrections = offset
    ? DEVICES.map(device_id => ({ device_id, measurement: 't', from: HORIZON - 30 * HOUR_MS, until: null, offset }))
    : []
  const found: Answers = new Map()
  const hours = hoursIn({ parts, keys: KEYS, summed, corrections, columns: SUMMED_COLUMNS })
  if (hours)
    for (const { device_id, key, hour, ...sums } of await readRows(
      series,
      HOUR,
      `SELECT ${Object.keys(HOUR)} FROM (${hours.query})`,
      hours.params,
    ))
      found.set(`${device_id} ${hour} ${key}`, Object.values(sums).flat() as number[])
  const within = { least: 20, most: 60 }
  const columns = ['bins', 'bin_first', 'bin_second'] as const
  const ranged = hoursIn({ parts, keys: KEYS, summed, corrections, within, columns })
  if (ranged)
    for (const row of await readRows(
      series,
      { device_id: number, key: textColumn, hour: number, bins: number, bin_first: number, bin_second: number },
      `SELECT device_id, key, hour, bins, bin_first, bin_second FROM (${ranged.query})`,
      ranged.params,
    ))
      found.set(`${row.device_id} ${row.hour} ${row.key} ranged`, [row.bins, row.bin_first, row.bin_second])
  for (const key of KEYS) {
    const bins = binsIn({ keys: [key], parts, corrections, without: [], summed, range: null })
    if (!bins) continue
    for (const { part, bin, value } of await readRows(
      series,
      { part: number, bin: number, value: number },
      `SELECT part, bin, value FROM (${bins.query})`,
      bins.params,
    )) {
      const hour = Math.floor(bin / HOUR_MS) * HOUR_MS
      found.set(`${DEVICES[part]} ${hour} ${key} ${bin}`, [value])
    }
  }
  return found
}

const expectSame = (after: Answers, before: Answers): void => {
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
  for (const [name, numbers] of before)
    after.get(name)?.forEach((value, index) => {
      const expected = numbers[index] ?? Number.NaN
      const difference = Math.abs(value - expected)
      const apart = Math.min(difference, Math.abs(difference - 360)) / Math.max(1, Math.abs(expected))
      expect(apart, `${name} ${index}: ${value} against ${expected}`).toBeLessThan(1e-9)
    })
}

const rawBefore = async (time: number): Promise<number> => {
  const query = `SELECT count() AS count FROM measurements WHERE device_id > 0 AND toUnixTimestamp64Milli(time) < ${time}`
  const [found] = await readRows(app.services.series, { count: number }, query)
  return found?.count ?? 0
}

/** Runs a job as a process that is killed at one of its calls to the store of measurements, before or after it. */
const killedAt = async (
  run: (services: Services) => Promise<unknown>,
  at: number,
  phase: 'before' | 'after',
): Promise<void> => {
  const killed = new Error('killed')
  let calls = 0
  const series = new Proxy(app.services.series, {
    get: (of, name) =>
      name === 'insert' || name === 'command' || name === 'query'
        ? async (...args: unknown[]) => {
            const isHere = calls++ === at
            if (isHere && phase === 'before') throw killed
            const result = await Reflect.apply(of[name], of, args)
            if (isHere) throw killed
            return result
          }
        : Reflect.get(of, name, of),
  })
  await run({ ...app.services, series }).catch(error => {
    if (error !== killed) throw error
  })
}

const passes = (ms: number) => app.clock.set(app.clock.now() + ms)

/** The clock's work for as long as all steps take. */
const allSteps = async (): Promise<void> => {
  for (let step = 0; step < 4; step++) {
    passes(step === 2 ? 8 * DAY_MS : 20 * MINUTE_MS)
    await deletionsDone()
    await sumHours(app.services)
    await forgetOldReadings(app.services)
  }
}

beforeEach(() => reset())
const reset = async () => {
  // Marks that a test before wrote, and this one deletes, are remembered for minutes.
  app.clock.set(NOW + resets++ * HOUR_MS)
  const none = { readings_from: null, hours_alone_until: null, hours_alone_since: null, dropped_until: null }
  await app.services.db
    .updateTable('summed_hours')
    .set({ summed_until: null, taken_until: '', ...none })
    .execute()
  await app.services.db.deleteFrom('changed_hours').execute()
  for (const table of ['hour_summaries', 'measurements'])
    await app.services.series.command({ query: `TRUNCATE TABLE ${table}` })
  // A device that goes on: where nothing is younger, nothing goes.
  const months = Array.from({ length: 8 }, (_, n) => Date.UTC(2025, 4 + n, 15))
  await insertMeasurements(
    app.services,
    months.map((time): MeasurementRow => [OTHER, 't', time, 20]),
  )
}

const aTime = fc.integer({ min: 0, max: SPAN / MINUTE_MS - 1 }).map(minute => START + minute * MINUTE_MS)
const someRows = (importId = 0) =>
  fc
    .record({
      device: fc.constantFrom(...DEVICES),
      from: aTime,
      count: fc.integer({ min: 1, max: 90 }),
      every: fc.constantFrom(1, 5, 37),
      key: fc.constantFrom(...KEYS),
      value: fc.integer({ min: 1, max: 90 }),
    })
    .map(({ device, from, count, every, key, value }) =>
      Array.from({ length: count }, (_, n): MeasurementRow => {
        const time = from + n * every * MINUTE_MS
        return [device, key, time, value + ((n * 7) % 23), importId]
      }).filter(([, , time]) => time < START + SPAN),
    )
const aStretch = fc.tuple(fc.constantFrom(...DEVICES), aTime, fc.integer({ min: 1, max: 30 }))

type Step = (services: Services) => Promise<unknown>
const aStep: fc.Arbitrary<Step> = fc.oneof(
  someRows().map(
    (rows): Step =>
      on =>
        insertMeasurements(on, rows),
  ),
  someRows(IMPORT).map(
    (rows): Step =>
      on =>
        insertMeasurements(on, rows),
  ),
  fc.constantFrom(...DEVICES).map(
    (id): Step =>
      on =>
        deleteWritten(on, id, IMPORT),
  ),
  aStretch.map(
    ([id, from, hours]): Step =>
      on =>
        deleteMeasurementsIn(on, id, {
          start: new Date(from).toISOString(),
          end: new Date(from + hours * HOUR_MS).toISOString(),
        }),
  ),
  fc.constant<Step>(on => sumHours(on)),
)
const aKill = fc.option(fc.record({ at: fc.nat(3), phase: fc.constantFrom('before', 'after') } as const), { freq: 2 })

describe('[decisions §5] single readings that go after a time', () => {
  test('answers are the same before and after, whatever came, was undone, deleted or killed in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        someRows(),
        fc.array(fc.record({ step: aStep, kill: aKill, wait: fc.constantFrom(0, 11 * MINUTE_MS) }), { maxLength: 6 }),
        fc.array(aKill, { minLength: 3, maxLength: 6 }),
        aStretch,
        fc.integer({ min: -3, max: 3 }),
        async (rows, course, kills, [device, from, hours], offset) => {
          await reset()
          await insertMeasurements(app.services, rows)
          await sumHours(app.services)
          for (const { step, kill, wait } of course) {
            if (kill) await killedAt(step, kill.at, kill.phase)
            else await step(app.services)
            await deletionsDone()
            passes(wait)
          }
          const before = await answers(offset)
          for (const kill of kills) {
            if (kill) await killedAt(forgetOldReadings, kill.at, kill.phase)
            else await forgetOldReadings(app.services)
            expectSame(await answers(offset), before)
            passes(11 * MINUTE_MS)
            if (kill) await killedAt(sumHours, kill.at, kill.phase)
            else await sumHours(app.services)
          }
          await allSteps()
          expect(await rawBefore(HORIZON)).toBe(0)
          expectSame(await answers(offset), before)

          // Late values are refused, and change nothing.
          const late: MeasurementRow = [device, 't', HORIZON - HOUR_MS - MINUTE_MS, 77]
          await expect(insertMeasurements(app.services, [late])).rejects.toThrow(BeforeHorizon)
          await allSteps()
          expectSame(await answers(offset), before)

          const [start, end] = [Math.floor(from / HOUR_MS) * HOUR_MS, from + hours * HOUR_MS]
          const span = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
          await deleteMeasurementsIn(app.services, device, span)
          const isGone = (name: string): boolean => {
            const [id, hour] = name.split(' ').map(Number) as [number, number]
            // Before the horizon an hour goes as a whole.
            return id === device && hour < HORIZON && hour + HOUR_MS > start && hour < end
          }
          const old = (all: Answers) => new Map([...all].filter(([name]) => Number(name.split(' ')[1]) < HORIZON))
          const kept = new Map([...old(before)].filter(([name]) => !isGone(name)))
          expectSame(old(await answers(offset)), kept)
          await allSteps()
          expectSame(old(await answers(offset)), kept)
          await deleteMeasurements(app.services, device)
          await allSteps()
          expect([...(await answers())].filter(([name]) => name.startsWith(`${device} `))).toEqual([])
        },
      ),
      { numRuns: 6, endOnFailure: true },
    )
  }, 400_000)

  const aMonth = async (): Promise<void> => {
    const rows = Array.from(
      { length: SPAN / (5 * MINUTE_MS) },
      (_, n): MeasurementRow => [810_001, 't', START + n * 5 * MINUTE_MS, 20],
    )
    await insertMeasurements(app.services, rows)
  }

  test('stay while hours are not summed up, or a backup copies them that began before', async () => {
    await aMonth()
    await forgetOldReadings(app.services)
    passes(20 * MINUTE_MS)
    await forgetOldReadings(app.services)
    expect(await rawBefore(HORIZON)).toBeGreaterThan(0)
    await sumHours(app.services)
    await forgetOldReadings(app.services)
    const running = { status: 'running' as const, asked_at: new Date(NOW).toISOString(), taken_until: '', tries: 1 }
    await app.services.db.insertInto('backups').values(running).execute()
    passes(8 * DAY_MS)
    await forgetOldReadings(app.services)
    expect(await rawBefore(HORIZON)).toBeGreaterThan(0)
    await app.services.db.deleteFrom('backups').execute()
    await forgetOldReadings(app.services)
    expect(await rawBefore(HORIZON)).toBe(0)
    expect(await rawBefore(START + SPAN)).toBe((2 * DAY_MS) / (5 * MINUTE_MS))
  })

  test('stay where the setting is made longer, or taken back, before they are gone', async () => {
    await aMonth()
    const keptFor = (READINGS_KEPT: typeof app.services.environment.READINGS_KEPT) => ({
      ...app.services,
      environment: { ...app.services.environment, READINGS_KEPT },
    })
    passes(20 * MINUTE_MS)
    await sumHours(app.services)
    await forgetOldReadings(app.services)
    await expect(insertMeasurements(app.services, [[OTHER, 't', START, 20]])).rejects.toThrow(BeforeHorizon)
    passes(8 * DAY_MS)
    await forgetOldReadings(keptFor({ count: 2, unit: 'years' }))
    expect(await rawBefore(HORIZON)).toBe((3 * DAY_MS) / (5 * MINUTE_MS))
    await forgetOldReadings(app.services)
    await forgetOldReadings(keptFor(null))
    expect(await insertMeasurements(app.services, [[OTHER, 't', START, 20]])).toBeUndefined()
    const [horizons] = await app.services.db.selectFrom('summed_hours').selectAll().execute()
    expect(horizons).toMatchObject({ readings_from: null, hours_alone_until: null, dropped_until: null })
  })

  test('that are gone are not taken for there again, whatever is set later', async () => {
    await aMonth()
    await allSteps()
    expect(await rawBefore(HORIZON)).toBe(0)
    await forgetOldReadings({ ...app.services, environment: { ...app.services.environment, READINGS_KEPT: null } })
    const [horizons] = await app.services.db.selectFrom('summed_hours').selectAll().execute()
    expect(horizons).toMatchObject({ hours_alone_until: new Date(HORIZON).toISOString() })
  })

  test('stay where so few are younger that the clock may be wrong', async () => {
    await aMonth()
    for (const month of ['202509', '202510', '202511', '202512'])
      await app.services.series.command({ query: `ALTER TABLE measurements DROP PARTITION ID '${month}'` })
    await allSteps()
    expect(await rawBefore(HORIZON)).toBe((3 * DAY_MS) / (5 * MINUTE_MS))
    expect(app.logged()).toContain('the clock of this server may be wrong')
    expect(await insertMeasurements(app.services, [[OTHER, 't', START, 20]])).toBeUndefined()
  })

  test('stay for ever where nobody says otherwise', async () => {
    await aMonth()
    const ever = { ...app.services, environment: { ...app.services.environment, READINGS_KEPT: null } }
    await sumHours(app.services)
    for (let run = 0; run < 3; run++) {
      passes(HOUR_MS)
      await forgetOldReadings(ever)
    }
    expect(await rawBefore(HORIZON)).toBe((3 * DAY_MS) / (5 * MINUTE_MS))
  })
})

describe('[decisions §5] what is asked of a time whose hours alone are kept', () => {
  test('is answered by the hour, said to be so, and taken from nobody any more', async () => {
    const user = await aUser(app)
    const device = await aDevice(app, user)
    const rows = Array.from(
      { length: (3 * DAY_MS) / (5 * MINUTE_MS) },
      (_, n): MeasurementRow => [device.id, 't', START + n * 5 * MINUTE_MS, 10 + (n % 12)],
    )
    await insertMeasurements(app.services, rows)
    const chart = {
      device_id: device.id,
      interval: 'selection' as const,
      date_start: '2025-03-30T00:00:00Z',
      date_end: '2025-03-31T00:00:00Z',
    }
    const whole = await app.call(measurementEndpoints.getSeries, { query: chart }, user.token)
    expect(whole).toMatchObject({ step_seconds: 300 })
    expect(whole.hours_alone_until).toBeUndefined()
    const asked = { device_ids: String(device.id), ...chart, format: 'csv' as const }
    const { device_id: _, ...query } = asked
    expect(await app.call(exportEndpoints.previewExport, { query }, user.token)).toMatchObject({
      step_seconds: null,
      values: 288,
    })

    await allSteps()
    expect(await rawBefore(HORIZON)).toBe(0)
    const kept = await app.call(measurementEndpoints.getSeries, { query: chart }, user.token)
    expect(kept).toMatchObject({ step_seconds: 3600, hours_alone_until: '2025-04-01T00:00:00.000Z', coverage: 1 })
    expect(kept.series.t).toMatchObject({
      mean: Array.from({ length: 24 }, () => 15.5),
      min: Array.from({ length: 24 }, () => 10),
      max: Array.from({ length: 24 }, () => 21),
    })
    const preview = await app.call(exportEndpoints.previewExport, { query }, user.token)
    expect(preview).toMatchObject({ step_seconds: 3600, values: 25, hours_alone_until: '2025-04-01T00:00:00.000Z' })
    expect(preview.head[1]?.at(-1)).toBe('15.5')

    const late = { time: '2025-03-30T12:00:00Z', t: 99 }
    await expect(app.call(measurementEndpoints.sendMeasurements, { body: late }, device.key)).rejects.toMatchObject({
      status: 422,
    })
    const sent = await app.call(
      measurementEndpoints.sendMeasurements,
      { body: [late, { time: '2025-04-02T12:00:00Z', t: 11 }] },
      device.key,
    )
    expect(sent).toMatchObject({ accepted: 1, rejected: [{ code: 'not_kept' }] })

    await app.call(deviceEndpoints.deleteSensor, { params: { id: device.id } }, user.token)
    await expect
      .poll(
        async () =>
          (
            await readRows(
              app.services.series,
              { count: number },
              `SELECT countIf(count > 0) AS count FROM hour_summaries FINAL WHERE device_id = ${device.id} AND time < '2025-04-01'`,
            )
          )[0]?.count,
      )
      .toBe(0)
  })
})
