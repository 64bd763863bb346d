import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { removeDevices, takeRemoved } from '../devices/removal.ts'
import { shardOf } from '../kit/database/cluster.ts'
import { aDevice } from '../testing/a-device.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { measurementJobs } from './jobs.ts'
import { deleteRemoved } from './removal.ts'

const NOON = '2026-06-15T10:00:00Z'
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOON })
  owner = await aUser(app)
})
afterAll(() => app.close())

const numbers = async (query: string, store = app.services.series): Promise<number[][]> => {
  const result = await store.query({ query, format: 'JSONCompactEachRow' })
  return (await result.json<number[]>()).map(row => row.map(Number))
}
const PARTS = `SELECT toUInt32(partition), count() FROM system.parts
  WHERE database = currentDatabase() AND table = 'measurements' AND active GROUP BY partition ORDER BY partition`

test('[design engines] at night each past month becomes one part, repeated readings become one, and the present month is left alone', async () => {
  const device = await aDevice(app, owner)
  const april = { from: '2026-04-10T00:00:00Z', until: '2026-04-10T06:00:00Z' }
  for (const value of [1, 2, 3]) await someMeasurements(app, device, { ...april, value: () => value })
  for (const value of [4, 5])
    await someMeasurements(app, device, {
      from: '2026-06-15T08:00:00Z',
      until: '2026-06-15T09:00:00Z',
      value: () => value,
    })
  const merge = measurementJobs.find(job => job.name === 'merge-past-months')
  await merge?.run(app.services)
  expect(await numbers(PARTS, shardOf(app.services.series, device.id))).toContainEqual([202604, 1])
  expect(await numbers('SELECT count(), min(value), max(value) FROM measurements WHERE time < 1777593600')).toEqual([
    [72, 3, 3],
  ])
  const { series } = await app.call(
    measurementEndpoints.getSeries,
    { query: { device_id: device.id, interval: 'selection', date_start: '2026-04-10', date_end: '2026-06-15' } },
    owner.token,
  )
  expect(series.t?.count.reduce((sum, count) => sum + count, 0)).toBe(72 + 12)
  expect(Math.max(...(series.t?.max ?? []).map(value => value ?? 0))).toBe(5)
})

test('[decisions §12] deleting a device deletes its measurements and nobody else’s', async () => {
  const [gone, kept] = [await aDevice(app, owner), await aDevice(app, owner)]
  for (const device of [gone, kept])
    await app.call(measurementEndpoints.sendMeasurements, { body: { t: 20 } }, device.key)
  await app.call(deviceEndpoints.deleteSensor, { params: { id: gone.id } }, owner.token)
  const rowsOf = (id: number) => numbers(`SELECT count() FROM measurements FINAL WHERE device_id = ${id}`)
  await expect.poll(() => rowsOf(gone.id)).toEqual([[0]])
  expect(await rowsOf(kept.id)).toEqual([[1]])
})

test('[decisions §4] what a device sent is on its own page a second later: last message and battery', async () => {
  const device = await aDevice(app, owner)
  await app.call(measurementEndpoints.sendMeasurements, { body: { t: 20, battery: 64 } }, device.key)
  await app.app.settle()
  expect(await app.call(deviceEndpoints.getSensor, { params: { id: device.id } }, owner.token)).toMatchObject({
    online: true,
    last_msg_min: 0,
    battery_percentage: 64,
  })
  app.clock.forward(11 * 60_000)
  expect(await app.call(deviceEndpoints.getSensor, { params: { id: device.id } }, owner.token)).toMatchObject({
    online: false,
    last_msg_min: 11,
  })
})

test('a device whose process ended right after its deletion is deleted by the next', async () => {
  const device = await aDevice(app, owner)
  await app.call(measurementEndpoints.sendMeasurements, { body: { t: 20 } }, device.key)
  // As a process that is killed before anybody hears of it.
  const silent = { ...app.services, bus: { ...app.services.bus, publish: () => undefined } }
  await removeDevices(silent, [device.id])
  const left = () => numbers(`SELECT count() FROM measurements WHERE device_id = ${device.id}`)
  expect(await left()).toEqual([[1]])
  await deleteRemoved(app.services)
  await expect.poll(left).toEqual([[0]])
  expect(await takeRemoved(app.services.db, '9999', '9999')).toBeUndefined()
})
