import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aFirstUser } from '../../server/testing/a-user.ts'
import { anMqttClient } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { startMosquitto } from '../servers/mosquitto.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { MQTT_LISTEN: '127.0.0.1:0' } })
  await app.app.mqtt.start()
})
afterAll(() => app.close())

test('a bridge of Mosquitto, as the manual has it, brings the sensors to the broker of a house and keeps them there', async () => {
  const owner = await aFirstUser(app)
  const device = await aDevice(app, owner)
  const link = await app.call(api.createFeed, { body: { name: 'Home', kind: 'home_assistant' } }, owner.token)
  await app.call(api.sendMeasurements, { body: { t: 21.4 } }, device.key)
  await app.app.settle()
  const mosquitto = await startMosquitto(`allow_anonymous true
connection barnometer
address 127.0.0.1:${app.app.mqtt.port()}
remote_username homeassistant
remote_password ${link.secret}
topic homeassistant/# in 1
topic barnometer/homeassistant/# in 1`)
  try {
    const heard = async () => {
      const client = await anMqttClient(mosquitto.port, null)
      const retained = new Map<string, string>()
      client.on('message', (topic, payload) => void retained.set(topic, payload.toString()))
      await client.subscribeAsync(['homeassistant/#', 'barnometer/#'])
      await client.publishAsync('any/thing', '', { qos: 1 })
      await client.endAsync()
      return retained
    }
    const base = `barnometer/homeassistant/${device.id}`
    await expect.poll(async () => (await heard()).get(`${base}/availability`), { timeout: 20_000 }).toBe('online')
    const retained = await heard()
    const config = JSON.parse(retained.get(`homeassistant/sensor/barnometer_${device.id}/t/config`) ?? '{}')
    expect(config).toMatchObject({ state_topic: `${base}/state`, unit_of_measurement: '°C' })
    expect(JSON.parse(retained.get(config.state_topic) ?? '{}')).toMatchObject({ t: 21.4 })
  } finally {
    await mosquitto.stop()
  }
})
