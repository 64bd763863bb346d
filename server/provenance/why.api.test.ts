import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { Why } from '#shared/contract/measurements/why.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { aPreview } from '../testing/an-import.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const HOUR = { from: '2025-01-15T10:00:00Z', until: '2025-01-15T11:00:00Z' }

const why = (device: TestDevice, more: object = {}, user = owner): Promise<Why> =>
  app.call(api.explainValue, { query: { device_id: device.id, measurement: 'nh3', ...HOUR, ...more } }, user.token)

/** 12 readings from 10 to 21 in the hour, every 5 minutes, and what the device says of itself. */
const aMeasuredHour = async () => {
  const device = await aDevice(app, owner)
  await someMeasurements(app, device, { ...HOUR, measurement: 'nh3', value: n => 10 + n })
  await app.call(
    api.sendMeasurements,
    { body: [{ time: '2025-01-15T09:30:00Z', bat_volt: 3.6, rssi: -71 }] },
    device.key,
  )
  return device
}

test('[beyond no. 2] a value tells its readings, what was added to them by whom, and how many are missing', async () => {
  const device = await aMeasuredHour()
  const calibration = {
    device_id: device.id,
    measurement: 'nh3',
    method: 'manual',
    offset: -2,
    valid_from: '2025-01-15T10:30:00Z',
  } as const
  await app.call(api.createCalibration, { body: calibration }, owner.token)
  const answer = await why(device)
  expect(answer).toMatchObject({
    unit: 'ppm',
    count: 12,
    left_out: 0,
    raw: { min: 10, mean: 15.5, max: 21 },
    value: { min: 10, mean: 14.5, max: 19 },
    interval_seconds: 300,
    coverage: 1,
    devices: [{ device_id: device.id, location_name: null, area_name: null }],
    calibrations: [{ method: 'manual', offset: -2, valid_until: null, created_by: owner.name }],
    faults: [],
    imports: [],
  })
  expect(answer.readings.map(({ raw, value }) => value - raw)).toEqual([-2, -2, -2, -2, -2, -2, 0, 0, 0, 0, 0, 0])
  expect(answer.readings[0]).toMatchObject({ time: '2025-01-15T10:55:00.000Z', raw: 21, import_id: null })
  expect(answer.device_state.map(({ measurement, value }) => [measurement, value])).toEqual([
    ['bat_volt', 3.6],
    ['rssi', -71],
  ])
  expect((await why(device, { until: '2025-01-15T12:00:00Z' })).coverage).toBe(0.5)
})

test('it equals the step of the chart', async () => {
  const device = await aMeasuredHour()
  const query = { device_id: device.id, measurements: 'nh3', interval: 'week' as const }
  const frame = await app.call(api.getSeries, { query }, owner.token)
  const index = frame.time.indexOf(Date.parse(HOUR.from))
  const until = new Date(Date.parse(HOUR.from) + frame.step_seconds * 1000).toISOString()
  const { min, mean, max, count } = frame.series.nh3 as NonNullable<(typeof frame.series)[string]>
  expect(await why(device, { until })).toMatchObject({
    count: count[index],
    value: { min: min[index], mean: mean[index], max: max[index] },
  })
})

test('doubtful readings are named, and left out where the chart leaves them out', async () => {
  const device = await aMeasuredHour()
  await aFault(app, device, { measurement: 'nh3', start: '2025-01-15T10:50:00.000Z', end: '2025-01-15T10:55:00.000Z' })
  const all = await why(device)
  expect([all.count, all.left_out, all.faults.length]).toEqual([12, 0, 1])
  expect(await why(device, { without_faults: '1' })).toMatchObject({ count: 10, left_out: 2, value: { max: 19 } })
})

test('a reading that came from a file names it', async () => {
  const device = await aDevice(app, owner)
  const preview = await aPreview(app, owner, device.id, 'time,nh3\n2025-01-15T10:00:00Z,7\n')
  await app.call(api.commitImport, { params: { id: preview.import.id } }, owner.token)
  const done = async () =>
    (await app.call(api.getImport, { params: { id: preview.import.id } }, owner.token)).state === 'stored'
  while (!(await done())) await new Promise(resolve => setTimeout(resolve, 20))
  const { imports, readings } = await why(device)
  expect(imports).toEqual([{ id: preview.import.id, file_name: 'house.csv', created_by: owner.name }])
  expect(readings.map(({ import_id }) => import_id)).toEqual([preview.import.id])
})

test('one reading of a device that says little is all there is to expect', async () => {
  const device = await aMeasuredHour()
  const { count, coverage, interval_seconds } = await why(device, {
    from: '2025-01-15T10:30:00Z',
    until: '2025-01-15T10:35:00Z',
  })
  expect([count, coverage, interval_seconds]).toEqual([1, 1, 300])
})

test('where nothing was measured there is nothing but that', async () => {
  const device = await aDevice(app, owner)
  expect(await why(device)).toMatchObject({ count: 0, coverage: 0, value: null, raw: null, readings: [] })
})

test('[decisions §3] only what may be seen of a place and a time is told', async () => {
  const device = await aMeasuredHour()
  const location = await aLocation(app, owner)
  const placement = await aPlacement(app, owner, device, location)
  expect((await why(device)).devices).toMatchObject([{ location_name: location.name }])
  const byPlacement = { device_id: undefined, location_research_id: placement.id }
  expect((await why(device, byPlacement)).count).toBe(12)
  const stranger = await aUser(app)
  const failure = await why(device, {}, stranger).catch(error => error)
  expect(failure).toBeInstanceOf(CallFailed)
  expect(failure.status).toBe(404)
  for (const wrong of [{ until: HOUR.from }, { from: '2020-01-01T00:00:00Z' }])
    expect((await why(device, wrong).catch(error => error)).status).toBe(422)
})
