import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
})
afterAll(() => app.close())

const send = (body: unknown, key = device.key) => app.call(api.sendMeasurements, { body }, key)
const shown = async () => {
  await app.app.settle()
  return app.call(api.getSensor, { params: { id: device.id } }, owner.token)
}

describe('[specification §3] the state a device tells', () => {
  test('is shown on its page, each field the newest', async () => {
    device = await aDevice(app, owner)
    const state = {
      battery: 71.4,
      charging: true,
      power_state: 'ok',
      connection_status: 'connected',
      connection_type: 'modem',
      modem_status: 'registered',
      modem_network: 'LTE',
      modem_operator: 'KPN',
      modem_signal: 4,
    }
    expect(await send({ t: 20, state })).toEqual({ accepted: 1, rejected: [] })
    const { battery, ...others } = state
    expect(await shown()).toMatchObject({ ...others, battery_percentage: battery, online: true })
    app.clock.forward(60_000)
    await send({ t: 20, state: { modem_signal: 1, charging: false } })
    expect(await shown()).toMatchObject({
      modem_signal: 1,
      charging: false,
      modem_operator: 'KPN',
      battery_percentage: 71.4,
    })
  })

  test('is enough for a message, which tells that the device lives but not that it measures', async () => {
    device = await aDevice(app, owner)
    expect(await send({ state: { power_state: 'power_save' } })).toEqual({ accepted: 0, rejected: [] })
    expect(await shown()).toMatchObject({
      online: true,
      last_seen_min: 0,
      last_msg_min: null,
      power_state: 'power_save',
    })
  })

  test('[decisions §5] with a bad field loses that field only, and says so', async () => {
    device = await aDevice(app, owner)
    const answer = await send({ t: 20, state: { modem_signal: 9, battery: 50, wheels: 4 } })
    expect(answer).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, field: 'state.modem_signal', code: 'bad_state' },
        { index: 0, field: 'state.wheels', code: 'unknown_state' },
      ],
    })
    expect(await shown()).toMatchObject({ battery_percentage: 50, modem_signal: null, refused_values: 2 })
    const refusals = await app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
    expect(refusals.map(({ field }) => field).sort()).toEqual(['state.modem_signal', 'state.wheels'])
    await expect(send({ state: 'on' })).rejects.toMatchObject({ status: 422, code: 'nothing_accepted' })
    await expect(send({ state: {} })).rejects.toMatchObject({ status: 422 })
  })

  test('sent late is no news', async () => {
    device = await aDevice(app, owner)
    await send({ t: 20, state: { battery: 80 } })
    await shown()
    await send({ time: app.clock.iso(-3_600_000), t: 19, state: { battery: 20 } })
    expect(await shown()).toMatchObject({ battery_percentage: 80, last_msg_min: 0 })
    await send([
      { time: app.clock.iso(1000), t: 20, state: { battery: 78 } },
      { time: app.clock.iso(-1000), t: 20, state: { battery: 79, charging: true } },
    ])
    app.clock.forward(5000)
    await send({ t: 20, state: { modem_signal: 2 } })
    expect(await shown()).toMatchObject({ battery_percentage: 78, charging: true, modem_signal: 2 })
  })

  test('[specification §9] every call is a sign of life, also one of which nothing is taken', async () => {
    device = await aDevice(app, owner)
    await expect(send({ bogus: 1 })).rejects.toMatchObject({ status: 422 })
    expect(await shown()).toMatchObject({ last_seen_min: 0, last_msg_min: null, online: null })
    expect(await shown()).toMatchObject({ main_refusal: { field: 'bogus', code: 'unknown_measurement' } })
  })

  test('[decisions §5] whatever stands in it, the value beside it is taken', async () => {
    device = await aDevice(app, owner)
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 3 }), async text => {
        // The HTTP endpoint reads no body with such a name in it.
        fc.pre(!/__proto__|constructor/.test(text))
        expect(await send({ t: 20, state: JSON.parse(text) })).toMatchObject({ accepted: 1 })
      }),
      { numRuns: 100 },
    )
    await shown()
  })

  test('[decisions §4] a device that sends every half hour is online for twice as long', async () => {
    device = await aDevice(app, owner, { upload_interval: 1800 })
    await send({ t: 20 })
    app.clock.forward(3600_000 - 1)
    expect(await shown()).toMatchObject({ online: true })
    app.clock.forward(1)
    expect(await shown()).toMatchObject({ online: false })
  })
})
