import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { lorawanEndpoints } from '#shared/contract/devices/lorawan.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { shardsOf } from '../../kit/database/cluster.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aChirpstackUplink, anEui, aTtnUplink, SECRET } from '../../testing/a-lorawan-uplink.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

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

  test('is added also while its messages cannot be stored, and they are read with the next', async () => {
    const eui = anEui()
    await ttn(ttnUplink(eui))
    const inserts = shardsOf(app.services.series).map(store =>
      vi.spyOn(store, 'insert').mockRejectedValue(new Error('connect ECONNREFUSED')),
    )
    const mend = () => {
      for (const insert of inserts) insert.mockRestore()
    }
    const { device, accepted } = await add(eui).finally(mend)
    expect(accepted).toBe(0)
    app.clock.forward(60_000)
    await ttn(ttnUplink(eui))
    const { series } = await app.call(
      measurementEndpoints.getSeries,
      { query: { device_id: device.id, interval: 'day', measurements: 't' } },
      admin.token,
    )
    expect(series.t?.count.reduce((sum, count) => sum + count, 0)).toBe(2)
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

  describe('and whose EUI somebody claims', () => {
    const confirm = (eui: string, token = admin.token) =>
      app.call(lorawanEndpoints.confirmUnknownDevice, { params: { eui } }, token)
    const refuse = (eui: string, token = admin.token) =>
      app.call(lorawanEndpoints.refuseUnknownDevice, { params: { eui } }, token)
    const last = (id: number, token = owner.token) =>
      app.call(measurementEndpoints.getLast, { query: { device_id: id } }, token)
    const stranger = () => aUser(app)

    test('gives nothing of what the installation heard or hears before an administrator confirms', async () => {
      const eui = anEui()
      await ttn(ttnUplink(eui))
      const device = await aDevice(app, owner, { eui, confirmed: false })
      expect(device.eui_confirmed).toBe(false)
      app.clock.forward(60_000)
      expect(await ttn(ttnUplink(eui))).toMatchObject({ device: 'unknown', accepted: 0 })
      expect(await chirpstack(chirpstackUplink(eui))).toMatchObject({ device: 'unknown' })
      expect(await last(device.id)).toEqual({})
      const [claimed] = (await unknown()).filter(one => one.eui === eui)
      expect(claimed?.claim).toEqual({ device_id: device.id, name: device.name, email: owner.email })
      await expect(confirm(eui, owner.token)).rejects.toMatchObject({ status: 403 })
      await expect(refuse(eui, owner.token)).rejects.toMatchObject({ status: 403 })
      expect((await confirm(eui)).accepted).toBeGreaterThan(0)
      expect(await last(device.id)).toMatchObject({ t: { value: 21.5 } })
      expect((await unknown()).filter(one => one.eui === eui)).toEqual([])
      app.clock.forward(60_000)
      expect(await ttn(ttnUplink(eui))).toMatchObject({ device: 'known', accepted: 5 })
      await expect(confirm(eui)).rejects.toMatchObject({ status: 404 })
      await expect(refuse(eui)).rejects.toMatchObject({ status: 404 })
    })

    test('is confirmed for that EUI alone: another one has to be confirmed anew', async () => {
      const { updateSensor } = deviceEndpoints
      const [others, vouched] = [anEui(), anEui()]
      await ttn(ttnUplink(others))
      const { id } = await aDevice(app, owner, { eui: anEui() })
      const change = (eui: string | null, token = owner.token) =>
        app.call(updateSensor, { params: { id }, body: { eui } }, token)
      await change(null)
      expect(await change(others)).toMatchObject({ eui: others, eui_confirmed: false })
      expect(await ttn(ttnUplink(others))).toMatchObject({ device: 'unknown', accepted: 0 })
      expect(await last(id)).toEqual({})
      const [claimed] = (await unknown()).filter(one => one.eui === others)
      expect(claimed?.claim).toMatchObject({ device_id: id })
      // An administrator vouches for it by the change, as by adding a device.
      expect(await change(vouched, admin.token)).toMatchObject({ eui_confirmed: true })
      expect(await ttn(ttnUplink(vouched))).toMatchObject({ device: 'known', accepted: 5 })
    })

    test("takes what the account's own network server says, which opens nothing of the installation's", async () => {
      const eui = anEui()
      await ttn(ttnUplink(eui, { frm_payload: Buffer.from('0367c800', 'hex').toString('base64') }))
      const other = await stranger()
      const device = await aDevice(app, other, { eui, confirmed: false })
      const { secret } = await app.call(lorawanEndpoints.createWebhookSecret, {}, other.token)
      app.clock.forward(60_000)
      expect(await app.call(hearTtn, { body: ttnUplink(eui) }, secret)).toMatchObject({ device: 'known', accepted: 5 })
      app.clock.forward(60_000)
      expect(await ttn(ttnUplink(eui))).toMatchObject({ device: 'unknown' })
      const query = { device_id: device.id, interval: 'day', measurements: 't' } as const
      const frame = await app.call(measurementEndpoints.getSeries, { query }, other.token)
      expect(frame.series.t?.count.reduce((sum, count) => sum + count, 0)).toBe(1)
    })

    test('is free for the rightful owner once the claim is refused', async () => {
      const eui = anEui()
      await ttn(ttnUplink(eui))
      const thief = await stranger()
      const taken = await aDevice(app, thief, { eui, confirmed: false })
      await expect(add(eui)).rejects.toMatchObject({ status: 409 })
      await refuse(eui)
      expect(await app.call(deviceEndpoints.getSensor, { params: { id: taken.id } }, thief.token)).toMatchObject({
        eui: null,
      })
      expect((await add(eui)).accepted).toBe(5)
      expect(await last(taken.id, thief.token)).toEqual({})
    })

    test('needs nobody who confirms where an administrator adds it', async () => {
      const eui = anEui()
      const device = await aDevice(app, admin, { eui, confirmed: false })
      expect(device.eui_confirmed).toBe(true)
      expect(await ttn(ttnUplink(eui))).toMatchObject({ device: 'known', accepted: 5 })
    })
  })

  test('keeps the newest hundred messages, and itself for 30 days', async () => {
    const eui = anEui()
    for (let sent = 0; sent < 105; sent++) {
      app.clock.forward(1000)
      await ttn(ttnUplink(eui))
    }
    const kept = await app.services.db.selectFrom('unknown_messages').selectAll().where('eui', '=', eui).execute()
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
      await app.services.db
        .insertInto('unknown_devices')
        .values({ eui, ...about, ...times })
        .execute()
    expect((await unknown()).some(({ eui }) => eui === first)).toBe(true)
    app.clock.forward(1000)
    await ttn(ttnUplink(anEui()))
    const left = await unknown()
    expect([left.length, left.some(({ eui }) => eui === first)]).toEqual([1000, false])
    const kept = await app.services.db.selectFrom('unknown_messages').selectAll().where('eui', '=', first).execute()
    expect(kept).toEqual([])
  })

  test('is nothing for those who are no administrators', async () => {
    await expect(app.call(listUnknownDevices, {}, owner.token)).rejects.toMatchObject({ status: 403 })
  })
})
