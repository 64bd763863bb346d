import { afterAll, beforeAll, expect, test } from 'vitest'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRental } from '../testing/a-rental.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
})
afterAll(() => app.close())

const since = async (device: { id: number }) =>
  (await app.call(measurementEndpoints.getUnplaced, { query: { device_id: device.id } }, owner.token)).since

/** A device that sent so many hours ago. */
const sentAgo = async (...hours: number[]) => {
  const device = await aDevice(app, owner)
  const body = hours.map(ago => ({ time: app.clock.iso(-ago * HOUR_MS), t: 20 }))
  await app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
  return device
}

test('a device that never sent has nothing to be placed', async () => {
  expect(await since(await aDevice(app, owner))).toBeNull()
})

test('a new device begins with its first message', async () => {
  expect(await since(await sentAgo(2, 1, 0.5))).toBe(app.clock.iso(-2 * HOUR_MS))
})

test('what was sent before a day of silence was a trial', async () => {
  expect(await since(await sentAgo(100, 99, 20, 1))).toBe(app.clock.iso(-20 * HOUR_MS))
})

test('readings of a place that was given up stay with it, and a device that hangs has none', async () => {
  const device = await sentAgo(10, 5, 4, 1)
  const location = await aLocation(app, owner)
  await aPlacement(app, owner, device, location, {
    start: app.clock.iso(-12 * HOUR_MS),
    end: app.clock.iso(-4.5 * HOUR_MS),
  })
  expect(await since(device)).toBe(app.clock.iso(-4 * HOUR_MS))
  await aPlacement(app, owner, device, location, { start: app.clock.iso(-3 * HOUR_MS) })
  expect(await since(device)).toBeNull()
})

test('[decisions §3] who borrows a device is told of nothing that was before', async () => {
  const renter = await aUser(app)
  const device = await sentAgo(3, 0.5)
  await aRental(app, owner, device, renter, { start: app.clock.iso(-HOUR_MS) })
  const asked = { query: { device_id: device.id } }
  expect((await app.call(measurementEndpoints.getUnplaced, asked, renter.token)).since).toBe(
    app.clock.iso(-0.5 * HOUR_MS),
  )
})
