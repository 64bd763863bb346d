import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lorawanEndpoints } from '../../shared/contract/lorawan.ts'
import { measurementEndpoints } from '../../shared/contract/measurements.ts'
import { aDevice } from '../testing/a-device.ts'
import { aChirpstackUplink, anEui, aTtnUplink, SECRET } from '../testing/a-lorawan-uplink.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { hearTtn, hearChirpstack, listUnknownDevices, addUnknownDevice } = lorawanEndpoints
let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_SECRET: SECRET } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const ttnUplink = (eui: string, changes = {}) => aTtnUplink(app, eui, changes)
const chirpstackUplink = (eui: string) => aChirpstackUplink(app, eui)
const ttn = (body: unknown) => app.call(hearTtn, { body }, SECRET)
const chirpstack = (body: unknown) => app.call(hearChirpstack, { body, query: { event: 'up' } }, SECRET)

describe('[specification §5] a device that nobody has added', () => {
  const unknown = () => app.call(listUnknownDevices, {}, admin.token)
  const add = (eui: string, body = {}) =>
    app.call(
      addUnknownDevice,
      { params: { eui }, body: { name: 'Heard', device_name: `BM ${eui}`, plan: 'basic', ...body } },
      admin.token,
    )

  test('is kept with what it says, and added with all of it', async () => {
    const eui = anEui()
    for (const minutes of [0, 10, 10]) {
      app.clock.forward(minutes * 60_000)
      expect(await chirpstack(chirpstackUplink(eui))).toMatchObject({ device: 'unknown', accepted: 0 })
    }
    const [heard] = (await unknown()).filter(one => one.eui === eui)
    expect(heard).toMatchObject({ network: 'chirpstack', network_name: 'barn-1', messages: 3 })
    expect(heard?.decoder).toMatch(/milesight/)
    const { device, accepted } = await add(eui.toLowerCase())
    expect(device).toMatchObject({ name: 'Heard', eui, upload_interval: 600 })
    expect(accepted).toBe(15)
    expect((await unknown()).filter(one => one.eui === eui)).toEqual([])
    const values = await app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, admin.token)
    expect(values.t).toMatchObject({ value: 21.5, time: app.clock.iso() })
    await expect(add(eui)).rejects.toMatchObject({ status: 404 })
  })

  test('is read with the decoder chosen on the way', async () => {
    const eui = anEui()
    await ttn(ttnUplink(eui, { version_ids: null }))
    await expect(add(eui, { decoder: 'nobodys' })).rejects.toMatchObject({ code: 'no_valid_input' })
    const [milesight] = (await app.call(lorawanEndpoints.listDecoders, {}, admin.token)).filter(
      ({ maker }) => maker === 'Milesight',
    )
    expect(await add(eui, { decoder: milesight?.id })).toMatchObject({ accepted: 5 })
  })

  test('keeps its messages until somebody adds it by hand, and reads them with the next', async () => {
    const eui = anEui()
    await ttn(ttnUplink(eui))
    app.clock.forward(60_000)
    const device = await aDevice(app, owner, { eui })
    expect((await unknown()).filter(one => one.eui === eui)).toEqual([])
    await ttn(ttnUplink(eui))
    const series = await app.call(
      measurementEndpoints.getSeries,
      { query: { device_id: device.id, interval: 'day', measurements: 't' } },
      owner.token,
    )
    expect(series.series.t?.count.reduce((sum, count) => sum + count, 0)).toBe(2)
  })

  test('keeps the newest hundred messages, and itself for 30 days', async () => {
    const eui = anEui()
    for (let sent = 0; sent < 105; sent++) {
      app.clock.forward(1000)
      await ttn(ttnUplink(eui))
    }
    const kept = await app.world.db.selectFrom('unknown_messages').selectAll().where('eui', '=', eui).execute()
    expect(kept.length).toBe(100)
    expect((await unknown()).find(one => one.eui === eui)?.messages).toBe(105)
    app.clock.forward(31 * 86_400_000)
    expect(await unknown()).toEqual([])
  })

  test('is dropped when a thousand others were heard since', async () => {
    const first = anEui()
    await ttn(ttnUplink(first))
    app.clock.forward(1000)
    const others = Array.from({ length: 999 }, anEui)
    const about = { network: 'ttn' as const, name: null, profile: null, messages: 1 }
    const times = { first_heard_at: app.clock.iso(), last_heard_at: app.clock.iso() }
    for (const eui of others)
      await app.world.db
        .insertInto('unknown_devices')
        .values({ eui, ...about, ...times })
        .execute()
    expect((await unknown()).some(({ eui }) => eui === first)).toBe(true)
    app.clock.forward(1000)
    await ttn(ttnUplink(anEui()))
    const left = await unknown()
    expect([left.length, left.some(({ eui }) => eui === first)]).toEqual([1000, false])
    const kept = await app.world.db.selectFrom('unknown_messages').selectAll().where('eui', '=', first).execute()
    expect(kept).toEqual([])
  })

  test('is nothing for those who are no administrators', async () => {
    await expect(app.call(listUnknownDevices, {}, owner.token)).rejects.toMatchObject({ status: 403 })
  })
})
