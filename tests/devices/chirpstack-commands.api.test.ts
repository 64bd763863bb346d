import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aChirpstackUplink, anEui, SECRET } from '../../server/testing/a-lorawan-uplink.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { anMqttClient } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { startMosquitto } from '../servers/mosquitto.ts'

let mosquitto: Awaited<ReturnType<typeof startMosquitto>>
let app: TestApp
let admin: TestUser
let owner: TestUser
let device: TestDevice
let chirpstack: MqttClient
const commands: { topic: string; body: Record<string, unknown> }[] = []
beforeAll(async () => {
  mosquitto = await startMosquitto()
  app = await startTestApp({ environment: { MQTT_URL: mosquitto.url, WEBHOOK_SECRET: SECRET } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
  await app.app.mqtt.start()
  chirpstack = await anMqttClient(mosquitto.port, null)
  chirpstack.on('message', (topic, payload) => commands.push({ topic, body: JSON.parse(payload.toString()) }))
  await chirpstack.subscribeAsync('application/+/device/+/command/down', { qos: 1 })
})
afterAll(async () => {
  await chirpstack.endAsync(true)
  await app.close()
  await mosquitto.stop()
})
beforeEach(async () => {
  device = await aDevice(app, owner, { eui: anEui() })
  commands.length = 0
})

const APPLICATION = '6c3a2f2e-2f0f-4c4e-8f8f-2f6f0c9a4b11'
const soon = (look: () => unknown) => expect.poll(look)
let number = 0
const uplink = (applicationId: string | null = APPLICATION, changes = {}, secret = SECRET) => {
  const body = aChirpstackUplink(app, device.eui ?? '', { fCnt: number++, ...changes })
  return say('up', { ...body, deviceInfo: { ...body.deviceInfo, applicationId } }, secret)
}
const say = (event: string, payload: object, secret = SECRET) =>
  app.inject({
    method: 'POST',
    url: `/api/lorawan/chirpstack?event=${event}`,
    headers: { 'x-webhook-secret': secret },
    payload,
  })
const want = (upload_interval: number) =>
  app.call(
    api.changeDeviceSettings,
    { params: { id: device.id }, body: { version: 0, settings: { upload_interval } } },
    admin.token,
  )
const interval = async () => {
  await app.app.settle()
  const { settings } = await app.call(api.getDeviceSettings, { params: { id: device.id } }, admin.token)
  return settings.find(({ field }) => field === 'upload_interval')
}
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

describe('[decisions §4] a wanted interval of a device behind ChirpStack', () => {
  test('goes to its broker once, and is confirmed by the acknowledged item of its queue', async () => {
    await soon(() => app.call(api.getReady, {})).toMatchObject({ mqtt: 'connected' })
    await uplink()
    await want(1200)
    await soon(() => commands.length).toBe(1)
    const devEui = device.eui?.toLowerCase()
    expect(commands[0]?.topic).toBe(`application/${APPLICATION}/device/${devEui}/command/down`)
    expect(commands[0]?.body).toMatchObject({ devEui, confirmed: true, fPort: 85, data: base64('ff03b004') })
    const ack = { deviceInfo: { devEui }, queueItemId: commands[0]?.body.id }
    await say('ack', { ...ack, acknowledged: false })
    await say('ack', { ...ack, acknowledged: true, queueItemId: 'ffffffff-0000-4000-8000-000000000001' })
    await uplink()
    expect(await interval()).toMatchObject({ wanted: 1200, state: 'pending' })
    await say('ack', { ...ack, acknowledged: true })
    expect(await interval()).toMatchObject({ reported: 1200, state: 'as_reported' })
    expect(commands.length).toBe(1)
  })

  test('waits for the uplink that says where, and is written as Elsys says', async () => {
    await want(600)
    await app.call(api.chooseDecoder, { params: { id: device.id }, body: { decoder: 'elsys' } }, owner.token)
    await uplink(APPLICATION, { data: base64('0100d7023c'), fPort: 5 })
    await soon(() => commands.map(({ body }) => [body.fPort, body.data])).toEqual([[6, base64('3e051400000258')]])
  })

  test("goes nowhere that an account's own server names, nor to a topic that is none", async () => {
    const { secret } = await app.call(api.createWebhookSecret, {}, owner.token)
    await want(1200)
    await uplink(APPLICATION, {}, secret)
    await uplink('a/#')
    await uplink(null)
    expect(
      await app.services.db.selectFrom('device_downlinks').selectAll().where('device_id', '=', device.id).execute(),
    ).toEqual([])
  })
})
