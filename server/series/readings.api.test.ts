import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Correction, calibrationOffsetAt, correctionsFrom } from '#shared/rules/data-quality/calibration.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import { ALWAYS } from '#shared/rules/time/interval.ts'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { countValues } from '../exports/making/counting.ts'
import type { PlacedInterval } from '../exports/making/placed-intervals.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import { newestExplainedReadings, summaryOfReadings } from '../provenance/why-store.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { binsOf } from './bins.ts'
import type { SuspectInterval } from './fault-store.ts'
import { insertMeasurements, measurementSteps } from './measurement-rows.ts'
import { type ReadingsSelection, readingsIn, type SeriesSource } from './readings.ts'
import { readFrame } from './series-frame.ts'
import { averagingOfKey } from './statistics.ts'
import { windowsOf } from './windows.ts'

const START = Date.parse('2026-03-02T00:00:00Z')
const KEYS = ['t', 'sound', 'weather_wind_direction']

let app: TestApp
let nextDevice = 500_000
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Given {
  device: number
  key: string
  time: number
  value: number
}

const store = (rows: readonly Given[]) =>
  insertMeasurements(
    app.services,
    rows.map(({ device, key, time, value }) => [device, key, time, value]),
  )

const read = async (selection: ReadingsSelection) => {
  const readings = readingsIn(selection)
  if (!readings) return []
  const rows = await readRows(
    app.services.series,
    { part: number, device_id: number, key: textColumn, epoch_ms: number, calibrated: number },
    `SELECT part, device_id, key, epoch_ms, calibrated FROM (${readings.query}) ORDER BY device_id, key, epoch_ms`,
    readings.params,
  )
  return rows.map(row => [row.part, row.device_id, row.key, row.epoch_ms, row.calibrated])
}

const interval = (from: number, minutes: number) => ({ from, until: from + minutes * MINUTE_MS })
const aRange = fc
  .tuple(fc.integer({ min: 0, max: 110 }), fc.integer({ min: 1, max: 60 }))
  .map(([from, minutes]) => interval(START + from * MINUTE_MS, minutes))

describe('[decisions §5] the engine reads what the rules say', () => {
  test('ranges, calibrations and doubtful intervals, few or many', async () => {
    const devices = [nextDevice++, nextDevice++, nextDevice++]
    const rows = devices.flatMap(device =>
      ['t', 'h'].flatMap(key =>
        Array.from({ length: 120 }, (_, n) => ({ device, key, time: START + n * MINUTE_MS, value: n })),
      ),
    )
    await store(rows)
    const aDevice = fc.constantFrom(...devices)
    const aKey = fc.constantFrom('t', 'h')
    const selection = fc.record({
      parts: fc.array(
        fc.array(fc.record({ deviceId: aDevice, ranges: fc.array(aRange, { maxLength: 4 }) }), { maxLength: 3 }),
        { minLength: 1, maxLength: 3 },
      ),
      keys: fc.constantFrom(undefined, ['t'], ['t', 'h']),
      corrections: fc
        .array(
          fc.record({
            device_id: aDevice,
            measurement: aKey,
            valid_from: fc.integer({ min: -5, max: 110 }).map(n => new Date(START + n * MINUTE_MS).toISOString()),
            offset: fc.integer({ min: -3, max: 3 }),
          }),
          { maxLength: 14 },
        )
        .map(correctionsFrom),
      without: fc.array(
        fc
          .record({ device_id: aDevice, measurement: aKey, range: aRange })
          .map(({ range, ...of }): SuspectInterval => ({ ...of, fault: 'spike', start: range.from, end: range.until })),
        { maxLength: 6 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(selection, async one => {
        expect(await read(one)).toEqual(expectedOf(rows, one))
      }),
      { numRuns: 40 },
    )
  })

  test('a few days of each device out of many', async () => {
    const devices = [nextDevice++, nextDevice++, nextDevice++]
    const rows = devices.flatMap(device =>
      Array.from({ length: 240 }, (_, n) => ({ device, key: 't', time: START + n * 12 * HOUR_MS, value: n })),
    )
    await store(rows)
    const hours = fc
      .integer({ min: 0, max: 120 * 24 })
      .chain(from => fc.tuple(fc.constant(from), fc.integer({ min: 1, max: 40 })))
    // Ends a millisecond beside a reading or a midnight tell apart what is in and what is not.
    const range = fc.tuple(hours, fc.integer({ min: -1, max: 1 })).map(([[from, length], ms]) => ({
      from: START + from * HOUR_MS + ms,
      until: START + (from + length) * HOUR_MS + ms,
    }))
    const source = fc.record({ deviceId: fc.constantFrom(...devices), ranges: fc.array(range, { maxLength: 6 }) })
    const parts = fc.array(fc.array(source, { maxLength: 3 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(parts, async of => {
        expect(await read({ parts: of })).toEqual(expectedOf(rows, { parts: of }))
      }),
      { numRuns: 30 },
    )
  })

  test('stretches of time far apart, each with its devices, calibrations and doubtful intervals', async () => {
    const devices = [nextDevice++, nextDevice++, nextDevice++]
    const days = [0, 9, 40]
    const rows = devices.flatMap(device =>
      days.flatMap(day =>
        Array.from({ length: 60 }, (_, n) => ({
          device,
          key: 't',
          time: START + day * DAY_MS + n * MINUTE_MS,
          value: n,
        })),
      ),
    )
    await store(rows)
    const aDevice = fc.constantFrom(...devices)
    const range = fc
      .tuple(fc.constantFrom(...days), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 1, max: 60 }))
      .map(([day, from, minutes]) => interval(START + day * DAY_MS + from * MINUTE_MS, minutes))
    const selection = fc.record({
      parts: fc.array(
        fc.array(fc.record({ deviceId: aDevice, ranges: fc.array(range, { maxLength: 3 }) }), { maxLength: 3 }),
        { minLength: 1, maxLength: 4 },
      ),
      corrections: fc
        .array(
          fc.record({
            device_id: aDevice,
            measurement: fc.constant('t'),
            valid_from: fc.integer({ min: 0, max: 41 }).map(day => new Date(START + day * DAY_MS).toISOString()),
            offset: fc.integer({ min: -3, max: 3 }),
          }),
          { maxLength: 4 },
        )
        .map(correctionsFrom),
      without: fc.array(
        fc
          .record({ device_id: aDevice, measurement: fc.constant('t'), range })
          .map(({ range, ...of }): SuspectInterval => ({ ...of, fault: 'spike', start: range.from, end: range.until })),
        { maxLength: 2 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(selection, async one => {
        expect(await read(one)).toEqual(expectedOf(rows, one))
      }),
      { numRuns: 40 },
    )
  })

  test('both ends of a year are read without what lies between', async () => {
    const devices = Array.from({ length: 12 }, () => nextDevice++)
    await store(
      devices.flatMap(device =>
        Array.from({ length: 2400 }, (_, n) => ({ device, key: 't', time: START + n * 3 * HOUR_MS, value: n })),
      ),
    )
    const end = START + 2400 * 3 * HOUR_MS
    const ranges = [interval(START + 1, 240), interval(end - 240 * MINUTE_MS, 240)]
    const readings = readingsIn({ parts: devices.map(deviceId => [{ deviceId, ranges }]) })
    const count = readRows(
      app.services.series,
      { rows: number },
      `SELECT count() AS rows FROM (${readings?.query}) SETTINGS max_rows_to_read = 14400`,
      readings?.params,
    )
    expect(await count).toEqual([{ rows: devices.length * 2 }])
  })

  test.each(KEYS)('the mean of %s', async key => {
    const values = fc.array(fc.integer({ min: 0, max: 160 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(values, async some => {
        const device = nextDevice++
        const rows = some.map((value, n) => ({ device, key, time: START + n * 1000, value }))
        await store(rows)
        const source = { deviceId: device, ranges: [interval(START, 60)] }
        const wanted = meanOf(averagingOfKey(key), some)
        const found = [await stepMean([source]), await stepMean([source], KEYS), await binMean(device, key)]
        for (const mean of found)
          if (wanted === null) expect(mean ?? null).toBeNull()
          else expect(apart(mean ?? Number.NaN, wanted, key)).toBeLessThan(1e-5)
      }),
      { numRuns: 12 },
    )
  })
})

/** North is 0 and 360. */
const apart = (a: number, b: number, key: string): number =>
  Math.abs(key === 'weather_wind_direction' ? ((a - b + 540) % 360) - 180 : a - b)

const expectedOf = (rows: readonly Given[], { parts, keys, corrections = [], without = [] }: ReadingsSelection) =>
  rows
    .map(({ device, key, time, value }) => {
      const part = parts.findIndex(sources =>
        sources.some(
          ({ deviceId, ranges }) =>
            deviceId === device && ranges.some(range => range.from <= time && time < range.until),
        ),
      )
      return [part, device, key, time, value + calibrationOffsetAt(corrections, device, key, time)] as const
    })
    .filter(([part, , key]) => part >= 0 && (keys?.includes(key) ?? true))
    .filter(([, device, key, time]) =>
      without.every(one => one.device_id !== device || one.measurement !== key || time < one.start || time > one.end),
    )
    .toSorted((a, b) => a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0) || a[3] - b[3])

const stepMean = async (sources: SeriesSource[], keys?: readonly string[]) => {
  const segments = segmentsOf(START, START + HOUR_MS, 'UTC')
  const selection = { parts: [sources], keys, step: 3600, segments, corrections: [], without: [] }
  return (await measurementSteps(app.services.series, selection))[0]?.mean
}

const binMean = async (device: number, key: string) => {
  const selection = { deviceIds: [device], keys: [key], corrections: [], ...interval(START, 60), step: HOUR_MS }
  return (await binsOf(app.services.series, { ...selection, parts: 'means' })).get(device)?.get(key)?.mean[0]
}

describe('[science §5] the mean of an area is that of its devices', () => {
  test('however often each of them sends, and what a silent one does not tell is missing', async () => {
    const [often, seldom, silent] = [nextDevice++, nextDevice++, nextDevice++]
    await store([
      ...Array.from({ length: 360 }, (_, n) => ({ device: often, key: 't', time: START + n * 10_000, value: 20 })),
      ...Array.from({ length: 12 }, (_, n) => ({
        device: seldom,
        key: 't',
        time: START + n * 5 * MINUTE_MS,
        value: 30,
      })),
      ...Array.from({ length: 12 }, (_, n) => ({
        device: often,
        key: 'h',
        time: START + n * 5 * MINUTE_MS,
        value: 50,
      })),
      { device: silent, key: 't', time: START - 24 * HOUR_MS, value: 25 },
    ])
    const period = { ...interval(START, 60), step: 300 }
    const frame = await readFrame(app.services, {
      deviceId: often,
      sources: [often, seldom, silent].map(deviceId => ({
        deviceId,
        ranges: [period],
        readable: [ALWAYS],
        uploadInterval: 300,
      })),
      corrections: [],
      without: [],
      keys: undefined,
      zone: 'UTC',
      now: period.until,
      period,
      uploadInterval: 300,
    })
    expect(frame.devices).toBe(3)
    expect(frame.series.t?.mean).toEqual(new Array(12).fill(25))
    expect(frame.series.t?.coverage).toBeCloseTo(2 / 3, 6)
    expect(frame.series.t?.present).toEqual(new Array(12).fill(0.6667))
    // Devices that never told humidity are not expected to.
    expect(frame.series.h?.coverage).toBe(1)
    const selection = { sources: [often, seldom].map(deviceId => ({ deviceId, ranges: [period] })), measurement: 't' }
    const summary = await summaryOfReadings(app.services.series, { ...selection, corrections: [], without: [] })
    expect(summary).toMatchObject({ count: 372, all: 372, value: { min: 20, mean: 25, max: 30 } })
  })

  test('sound of two devices by its energy', async () => {
    const devices = [nextDevice++, nextDevice++]
    await store(devices.map((device, index) => ({ device, key: 'sound', time: START, value: 60 + 10 * index })))
    const mean = await stepMean(devices.map(deviceId => ({ deviceId, ranges: [interval(START, 60)] })))
    expect(mean).toBeCloseTo(67.4, 2)
  })
})

describe('thousands of devices, calibrations and doubtful intervals in one query', () => {
  const MANY = 12_000
  const devices = Array.from({ length: 2000 }, (_, index) => 600_000 + index)
  const range = interval(START, 60)
  const corrections: Correction[] = Array.from({ length: MANY }, (_, index) => ({
    device_id: devices[index % devices.length] as number,
    measurement: index % 4000 < 2000 ? 't' : 'h',
    from: START + Math.floor(index / 4000) * 20 * MINUTE_MS,
    until: index < 8000 ? START + (Math.floor(index / 4000) + 1) * 20 * MINUTE_MS : null,
    offset: 0.5,
  }))
  const without: SuspectInterval[] = Array.from({ length: MANY }, (_, index) => ({
    device_id: devices[index % devices.length] as number,
    measurement: 't',
    fault: 'spike',
    start: START + 30 * MINUTE_MS + Math.floor(index / 2000) * MINUTE_MS,
    end: START + 30 * MINUTE_MS + Math.floor(index / 2000) * MINUTE_MS,
  }))

  beforeAll(() =>
    store(
      devices.flatMap(device => [
        { device, key: 't', time: START + 10 * MINUTE_MS, value: 20 },
        { device, key: 't', time: START + 30 * MINUTE_MS, value: 90 },
      ]),
    ),
  )

  test('in charts', async () => {
    const sources = devices.map((deviceId, index) => ({ deviceId, ranges: [{ ...range, until: range.until + index }] }))
    const segments = segmentsOf(START, START + HOUR_MS, 'UTC')
    const selection = { parts: [sources], keys: undefined, step: 3600, segments, corrections, without }
    const [step] = await measurementSteps(app.services.series, selection)
    expect(step).toMatchObject({ min: 20.5, mean: 20.5, max: 20.5, count: 2000 })
    const why = { sources, measurement: 't', corrections, without }
    expect(await summaryOfReadings(app.services.series, why)).toMatchObject({ count: 2000, all: 4000 })
    expect(await newestExplainedReadings(app.services.series, why, 3)).toHaveLength(3)
  })

  test('in windows of alert rules and in bins', async () => {
    const selection = { deviceIds: devices, keys: ['t', 'h'], corrections, ...range }
    const windows = await windowsOf(app.services.series, { ...selection, intervalOf: () => 10 * MINUTE_MS })
    expect(windows.size).toBe(2000)
    expect(windows.get(600_007)?.get('t')).toMatchObject({ minimum: 20.5, maximum: 90.5, count: 2 })
    const bins = await binsOf(app.services.series, { ...selection, step: 5 * MINUTE_MS, parts: 'values' })
    expect(bins.get(600_007)?.get('t')?.mean).toEqual([20.5, 90.5])
  })

  test('in the counting of exports', async () => {
    const counted = await countValues(
      app.services.series,
      devices.map((deviceId, index) => ({ deviceId, ...range, until: range.until + index }) as PlacedInterval),
      Number.NEGATIVE_INFINITY,
    )
    expect(counted).toHaveLength(2000)
  })
})
