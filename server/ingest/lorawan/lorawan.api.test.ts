import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { lorawanEndpoints } from '#shared/contract/devices/lorawan.ts'
import { api } from '#shared/contract/index.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aChirpstackUplink, anEui, aTtnUplink, SECRET } from '../../testing/a-lorawan-uplink.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const { hearTtn, hearChirpstack, chooseDecoder, getDecoder } = lorawanEndpoints
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_SECRET: SECRET } })
  owner = await aUser(app)
})
afterAll(() => app.close())

const aSensor = () => aDevice(app, owner, { eui: anEui() })
const ttnUplink = (eui: string, changes: Record<string, unknown> = {}) => aTtnUplink(app, eui, changes)
const chirpstackUplink = (eui: string, changes: Record<string, unknown> = {}) => aChirpstackUplink(app, eui, changes)
const VALUES = { t: 21.5, h: 60, battery: 85, rssi: -60, snr: 9 }
const ttn = (body: unknown, secret?: string) => app.call(hearTtn, { body }, secret ?? SECRET)
const chirpstack = (body: unknown, event = 'up') => app.call(hearChirpstack, { body, query: { event } }, SECRET)
const last = async (id: number) => {
  const values = await app.call(measurementEndpoints.getLast, { query: { device_id: id } }, owner.token)
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}
const sensorOf = async (id: number) => {
  await app.app.settle()
  return app.call(deviceEndpoints.getSensor, { params: { id } }, owner.token)
}

describe('[specification §5] the secret of the endpoints of network servers', () => {
  const post = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/lorawan/ttn', headers, payload: ttnUplink('A840410000000000') })

  test('may come in any of three headers, and is asked for', async () => {
    for (const headers of [
      { 'x-webhook-secret': SECRET },
      { 'x-api-key': SECRET },
      { authorization: `Bearer ${SECRET}` },
    ])
      expect((await post(headers as never)).statusCode).toBe(200)
    expect((await post({})).json()).toMatchObject({ code: 'invalid_auth' })
    for (const wrong of ['wrong', `${SECRET} `.repeat(2), owner.token])
      expect((await post({ 'x-webhook-secret': wrong })).json()).toMatchObject({ code: 'invalid_token' })
  })

  test('opens nothing else, and no key of a device opens these', async () => {
    const device = await aSensor()
    await expect(ttn(ttnUplink(device.eui ?? ''), device.key)).rejects.toMatchObject({ status: 401 })
    const door = app.call(measurementEndpoints.sendMeasurements, { body: { t: 1 } }, SECRET)
    await expect(door).rejects.toMatchObject({ status: 401 })
  })

  test('is never right where none is set', async () => {
    app.services.environment.WEBHOOK_SECRET = undefined
    for (const secret of ['undefined', SECRET])
      await expect(ttn({}, secret)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    app.services.environment.WEBHOOK_SECRET = SECRET
    expect(await ttn({ end_device_ids: {} })).toMatchObject({ device: 'none' })
  })
})

describe('[specification §5] an uplink', () => {
  test('of The Things Stack is read by the decoder of its model, with the best gateway', async () => {
    const device = await aSensor()
    const answer = await ttn(ttnUplink(device.eui ?? ''))
    expect(answer).toEqual({ event: 'up', device: 'known', accepted: 5, rejected: [] })
    expect(await last(device.id)).toEqual(VALUES)
    expect(await sensorOf(device.id)).toMatchObject({ online: true, battery_percentage: 85 })
  })

  test('of ChirpStack is read by the decoder its profile names', async () => {
    const device = await aSensor()
    expect(await chirpstack(chirpstackUplink(device.eui ?? ''))).toMatchObject({ device: 'known', accepted: 5 })
    expect(await last(device.id)).toEqual(VALUES)
  })

  test('carries the time at which the network server received it', async () => {
    const device = await aSensor()
    const received_at = '2025-01-15T08:00:00.123456789Z'
    await ttn(ttnUplink(device.eui ?? '', { received_at }))
    const { t } = await app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)
    expect(t?.time).toBe('2025-01-15T08:00:00.123Z')
    expect(await ttn(ttnUplink(device.eui ?? '', { received_at: '2020-0327T12:39:05Z' }))).toMatchObject({
      accepted: 5,
    })
    const now = await app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)
    expect(now.t?.time).toBe(app.clock.iso())
  })

  test('that no decoder knows is read from what the network server decoded', async () => {
    const device = await aSensor()
    const decoded_payload = { temperature: '19.5', air: { pressure: 101_325 }, door: 'open' }
    const uplink = ttnUplink(device.eui ?? '', { version_ids: null, decoded_payload })
    expect(await ttn(uplink)).toMatchObject({ accepted: 4, rejected: [] })
    expect(await last(device.id)).toEqual({ t: 19.5, p: 1013.25, rssi: -60, snr: 9 })
    const object = { temperatureSensor: { 1: 18 }, humiditySensor: { 2: 55 } }
    await chirpstack(chirpstackUplink(device.eui ?? '', { deviceInfo: { devEui: device.eui }, object }))
    expect(await last(device.id)).toMatchObject({ t: 18, h: 55 })
  })

  test('of which no field has a name in use is refused, and its signal kept', async () => {
    const device = await aSensor()
    const uplink = ttnUplink(device.eui ?? '', { version_ids: null, decoded_payload: { wattage: 5, button: 1 } })
    expect(await ttn(uplink)).toMatchObject({ accepted: 2, rejected: [{ field: '', code: 'no_values' }] })
    await app.app.settle()
    const refusals = await app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
    expect(refusals).toMatchObject([{ code: 'no_values', count: 1, last_value: '{"wattage":5,"button":1}' }])
  })

  test('sent twice counts once', async () => {
    const device = await aSensor()
    const uplink = ttnUplink(device.eui ?? '')
    await ttn(uplink)
    await ttn(uplink)
    const series = await app.call(
      measurementEndpoints.getSeries,
      { query: { device_id: device.id, interval: 'day', measurements: 't' } },
      owner.token,
    )
    expect(series.series.t?.count.reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  test('nobody can read is answered 200 and counted on the page of the device', async () => {
    const device = await aSensor()
    const uplink = ttnUplink(device.eui ?? '', { version_ids: null })
    const answer = await ttn(uplink)
    expect(answer).toMatchObject({ accepted: 2, rejected: [{ field: 'payload', code: 'unreadable_message' }] })
    expect(await sensorOf(device.id)).toMatchObject({ refused_values: 1, main_refusal: { code: 'unreadable_message' } })
  })

  test('with a value out of range keeps the others, and says so', async () => {
    const device = await aSensor()
    const decoded_payload = { temperature: 9999, humidity: 50 }
    const answer = await ttn(ttnUplink(device.eui ?? '', { version_ids: null, decoded_payload, rx_metadata: [] }))
    expect(answer).toMatchObject({ accepted: 1, rejected: [{ field: 't', code: 'out_of_range' }] })
  })
})

describe('[specification §5] the decoder', () => {
  test('its owner chooses beats the profile, until it is left to that again', async () => {
    const device = await aSensor()
    const params = { id: device.id }
    const elsys = Buffer.from('0100FA021E', 'hex').toString('base64')
    const choose = (decoder: string | null) => app.call(chooseDecoder, { params, body: { decoder } }, owner.token)
    const choices = await app.call(lorawanEndpoints.listDecoders, {}, owner.token)
    const id = choices.find(({ maker }) => maker === 'Elsys')?.id ?? ''
    await choose(id)
    expect(await app.call(getDecoder, { params }, owner.token)).toEqual({ decoder: id })
    await ttn(ttnUplink(device.eui ?? '', { frm_payload: elsys, f_port: 5 }))
    expect(await last(device.id)).toMatchObject({ t: 25, h: 30 })
    await choose(null)
    await ttn(ttnUplink(device.eui ?? ''))
    expect(await last(device.id)).toMatchObject(VALUES)
    await expect(choose('nobodys')).rejects.toMatchObject({ status: 422, code: 'no_valid_input' })
  })
})

describe('[specification §5] other messages', () => {
  test('a join says that the device is there', async () => {
    const device = await aSensor()
    const join = { ...ttnUplink(device.eui ?? ''), uplink_message: undefined, join_accept: { session_key_id: 'x' } }
    expect(await ttn(join)).toEqual({ event: 'join', device: 'known', accepted: 0, rejected: [] })
    const { last_seen_date, last_msg_date } = await sensorOf(device.id)
    expect([last_seen_date, last_msg_date]).toEqual([app.clock.iso(), null])
    expect(await chirpstack(chirpstackUplink(device.eui ?? ''), 'join')).toMatchObject({ event: 'join', accepted: 0 })
  })

  test('a status of ChirpStack tells the battery, or that there is none', async () => {
    const device = await aSensor()
    const status = chirpstackUplink(device.eui ?? '', { margin: 7, batteryLevel: 75.5 })
    expect(await chirpstack(status, 'status')).toMatchObject({ event: 'status', accepted: 1 })
    expect((await sensorOf(device.id)).battery_percentage).toBe(75.5)
    const mains = { ...status, batteryLevel: 0, batteryLevelUnavailable: true }
    expect(await chirpstack(mains, 'status')).toMatchObject({ accepted: 0 })
  })

  test.each([
    ['nothing', {}],
    ['a list', [1, 2]],
    ['a number', 5],
    ['null within', { end_device_ids: null, uplink_message: null, deviceInfo: null, rxInfo: null }],
    ['wrong kinds', { end_device_ids: { dev_eui: 7 }, uplink_message: 'x', deviceInfo: [], time: {}, data: 4 }],
    ['an EUI that is none', { end_device_ids: { dev_eui: 'XYZ' }, deviceInfo: { devEui: '' } }],
    ['one of another service', { downlink_ack: { f_port: 1 }, event: 'ack' }],
  ])('rubbish is answered 200 where its address says what it is, and else by its shape: %s', async (_, body) => {
    for (const event of ['up', 'join', 'status', 'ack', 'constructor'])
      expect(await chirpstack(body, event)).toMatchObject({ device: 'none', accepted: 0 })
    const hasShape = typeof body === 'object' && body !== null && 'end_device_ids' in body
    if (hasShape) expect(await ttn(body)).toMatchObject({ device: 'none', accepted: 0 })
    else
      await expect(ttn(body)).rejects.toMatchObject({
        code: 'no_valid_input',
        errors: { body: [expect.stringContaining('LORIOT')] },
      })
  })

  test('of other network servers are heard, whatever their address, and a ChirpStack that does not say its event', async () => {
    const device = await aSensor()
    const loriot = { cmd: 'rx', EUI: device.eui, ts: app.clock.now(), fcnt: 4, port: 85, data: '0175550367d700046878' }
    const by = await app.call(
      lorawanEndpoints.chooseDecoder,
      { params: { id: device.id }, body: { decoder: 'milesight-em' } },
      owner.token,
    )
    expect(by.decoder).toBe('milesight-em')
    const uplink = (body: unknown) => app.call(lorawanEndpoints.hearUplink, { body }, SECRET)
    for (const say of [uplink, ttn, (body: unknown) => app.call(lorawanEndpoints.hearWanesy, { body }, SECRET)])
      expect(await say(loriot)).toMatchObject({ event: 'up', device: 'known', accepted: 3 })
    expect(await chirpstack(chirpstackUplink(device.eui ?? ''), '')).toMatchObject({ event: 'up', accepted: 5 })
    expect(await uplink(ttnUplink(device.eui ?? ''))).toMatchObject({ event: 'up', accepted: 5 })
    await expect(uplink({ t: 21 })).rejects.toMatchObject({ status: 422, code: 'no_valid_input' })
  })

  test('rubbish about a device that is known is answered 200 as well', async () => {
    const device = await aSensor()
    const { eui } = device
    const bad = { f_port: 'x', f_cnt: {}, frm_payload: '!!!', rx_metadata: [null, 5, {}], decoded_payload: 'x' }
    expect(await ttn(ttnUplink(eui ?? '', bad))).toMatchObject({ device: 'known', accepted: 0 })
    const name = { end_device_ids: { dev_eui: eui, device_id: 'a\0b'.repeat(1000) } }
    expect(await ttn(name)).toMatchObject({ event: 'other', device: 'known' })
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`temperature_${index}`, index]))
    expect(await ttn(ttnUplink(eui ?? '', { version_ids: null, decoded_payload: wide }))).toMatchObject({
      device: 'known',
    })
  })

  test('what is not JSON, and what is huge, is refused', async () => {
    const post = (payload: string, type = 'application/json') =>
      app.inject({
        method: 'POST',
        url: '/api/lorawan/chirpstack?event=up',
        headers: { 'x-webhook-secret': SECRET, 'content-type': type },
        payload,
      })
    expect((await post('{')).statusCode).toBe(400)
    expect((await post('x', 'application/octet-stream')).statusCode).toBe(415)
    expect((await post(`"${'x'.repeat(6 * 1024 * 1024)}"`)).statusCode).toBe(413)
  })
})

describe("[decisions §5] an account's own secret", () => {
  const { createWebhookSecret, getWebhookSecret, deleteWebhookSecret } = lorawanEndpoints

  test('reaches its own devices alone; of the others nothing is learned', async () => {
    const { secret } = await app.call(createWebhookSecret, {}, owner.token)
    const [mine, theirs] = [await aSensor(), await aDevice(app, await aUser(app), { eui: anEui() })]
    expect(await ttn(ttnUplink(mine.eui ?? ''), secret)).toMatchObject({ device: 'known', accepted: 5 })
    const stranger = await ttn(ttnUplink(theirs.eui ?? ''), secret)
    expect(stranger).toEqual(await ttn(ttnUplink(anEui()), secret))
    expect(stranger).toMatchObject({ device: 'unknown', accepted: 0 })
    expect(await ttn(ttnUplink(theirs.eui ?? ''))).toMatchObject({ device: 'known', accepted: 5 })
  })

  test('is shown once, can be replaced and ended, and does not open anything else', async () => {
    const first = await app.call(createWebhookSecret, {}, owner.token)
    const second = await app.call(createWebhookSecret, {}, owner.token)
    const device = await aSensor()
    const send = (secret: string) => ttn(ttnUplink(device.eui ?? ''), secret)
    await expect(send(first.secret)).rejects.toMatchObject({ status: 401 })
    await send(second.secret)
    const { webhook_secret } = await app.call(getWebhookSecret, {}, owner.token)
    expect(webhook_secret).toEqual({
      tail: second.secret.slice(-4),
      created_at: expect.any(String),
      last_used_at: app.clock.iso(),
    })
    await expect(app.call(getWebhookSecret, {}, second.secret)).rejects.toMatchObject({ status: 401 })
    const rows = await app.services.db.selectFrom('webhook_secrets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(second.secret)
    await app.call(deleteWebhookSecret, {}, owner.token)
    await expect(send(second.secret)).rejects.toMatchObject({ status: 401 })
    expect(await app.call(getWebhookSecret, {}, owner.token)).toEqual({ webhook_secret: null })
  })
})
