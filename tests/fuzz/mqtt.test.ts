import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readForeignTopic } from '../../server/ingest/mqtt/foreign/foreign.ts'
import { createDiscovery } from '../../server/ingest/mqtt/topics/discovery.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aUser } from '../../server/testing/a-user.ts'
import { anMqttClient } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { fuzz } from './bystander.ts'
import { asJson, aText, changed } from './rubbish.ts'

const MOST = 300_000
let app: TestApp
let device: TestDevice
let client: MqttClient
beforeAll(async () => {
  app = await startTestApp({ environment: { MQTT_LISTEN: '127.0.0.1:0' } })
  await app.app.mqtt.start()
  device = await aDevice(app, await aUser(app))
  client = await anMqttClient(app.app.mqtt.port() ?? 0, device)
})
afterAll(async () => {
  await client.endAsync(true)
  await app.close()
})

const GOOD = [{ t: 21.5, state: { battery: 70 } }, [{ time: 1_763_640_000, h: '60' }], { SI7021: { Temperature: 21 } }]
const CONFIG = {
  '~': 'house',
  stat_t: '~/state',
  val_tpl: "{{ value_json.a['b'] | round(1) }}",
  dev_cla: 'temperature',
}

describe('no message over MQTT keeps others waiting', () => {
  test('at the built-in broker', async () => {
    await fuzz('MQTT, built-in broker', async chance => {
      const foreign = `${chance.oneOf(['tele', 'zigbee2mqtt', 'shellies', 'x'])}/${aText(chance, 50).replaceAll(/[+#\0]/g, '')}`
      const topic = chance.isOneIn(5) ? foreign.toWellFormed() : `barnometer/${device.id}/up`
      await client.publishAsync(topic, asJson(chance, changed(chance, chance.oneOf(GOOD), MOST)), { qos: 1 })
    })
    expect(client.connected).toBe(true)
    expect(app.logged()).not.toContain('could not be taken')
  }, 3_600_000)

  test('of firmware, and of what announces itself', async () => {
    const discovery = createDiscovery()
    await fuzz('MQTT, foreign topics', async chance => {
      const shape = [
        'tele/?/SENSOR',
        'tele/?/LWT',
        'zigbee2mqtt/?',
        'shellies/?/info',
        '?/events/rpc',
        '?/sensor/?/state',
        '?',
      ]
      const topic = chance.oneOf(shape).replaceAll('?', () => aText(chance, 60_000))
      const payload = Buffer.from(asJson(chance, changed(chance, chance.oneOf([CONFIG, ...GOOD]), MOST)))
      readForeignTopic(topic, payload)
      discovery.learn(`homeassistant/sensor/${chance.below(2000)}/config`, payload)
      discovery.read('house/state', payload)
    })
  }, 3_600_000)
})
