import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { INTERVALS } from '#shared/contract/fixed.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { TEST_NOON } from '../testing/clock.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { getSeries, sendMeasurements } = measurementEndpoints
let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const series = (query: Record<string, unknown>, user = owner) =>
  app.call(getSeries, { query: query as { device_id: number } }, user.token)
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
const selection = { interval: 'selection' }

describe('a frame', () => {
  test('[decisions §6] carries minimum, mean, maximum and count of each step, so that no peak is averaged away', async () => {
    const device = await aDevice(app, owner)
    const times = ['11:50:01', '11:51:00', '11:54:59.999', '11:55:00']
    const values = [10, 20, 60, 7]
    const body = times.map((time, n) => ({ time: `2025-01-15T${time}Z`, t: values[n] }))
    await app.call(sendMeasurements, { body }, device.key)
    const frame = await series({ device_id: device.id, interval: 'day', measurements: 't' })
    const at = (time: string) => frame.time.indexOf(Date.parse(`2025-01-15T${time}Z`))
    const { t } = frame.series
    expect(frame.step_seconds).toBe(300)
    expect([t?.min, t?.mean, t?.max, t?.count].map(column => column?.[at('11:50:00')])).toEqual([10, 30, 60, 3])
    expect([t?.mean[at('11:55:00')], t?.count[at('11:55:00')]]).toEqual([7, 1])
    expect([t?.mean[at('11:45:00')], t?.count[at('11:45:00')], t?.unit]).toEqual([null, 0, '°C'])
  })

  test.each([
    ['hour', 60, 60],
    ['live', 60, 60],
    ['day', 300, 288],
    ['week', 1800, 336],
    ['month', 7200, 360],
    ['year', 86_400, 365],
  ])('[decisions §6] %s has steps of %i s and its present one at the end', async (interval, step, points) => {
    const device = await aDevice(app, owner)
    await app.call(sendMeasurements, { body: { t: 5 } }, device.key)
    const frame = await series({ device_id: device.id, interval })
    expect([frame.step_seconds, frame.time.length]).toEqual([step, points])
    expect(frame.series.t?.count.at(-1)).toBe(1)
    expect(frame.time.length).toBeLessThanOrEqual(400)
  })

  test('[decisions §1] periods are half open: going back finds every reading exactly once', async () => {
    const device = await aDevice(app, owner)
    await someMeasurements(app, device, {
      from: '2025-01-12T00:00:00Z',
      until: '2025-01-15T12:00:00Z',
      everySeconds: 600,
    })
    const frames = await Promise.all(
      [0, 1, 2, 3].map(index => series({ device_id: device.id, interval: 'day', index })),
    )
    expect(frames.map(frame => frame.until).slice(1)).toEqual(frames.map(frame => frame.from).slice(0, -1))
    const counts = frames.map(frame => sum(frame.series.t?.count ?? []))
    expect(sum(counts)).toBe(3.5 * 144)
    expect(counts.slice(1, 3)).toEqual([144, 144])
  })

  test('[decisions §5] sending again replaces: the last value counts, once, also within one request', async () => {
    const device = await aDevice(app, owner)
    const at = (value: number) => ({ time: '2025-01-15T11:00:00Z', t: value })
    for (const body of [at(1), at(2), at(1), [at(8), at(9)]]) await app.call(sendMeasurements, { body }, device.key)
    const { t } = (await series({ device_id: device.id, interval: 'day' })).series
    expect([sum(t?.count ?? []), t?.max.find(value => value !== null)]).toEqual([1, 9])
    await app.call(sendMeasurements, { body: at(1) }, device.key)
    const again = (await series({ device_id: device.id, interval: 'day' })).series.t
    expect([sum(again?.count ?? []), again?.max.find(value => value !== null)]).toEqual([1, 1])
  })

  test('[decisions §5] the order of arrival does not matter', async () => {
    const [forth, back] = [await aDevice(app, owner), await aDevice(app, owner)]
    const body = Array.from({ length: 50 }, (_, n) => ({ time: new Date(TEST_NOON - n * 60_000).toISOString(), t: n }))
    await app.call(sendMeasurements, { body }, forth.key)
    for (const message of body.toReversed()) await app.call(sendMeasurements, { body: message }, back.key)
    const frames = await Promise.all([forth, back].map(device => series({ device_id: device.id, interval: 'day' })))
    expect(frames[0]?.series).toEqual(frames[1]?.series)
  })

  test('a new device is not blamed for the time before its first message', async () => {
    const device = await aDevice(app, owner)
    const minutes = Array.from({ length: 10 }, (_, minute) => ({ time: app.clock.iso((minute - 10) * 60_000), t: 20 }))
    await app.call(sendMeasurements, { body: minutes }, device.key)
    const day = { device_id: device.id, interval: 'day' }
    const { t } = (await series(day)).series
    expect(t?.coverage).toBeGreaterThan(0.6)
    expect(t?.began).toBe(TEST_NOON - 10 * 60_000)
    // A device that told it two days ago could have told it this morning.
    await app.call(sendMeasurements, { body: { time: app.clock.iso(-2 * 86_400_000), t: 20 } }, device.key)
    const known = (await series(day)).series.t
    expect([known?.began, known && known.coverage < 0.05]).toEqual([undefined, true])
  })

  test('the month before a chart is not looked through for what a device sends seldom, wherever its minutes fall', async () => {
    const device = await aDevice(app, owner)
    await someMeasurements(app, device, {
      from: '2025-01-01T00:00:00Z',
      until: '2025-01-15T12:00:00Z',
      everySeconds: 600,
    })
    // The device speaks at 10:00; a step is of one minute here.
    const statements = async (from: string): Promise<number> => {
      const asked = vi.spyOn(app.services.series, 'query')
      const period = { date_start: `2025-01-14T${from}:00Z`, date_end: '2025-01-14T12:00:00Z' }
      const { t } = (await series({ device_id: device.id, ...selection, ...period })).series
      expect([t?.interval_seconds, t?.began]).toEqual([600, undefined])
      const { length } = asked.mock.calls
      asked.mockRestore()
      return length
    }
    expect(await statements('09:52')).toBe(await statements('10:00'))
  })

  test('[decisions §6] measures coverage, and tells the usual interval', async () => {
    const device = await aDevice(app, owner)
    await someMeasurements(app, device, {
      from: '2025-01-13T12:00:00Z',
      until: '2025-01-14T00:00:00Z',
      everySeconds: 600,
    })
    const frame = await series({
      device_id: device.id,
      ...selection,
      date_start: '2025-01-13T12:00:00Z',
      date_end: '2025-01-14T12:00:00Z',
    })
    expect(frame.series.t?.interval_seconds).toBe(600)
    expect(frame.series.t?.coverage).toBeCloseTo(0.5, 2)
    expect(frame.coverage).toBe(frame.series.t?.coverage)
  })

  test('[decisions §1] no data is an empty frame, never a failure', async () => {
    const device = await aDevice(app, owner)
    for (const interval of INTERVALS.filter(one => one !== 'selection')) {
      const frame = await series({ device_id: device.id, interval, index: 3, compare: 'previous' })
      expect([frame.series, frame.coverage, frame.compare?.series]).toEqual([{}, 0, {}])
    }
  })
})

describe('a selection', () => {
  test('[specification §9] runs from 00:00 of its first day to the end of its last, in the time of the place', async () => {
    const device = await aDevice(app, owner)
    const location = await aLocation(app, owner, { time_zone: 'America/New_York' })
    const placement = await aPlacement(app, owner, device, location)
    const frame = await series({
      location_research_id: placement.id,
      ...selection,
      date_start: '2024-07-01',
      date_end: '2024-07-03',
    })
    expect([frame.from, frame.until]).toEqual(['2024-07-01T04:00:00.000Z', '2024-07-04T04:00:00.000Z'])
    expect([frame.time_zone, frame.device_id]).toEqual(['America/New_York', device.id])
    const hours = { date_start: '2024-07-01 06:00', date_end: '2024-07-01 08:30' }
    const short = await series({ device_id: device.id, ...selection, ...hours })
    expect([short.from, short.until]).toEqual(['2024-07-01T10:00:00.000Z', '2024-07-01T12:30:00.000Z'])
  })

  test.each([
    ['an end before its start', '2024-07-03', '2024-07-01'],
    ['no end', '2024-07-03', ''],
    ['the 30th of February', '2024-02-30', '2024-03-01'],
    ['words', 'yesterday', 'today'],
  ])('[decisions §1] refuses %s', async (_, date_start, date_end) => {
    const device = await aDevice(app, owner)
    await expect(series({ device_id: device.id, ...selection, date_start, date_end })).rejects.toMatchObject({
      status: 422,
      errors: { date_start: [expect.any(String)] },
    })
  })

  test('[specification §5] refuses more than can be shown, and says so', async () => {
    const device = await aDevice(app, owner)
    const period = { date_start: '0001-01-01', date_end: '9999-12-31' }
    await expect(series({ device_id: device.id, ...selection, ...period })).rejects.toMatchObject({
      status: 422,
      code: 'too_much_data',
    })
  })

  test('[decisions §1] a period far beyond all data is no failure of the server', async () => {
    const device = await aDevice(app, owner)
    const far = [
      { interval: 'year', index: 10_000 },
      { ...selection, date_start: '0001-01-01', date_end: '0001-01-02' },
    ]
    for (const period of far) {
      expect((await series({ device_id: device.id, ...period }, admin)).series).toEqual({})
      await expect(series({ device_id: device.id, ...period })).rejects.toMatchObject({
        status: 422,
        code: 'outside_subscription',
      })
    }
  })
})

describe('comparing', () => {
  test.each([
    ['previous', '2025-01-13T12:05:00.000Z', '2025-01-14T12:05:00.000Z', 4],
    ['year', '2024-01-14T12:05:00.000Z', '2024-01-15T12:05:00.000Z', 5],
  ])('[decisions §12] %s is the same interval before', async (compare, from, until, value) => {
    const device = await aDevice(app, owner)
    const body = [
      { time: '2025-01-15T11:00:00Z', t: 3 },
      { time: '2025-01-14T11:00:00Z', t: 4 },
      { time: '2024-01-15T11:00:00Z', t: 5 },
    ]
    await app.call(sendMeasurements, { body }, device.key)
    const frame = await series({ device_id: device.id, interval: 'day', compare })
    expect([frame.compare?.from, frame.compare?.until, frame.until]).toEqual([from, until, '2025-01-15T12:05:00.000Z'])
    expect(frame.series.t?.max.find(one => one !== null)).toBe(3)
    expect(frame.compare?.series.t?.max.find(one => one !== null)).toBe(value)
    expect(frame.compare?.time.length).toBe(frame.time.length)
  })

  test('[decisions §12] a period of more than a year shares some of its readings with the year before', async () => {
    const device = await aDevice(app, owner)
    await app.call(sendMeasurements, { body: { time: '2024-01-05T11:00:00Z', t: 6 } }, device.key)
    const longer = { interval: 'selection', date_start: '2024-01-01', date_end: '2025-01-14' }
    const frame = await series({ device_id: device.id, ...longer, compare: 'year' })
    const found = [frame, frame.compare].map(one => one?.series.t?.max.indexOf(6))
    expect(found).toEqual([4, 369])
    expect([frame.time[4], frame.compare?.time[369]]).toEqual(Array(2).fill(Date.parse('2024-01-04T23:00Z')))
  })

  test('[science §5] directions that a device measures itself have the mean of what points there', async () => {
    const device = await aDevice(app, owner)
    const body = [350, 20].map((weather_wind_direction, n) => ({
      time: `2025-01-15T11:0${n}:00Z`,
      weather_wind_direction,
    }))
    await app.call(sendMeasurements, { body }, device.key)
    const frame = await series({ device_id: device.id, interval: 'day' })
    expect(frame.series.weather_wind_direction?.mean.find(one => one !== null)).toBeCloseTo(5)
  })
})
