import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { SettingValues } from '#shared/rules/devices/device-settings.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const params = () => ({ id: device.id })
const read = async () => {
  await app.app.settle()
  return app.call(api.getDeviceSettings, { params: params() }, admin.token)
}
const setting = async (field: string) => (await read()).settings.find(one => one.field === field)
const change = async (settings: SettingValues, version?: number) =>
  app.call(
    api.changeDeviceSettings,
    { params: params(), body: { version: version ?? (await read()).version, settings } },
    admin.token,
  )
const report = (state: object) => app.call(api.sendMeasurements, { body: { t: 20, state } }, device.key)

describe('[decisions §4] device settings', () => {
  test('wait for the device, are told to it with its own upload, and are confirmed by it', async () => {
    device = await aDevice(app, owner)
    expect(await read()).toMatchObject({ version: 0, reported_version: null, changes: [] })
    await report({ settings_version: 0, settings: { upload_interval: 300, camera_on: true } })
    const changed = await change({ upload_interval: 60, pump_flow: 0.5 })
    expect(changed.version).toBe(1)
    app.clock.forward(180_000)
    expect(await setting('upload_interval')).toMatchObject({
      wanted: 60,
      reported: 300,
      state: 'pending',
      since: app.clock.iso(-180_000),
    })
    const told = await report({ settings_version: 0 })
    expect(told.settings).toEqual({ version: 1, upload_interval: 60, pump_flow: 0.5 })
    const quiet = await report({ settings_version: 1, settings: { upload_interval: 60, pump_flow: 0.5 } })
    expect(quiet).toEqual({ accepted: 1, rejected: [] })
    expect(await setting('upload_interval')).toMatchObject({
      wanted: 60,
      reported: 60,
      state: 'as_reported',
      since: null,
    })
    const after = await read()
    expect(after).toMatchObject({ reported_version: 1, next_message_at: app.clock.iso(60_000) })
    expect(after.changes).toMatchObject([
      { field: 'upload_interval', state: 'confirmed', changed_by: 'First Admin', value: 60, previous: null },
      { field: 'pump_flow', state: 'confirmed', version: 1, closed_at: app.clock.iso() },
    ])
    expect(await app.call(api.getSensor, { params: params() }, owner.token)).toMatchObject({ upload_interval: 60 })
  })

  test('are confirmed by the version alone, by a device that tells no values', async () => {
    device = await aDevice(app, owner)
    await report({ settings_version: 0, settings: { led_brightness: 40 } })
    await read()
    await change({ led_brightness: 10 })
    await report({ settings_version: 1 })
    expect(await setting('led_brightness')).toMatchObject({ state: 'as_reported', wanted: 10, reported: 10 })
  })

  test('are told only to a device that says which it has', async () => {
    device = await aDevice(app, owner)
    await change({ led_on: false })
    expect(await app.call(api.sendMeasurements, { body: { t: 20 } }, device.key)).toEqual({ accepted: 1, rejected: [] })
    expect(await report({ battery: 50 })).toEqual({ accepted: 1, rejected: [] })
    expect((await report({ settings_version: 0 })).settings).toEqual({ version: 1, led_on: false })
  })

  test('that the device refuses are failed with its reason, and can be taken back', async () => {
    device = await aDevice(app, owner)
    await change({ pump_on: true })
    await report({ settings_version: 1, settings: { pump_on: false }, settings_refused: { pump_on: 'no pump fitted' } })
    expect(await setting('pump_on')).toMatchObject({
      state: 'failed',
      reason: 'no pump fitted',
      wanted: true,
      reported: false,
    })
    const [failed] = (await read()).changes
    await app.call(api.takeBackSetting, { params: { id: failed?.id ?? 0 } }, admin.token)
    expect(await setting('pump_on')).toMatchObject({ state: 'as_reported', wanted: false })
  })

  test('that the device silently does not take are failed, too', async () => {
    device = await aDevice(app, owner)
    await change({ sensor_interval: 10 })
    await report({ settings_version: 1, settings: { sensor_interval: 60 } })
    expect(await setting('sensor_interval')).toMatchObject({ state: 'failed', reason: 'kept_other' })
  })

  test('that somebody changes at the device itself are told to be so, and can be sent anew', async () => {
    device = await aDevice(app, owner)
    await change({ sensor_interval: 10, led_on: false })
    await report({ settings_version: 1, settings: { sensor_interval: 10, led_on: false } })
    expect(await setting('sensor_interval')).toMatchObject({ state: 'as_reported' })
    await report({ settings_version: 1, settings: { sensor_interval: 60, led_on: false } })
    // It has the newest version, so it would be told nothing.
    expect(await setting('sensor_interval')).toMatchObject({ state: 'failed', reason: 'kept_other', reported: 60 })
    const { version, changes } = await change({ sensor_interval: 10, led_on: false })
    expect([version, changes[0]]).toMatchObject([2, { field: 'sensor_interval', value: 10, state: 'pending' }])
    expect(await change({ sensor_interval: 10 })).toMatchObject({ version: 2 })
    expect((await report({ settings_version: 1 })).settings).toMatchObject({ version: 2, sensor_interval: 10 })
    await report({ settings_version: 2, settings: { sensor_interval: 10 } })
    expect(await setting('sensor_interval')).toMatchObject({ state: 'as_reported' })
    // A device that was reset says so by its version, and is told by itself.
    await report({ settings_version: 0, settings: { sensor_interval: 60 } })
    expect(await setting('sensor_interval')).toMatchObject({ state: 'pending' })
  })

  test('are taken back while they wait: the device is told what stood before', async () => {
    device = await aDevice(app, owner)
    await report({ settings_version: 0, settings: { upload_interval: 300 } })
    await read()
    await change({ upload_interval: 600 })
    await change({ upload_interval: 900 })
    const changes = (await read()).changes
    expect(changes.map(({ state, value }) => [state, value])).toEqual([
      ['pending', 900],
      ['replaced', 600],
    ])
    const after = await app.call(api.takeBackSetting, { params: { id: changes[0]?.id ?? 0 } }, admin.token)
    expect(after).toMatchObject({ version: 3, changes: [{ state: 'taken_back' }, { state: 'replaced' }] })
    expect((await report({ settings_version: 1 })).settings).toEqual({ version: 3, upload_interval: 300 })
    expect(await setting('upload_interval')).toMatchObject({ state: 'as_reported', wanted: 300 })
    const again = app.call(api.takeBackSetting, { params: { id: changes[0]?.id ?? 0 } }, admin.token)
    await expect(again).rejects.toMatchObject({ status: 409, code: 'conflict' })
    const nobodys = app.call(api.takeBackSetting, { params: { id: 999_999 } }, admin.token)
    await expect(nobodys).rejects.toMatchObject({ status: 404 })
  })

  test('[specification §5] outside their limits are refused by field, and nothing changes', async () => {
    device = await aDevice(app, owner)
    for (const [settings, field] of [
      [{ upload_interval: 9 }, 'settings.upload_interval'],
      [{ particulate_interval: 20 }, 'settings.particulate_interval'],
      [{ pump_flow: 0.6 }, 'settings.pump_flow'],
      [{ network_mode: 'fixed' }, 'settings.network_ip'],
      [{ thermal_range_min: 50, thermal_range_max: 20 }, 'settings.thermal_range_max'],
      [{ wheels: 4 }, 'settings.wheels'],
    ] as const)
      await expect(change(settings as never)).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.any(String)] },
      })
    expect(await read()).toMatchObject({ version: 0, changes: [] })
  })

  test('[decisions §1] changed by two at once: the second is told', async () => {
    device = await aDevice(app, owner)
    const answers = await Promise.allSettled([change({ led_brightness: 10 }, 0), change({ led_brightness: 20 }, 0)])
    expect(answers.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect(answers.find(one => one.status === 'rejected')).toMatchObject({ reason: { status: 409, code: 'conflict' } })
    const { version, changes } = await read()
    expect([version, changes.length]).toEqual([1, 1])
  })

  test('that are so already change nothing', async () => {
    device = await aDevice(app, owner)
    await report({ settings_version: 0, settings: { led_on: true } })
    await read()
    expect(await change({ led_on: true })).toMatchObject({ version: 0, changes: [] })
    await change({ led_on: false })
    expect(await change({ led_on: false })).toMatchObject({ version: 1 })
  })

  test('a secret reaches the device and nobody else', async () => {
    device = await aDevice(app, owner)
    await change({ wifi_secret: 'Heu-und-Stroh-7', modem_pin: '4711' })
    const shown = await read()
    expect(JSON.stringify(shown)).not.toMatch(/Heu-und-Stroh-7|4711/)
    expect(await setting('wifi_secret')).toMatchObject({ wanted: null, state: 'pending', set_at: app.clock.iso() })
    const rows = await app.services.db.selectFrom('device_setting_changes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/Heu-und-Stroh-7|4711/)
    const told = await report({ settings_version: 0 })
    expect(told.settings).toEqual({ version: 1, wifi_secret: 'Heu-und-Stroh-7', modem_pin: '4711' })
    // A careless device sends it back, and something wrong beside it.
    await report({ settings_version: 1, settings: { wifi_secret: 'Heu-und-Stroh-7', modem_pin: 1 } })
    expect(await setting('wifi_secret')).toMatchObject({ wanted: null, reported: null, state: 'as_reported' })
    const refusals = await app.call(api.listRefusals, { params: params() }, admin.token)
    expect(JSON.stringify([await read(), refusals])).not.toMatch(/Heu-und-Stroh-7|4711/)
    expect(app.logged()).not.toMatch(/Heu-und-Stroh-7|4711/)
  })

  test('[decisions §3] are an administrator’s alone, not the owner’s', async () => {
    device = await aDevice(app, owner)
    for (const call of [api.getDeviceSettings, api.getFocus, api.startFocus, api.stopFocus])
      await expect(app.call(call, { params: params() }, owner.token)).rejects.toMatchObject({ status: 403 })
    const nobodys = app.call(api.getDeviceSettings, { params: { id: 999_999 } }, admin.token)
    await expect(nobodys).rejects.toMatchObject({ status: 404 })
  })
})

describe('[specification §4] camera focus mode', () => {
  const focus = async () => {
    await app.app.settle()
    return app.call(api.getFocus, { params: params() }, admin.token)
  }
  const start = () => app.call(api.startFocus, { params: params() }, admin.token)
  const stop = () => app.call(api.stopFocus, { params: params() }, admin.token)

  test('is told to the device, confirmed by it, and ends after three minutes', async () => {
    device = await aDevice(app, owner)
    expect(await focus()).toMatchObject({ state: 'deactivated', asked_at: null })
    expect(await report({ focus: false })).toEqual({ accepted: 1, rejected: [] })
    expect(await start()).toMatchObject({ state: 'activating', seconds_left: 60 })
    app.clock.forward(20_000)
    expect((await report({ focus: false })).focus).toEqual({ on: true, until: app.clock.iso(40_000) })
    app.clock.forward(2000)
    await report({ focus: true })
    expect(await focus()).toMatchObject({ state: 'active', seconds_left: 180 })
    app.clock.forward(100_000)
    expect((await report({ focus: true })).focus).toEqual({ on: true, until: app.clock.iso(80_000) })
    expect(await start()).toMatchObject({ state: 'active', seconds_left: 80 })
    app.clock.forward(80_000)
    expect(await focus()).toMatchObject({ state: 'deactivated', ended_at: app.clock.iso(), seconds_left: null })
    expect((await report({ focus: true })).focus).toEqual({ on: false, until: null })
  })

  test('[decisions §4] that is not confirmed within 60 s is failed, and can be tried again', async () => {
    device = await aDevice(app, owner)
    await start()
    app.clock.forward(60_000)
    await report({ focus: true })
    expect(await focus()).toMatchObject({ state: 'failed' })
    expect(await start()).toMatchObject({ state: 'activating' })
  })

  test('is ended by the person, or by the device', async () => {
    device = await aDevice(app, owner)
    await start()
    expect(await stop()).toMatchObject({ state: 'deactivated', ended_at: app.clock.iso() })
    await start()
    await report({ focus: true })
    await focus()
    await report({ focus: false })
    expect(await focus()).toMatchObject({ state: 'deactivated' })
    expect(await stop()).toMatchObject({ state: 'deactivated' })
  })

  test('[decisions §4] is not for the light plan, which has sensors only', async () => {
    device = await aDevice(app, owner, { plan: 'light' })
    await expect(start()).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  })
})
