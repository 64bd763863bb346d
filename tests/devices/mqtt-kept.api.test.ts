import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aFirstUser, aUser } from '../../server/testing/a-user.ts'
import { anMqttClient } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { startMosquitto } from '../servers/mosquitto.ts'

let mosquitto: Awaited<ReturnType<typeof startMosquitto>>
let app: TestApp
let gateway: MqttClient
beforeAll(async () => {
  mosquitto = await startMosquitto()
  app = await startTestApp({ environment: { MQTT_URL: mosquitto.url } })
  gateway = await anMqttClient(mosquitto.port, null)
})
afterAll(async () => {
  await gateway.endAsync(true)
  await app.close()
  await mosquitto.stop()
})

const say = (topic: string, payload: string, retain: boolean) =>
  gateway.publishAsync(topic, payload, { qos: 1, retain })

test('[decisions §5] what a broker kept was said long ago: whether a device is there counts, no value does', async () => {
  const admin = await aFirstUser(app)
  const owner = await aUser(app)
  const [bound, named] = [await aDevice(app, owner), await aDevice(app, owner)]
  await app.call(api.bindTopic, { params: { id: bound.id }, body: { topic: 'kept-node' } }, admin.token)
  const valuesOf = async ({ id }: { id: number }) => {
    const last = await app.call(api.getLast, { query: { device_id: id } }, owner.token)
    return Object.fromEntries(Object.entries(last).map(([key, { value }]) => [key, value]))
  }
  // Said while nobody listened; ESPHome keeps every state by itself.
  await say('kept-node/sensor/temperature/state', '18.5', true)
  await say('kept-node/status', 'online', true)
  await say('tele/kept-stranger/SENSOR', '{"SHT3X": {"Temperature": 18.5}, "TempUnit": "C"}', true)
  await say(`barnometer/${named.id}/up`, '{"t": 18.5}', true)
  await app.app.mqtt.start()
  await expect
    .poll(async () => {
      await app.app.settle()
      return (await app.call(api.getSensor, { params: { id: bound.id } }, owner.token)).connection_status
    })
    .toBe('connected')
  await say('kept-node/sensor/humidity/state', '61', true)
  await say(`barnometer/${named.id}/up`, '{"h": 62}', true)
  await say('tele/kept-other/SENSOR', '{"SHT3X": {"Temperature": 20}, "TempUnit": "C"}', false)
  await expect.poll(() => valuesOf(bound)).toEqual({ h: 61 })
  await expect.poll(() => valuesOf(named)).toEqual({ h: 62 })
  const heard = async () => (await app.call(api.listHeardTopics, {}, admin.token)).map(({ topic }) => topic)
  await expect.poll(heard).toEqual(['tele/kept-other'])
})
