import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import type { LiveMeasurement } from '#shared/contract/measurements/measurements.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { createArrivals } from '../ingest/arrivals.ts'
import { createMetrics } from '../kit/metrics.ts'
import { ARRIVED, createLatest } from '../series/latest.ts'
import { aDevice } from '../testing/a-device.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const grown = process.env.TEST_STORES === 'grown'
if (!grown) console.info('Skipped: two processes share stores in the grown set-up only.')

describe.skipIf(!grown)('two processes on the same stores', () => {
  let one: TestApp
  let other: TestApp
  let owner: TestUser
  beforeAll(async () => {
    one = await startTestApp()
    other = await startTestApp({ beside: one })
    owner = await aUser(one)
  })
  afterAll(async () => {
    await other.close()
    await one.close()
  })
  const send = (app: TestApp, key: string, body: object) =>
    app.call(measurementEndpoints.sendMeasurements, { body }, key)
  const lastOf = (app: TestApp, device_id: number) =>
    app.call(measurementEndpoints.getLast, { query: { device_id } }, owner.token)

  test('[decisions §6] a message that one takes reaches the live pages and last values of the other', async () => {
    const device = await aDevice(one, owner)
    const heard: LiveMeasurement[] = []
    other.services.bus.subscribe<LiveMeasurement[]>(ARRIVED, messages => void heard.push(...messages))
    expect(await lastOf(other, device.id)).toEqual({})
    await send(one, device.key, { t: 21.5 })
    await expect.poll(() => heard).toMatchObject([{ device_id: device.id, values: { t: 21.5 } }])
    expect(await lastOf(other, device.id)).toMatchObject({ t: { value: 21.5 } })
  })

  test('[decisions §4] a key revoked at one is refused by the other at once', async () => {
    const device = await aDevice(one, owner)
    await send(other, device.key, { t: 20 })
    await one.call(deviceEndpoints.deleteKey, { params: { id: device.id, key_id: device.key_id } }, owner.token)
    await expect.poll(() => send(other, device.key, { t: 20 }).catch(failure => failure.status)).toBe(401)
  })

  test('[decisions §6] both note what the same devices said at once, in whatever order each heard them', async () => {
    const devices: number[] = []
    for (let nth = 0; nth < 40; nth++) devices.push((await aDevice(one, owner)).id)
    const arrivalsOf = ({ services }: TestApp) =>
      createArrivals(services, createLatest(services), createMetrics(), { stored: () => undefined })
    const [here, there] = [arrivalsOf(one), arrivalsOf(other)]
    for (let round = 0; round < 4; round++) {
      for (const id of devices) here.called(id)
      for (const id of devices.toReversed()) there.called(id)
      await expect(Promise.all([here.flush(), there.flush()])).resolves.toHaveLength(2)
    }
  })

  test('[decisions §2] a session of one is good at the other, and over at both', async () => {
    const user = await aUser(one)
    const list = () => other.call(deviceEndpoints.listSensors, { query: {} }, user.token)
    expect(await list()).toEqual([])
    await one.call(userEndpoints.logout, {}, user.token)
    await expect(list()).rejects.toMatchObject({ status: 401 })
  })
})
