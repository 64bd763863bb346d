import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const EUI = 'A81758FFFE0000AA'
let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS_TO_CHOOSE: 'light, basic' } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const change = (id: number, body: object, { token } = owner) =>
  app.call(api.updateSensor, { params: { id }, body }, token)

describe('[decisions §13] a device is changed', () => {
  test('each part alone, and what is left out stays', async () => {
    const device = await aDevice(app, owner)
    expect(await change(device.id, { name: 'North' })).toMatchObject({ name: 'North', device_name: device.device_name })
    const device_name = `${device.device_name}-corrected`
    expect(await change(device.id, { device_name })).toMatchObject({ name: 'North', device_name, plan: 'basic' })
    expect(await change(device.id, { eui: EUI.toLowerCase() })).toMatchObject({ eui: EUI })
    expect(await change(device.id, { plan: 'light' })).toMatchObject({ plan: 'light', eui: EUI })
    expect(await change(device.id, { eui: null })).toMatchObject({ eui: null })
  })

  test('only to plans that the installation lets people choose; administrators give any, and nothing measured is lost', async () => {
    const device = await aDevice(app, owner)
    await app.call(api.sendMeasurements, { body: { t: 21 } }, device.key)
    await expect(change(device.id, { plan: 'pro' })).rejects.toMatchObject({
      status: 403,
      errors: { plan: [expect.stringContaining('light, basic')] },
    })
    expect(await change(device.id, { plan: 'pro' }, admin)).toMatchObject({ plan: 'pro' })
    // Kept as it is while other things change.
    expect(await change(device.id, { name: 'East', plan: 'pro' })).toMatchObject({ plan: 'pro', name: 'East' })
    expect(await change(device.id, { plan: 'light' })).toMatchObject({ plan: 'light' })
    const last = await app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
    expect(last.t?.value).toBe(21)
    const added = aDevice(app, owner, { plan: 'pro' })
    await expect(added).rejects.toMatchObject({ status: 403, errors: { plan: [expect.any(String)] } })
    expect((await aDevice(app, admin, { plan: 'pro' })).plan).toBe('pro')
  })

  test('never to what another device has', async () => {
    const [one, other] = [await aDevice(app, owner, { eui: EUI }), await aDevice(app, owner)]
    await expect(change(other.id, { eui: EUI, device_name: one.device_name })).rejects.toMatchObject({
      status: 409,
      errors: { eui: [expect.any(String)], device_name: [expect.any(String)] },
    })
    expect(await change(one.id, { eui: EUI, device_name: one.device_name, name: 'Same' })).toMatchObject({
      name: 'Same',
    })
  })

  test('by its owner; the EUI of one that has sent by an administrator alone', async () => {
    const [device, stranger] = [await aDevice(app, owner), await aUser(app)]
    await expect(change(device.id, { plan: 'light' }, stranger)).rejects.toMatchObject({ status: 404 })
    await app.call(api.sendMeasurements, { body: { t: 21 } }, device.key)
    await app.app.settle()
    const eui = 'A81758FFFE0000BB'
    await expect(change(device.id, { eui })).rejects.toMatchObject({
      status: 403,
      errors: { eui: [expect.any(String)] },
    })
    expect(await change(device.id, { eui }, admin)).toMatchObject({ eui })
  })
})
