import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { nextStepStart, STEPS, segmentsOf, stepStart, stepsOf } from '#shared/rules/time/period.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { insertMeasurements, measurementSteps } from './measurement-rows.ts'

let app: TestApp
let owner: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp({ now: '2025-11-20T12:00:00Z' })
  owner = await aUser(app)
  device = await aDevice(app, owner)
  for (const [from, until] of [
    ['2025-02-20T00:00:00Z', '2025-04-05T00:00:00Z'],
    ['2025-09-20T00:00:00Z', '2025-11-05T00:00:00Z'],
  ])
    await someMeasurements(app, device, { from: from ?? '', until: until ?? '', everySeconds: 900, value: n => n % 40 })
})
afterAll(() => app.close())

const select = (date_start: string, date_end: string) =>
  app.call(
    measurementEndpoints.getSeries,
    { query: { device_id: device.id, interval: 'selection', date_start, date_end } },
    owner.token,
  )

describe('[decisions §1] the two clock changes of 2025 in Europe/Amsterdam', () => {
  test.each([
    ['spring', '2025-03-30', 23, '2025-03-29T23:00:00.000Z', '2025-03-30T22:00:00.000Z'],
    ['autumn', '2025-10-26', 25, '2025-10-25T22:00:00.000Z', '2025-10-26T23:00:00.000Z'],
  ])('the day of %s, %s, has %i hours', async (_, day, hours, from, until) => {
    const frame = await select(day, day)
    expect([frame.from, frame.until]).toEqual([from, until])
    expect((Date.parse(frame.until) - Date.parse(frame.from)) / HOUR_MS).toBe(hours)
    expect(frame.series.t?.count.reduce((sum, count) => sum + count, 0)).toBe(hours * 4)
  })

  test.each([
    ['2025-03-20', '2025-04-02', '2025-03-30', 23],
    ['2025-10-20', '2025-11-02', '2025-10-26', 25],
  ])(
    'from %s to %s each hour is a step with its four readings, the doubled one two steps',
    async (from, to, day, hours) => {
      const frame = await select(from, to)
      expect(frame.step_seconds).toBe(3600)
      expect(new Set(frame.series.t?.count)).toEqual(new Set([4]))
      const gaps = frame.time.slice(1).map((start, index) => start - (frame.time[index] as number))
      expect(new Set(gaps)).toEqual(new Set([HOUR_MS]))
      const ofDay = frame.time.filter(start => localDay(start) === day)
      expect(ofDay).toHaveLength(hours)
      const two = ofDay.filter(start =>
        new Date(start).toLocaleTimeString('nl', { timeZone: 'Europe/Amsterdam' }).startsWith('02'),
      )
      expect(two).toHaveLength(hours === 25 ? 2 : 0)
    },
  )

  test.each([
    ['2025-03-01', '2025-04-04', '2025-03-30', 23],
    ['2025-10-01', '2025-11-04', '2025-10-26', 25],
  ])('from %s to %s no reading is lost or counted twice at steps of three hours', async (from, to, day, hours) => {
    const frame = await select(from, to)
    expect(frame.step_seconds).toBe(10_800)
    const counts = frame.series.t?.count ?? []
    const total = (Date.parse(frame.until) - Date.parse(frame.from)) / 900_000
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
    const ofDay = frame.time.flatMap((start, index) => (localDay(start) === day ? [counts[index] ?? 0] : []))
    expect(ofDay.reduce((sum, count) => sum + count, 0)).toBe(hours * 4)
  })

  test('day steps begin at local midnight, also on the days of 23 and 25 hours', async () => {
    const frame = await select('2025-01-01', '2025-11-19')
    expect(frame.step_seconds).toBe(86_400)
    for (const start of frame.time)
      expect(new Date(start).toLocaleTimeString('nl', { timeZone: 'Europe/Amsterdam' })).toBe('00:00:00')
    const count = (day: string) => frame.series.t?.count[frame.time.findIndex(start => localDay(start) === day)]
    expect([count('2025-03-29'), count('2025-03-30'), count('2025-10-26'), count('2025-10-27')]).toEqual([
      96, 92, 100, 96,
    ])
  })
})

const localDay = (time: number): string => new Date(time).toLocaleDateString('sv', { timeZone: 'Europe/Amsterdam' })

describe('[decisions §1] the engine finds the same step as the shared rule', () => {
  const ZONES = [
    'Europe/Amsterdam',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Atlantic/Azores',
  ]
  /** Around every change of 2018, which Sao Paulo made at midnight, and a year without any near. */
  const AROUND = [
    '2018-03-25',
    '2018-10-28',
    '2018-03-11',
    '2018-11-04',
    '2018-04-01',
    '2018-10-07',
    '2018-02-18',
    '2018-07-01',
  ]
  const times = AROUND.flatMap(day =>
    Array.from({ length: 200 }, (_, n) => Date.parse(`${day}T00:00:00Z`) - 36 * HOUR_MS + n * 1_260_000 + n),
  )

  test.each(ZONES)('%s', async zone => {
    const id = 900_000 + ZONES.indexOf(zone)
    await insertMeasurements(
      app.services,
      times.map(time => [id, 't', time, 1]),
    )
    const range = { from: Math.min(...times), until: Math.max(...times) + 1 }
    const segments = segmentsOf(range.from, range.until, zone)
    for (const step of STEPS) {
      const rows = await measurementSteps(app.services.series, {
        parts: [[{ deviceId: id, ranges: [range] }]],
        corrections: [],
        without: [],
        keys: undefined,
        step,
        segments,
      })
      const expected = Map.groupBy(times, time => stepStart(time, step, segments))
      expect(rows.map(row => [row.start, row.count])).toEqual(
        [...expected].map(([start, inside]) => [start, inside.length]).sort(([a = 0], [b = 0]) => a - b),
      )
      const [first] = rows
      expect(first && nextStepStart(first.start, step, segments)).toBeGreaterThan(first?.start ?? 0)
      expect(stepsOf(range.from, range.from + HOUR_MS, step, segments)).toContain(first?.start)
    }
  })
})
