import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { noteTopics } from '../../server/ingest/mqtt/topics/topic-store.ts'
import { takeAllKept } from '../../server/ingest/mqtt/topics/topics.ts'
import { shardsOf } from '../../server/kit/database/cluster.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { anMqttClient, mosquittoPub } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { startMosquitto } from '../servers/mosquitto.ts'

let mosquitto: Awaited<ReturnType<typeof startMosquitto>>
let app: TestApp
let admin: TestUser
let owner: TestUser
let gateway: MqttClient
beforeAll(async () => {
  mosquitto = await startMosquitto()
  app = await startTestApp({ environment: { MQTT_URL: mosquitto.url, MQTT_LISTEN: '127.0.0.1:0' } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
  await app.app.mqtt.start()
  gateway = await anMqttClient(mosquitto.port, null)
})
afterAll(async () => {
  await gateway.endAsync(true)
  await app.close()
  await mosquitto.stop()
})

const soon = (look: () => Promise<unknown>) => expect.poll(look)
const say = (topic: string, payload: unknown) =>
  gateway.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
const valuesOf = async (id: number) => {
  const last = await app.call(api.getLast, { query: { device_id: id } }, admin.token)
  return Object.fromEntries(Object.entries(last).map(([key, { value }]) => [key, value]))
}
const bind = (device: TestDevice, topic: string | null, token = admin.token) =>
  app.call(api.bindTopic, { params: { id: device.id }, body: { topic } }, token)
const heard = () => app.call(api.listHeardTopics, {}, admin.token)
const heardAt = async (topic: string) => (await heard()).find(one => one.topic === topic)

const TASMOTA = { Time: '2026-01-01T00:00:00', SI7021: { Temperature: 21.5, Humidity: 60 }, TempUnit: 'C' }

describe("[decisions §5] a device bound to its firmware's topic", () => {
  test('is heard there, by the names in use or by its mapping', async () => {
    await soon(() => app.call(api.getReady, {})).toMatchObject({ mqtt: 'connected' })
    const device = await aDevice(app, owner)
    expect(await bind(device, 'zigbee2mqtt/barn/north')).toEqual({ topic: 'zigbee2mqtt/barn/north' })
    await say('zigbee2mqtt/barn/north', { temperature: 20.5, humidity: 61, linkquality: 80 })
    await soon(() => valuesOf(device.id)).toEqual({ t: 20.5, h: 61 })
    await say('zigbee2mqtt/barn/north/availability', { state: 'offline' })
    await soon(async () => {
      await app.app.settle()
      return app.call(api.getSensor, { params: { id: device.id } }, owner.token)
    }).toMatchObject({ refused_values: 0, online: true })
  })

  test('a value that is none counts as refused; what is no climate does not', async () => {
    const device = await aDevice(app, owner)
    await bind(device, 'house')
    await say('house/sensor/uptime/state', '12345')
    await say('house/sensor/temperature/state', '999')
    await say('house/sensor/temperature/state', '19.5')
    await soon(() => valuesOf(device.id)).toEqual({ t: 19.5 })
    await app.app.settle()
    expect(await app.call(api.getSensor, { params: { id: device.id } }, owner.token)).toMatchObject({
      refused_values: 1,
    })
  })

  test('has a topic of its own alone, bound by administrators alone', async () => {
    const [one, two] = [await aDevice(app, owner), await aDevice(app, owner)]
    await bind(one, 'tele/one')
    await expect(bind(two, 'tele/one')).rejects.toMatchObject({ status: 409, errors: { topic: [expect.any(String)] } })
    await expect(bind(one, 'tele/two', owner.token)).rejects.toMatchObject({ status: 403 })
    await expect(bind({ ...one, id: 999_999 }, 'tele/two')).rejects.toMatchObject({ status: 404 })
    await expect(bind(one, 'tele/#')).rejects.toMatchObject({ status: 422 })
    await bind(one, null)
    await bind(two, 'tele/one')
    expect(await app.call(api.getTopic, { params: { id: two.id } }, admin.token)).toEqual({ topic: 'tele/one' })
  })

  test('may speak at the built-in broker, too, and nobody else in its name', async () => {
    const [device, other] = [await aDevice(app, owner), await aDevice(app, owner)]
    await bind(device, 'tele/inside')
    const port = app.app.mqtt.port() ?? 0
    await mosquittoPub(port, other, 'tele/inside/SENSOR', JSON.stringify({ Temperature: 30 }))
    expect(await valuesOf(device.id)).toEqual({})
    await mosquittoPub(port, device, 'tele/inside/SENSOR', JSON.stringify({ Temperature: 21 }))
    expect(await valuesOf(device.id)).toEqual({ t: 21 })
  })
})

describe('[0157] firmware that signs in at the built-in broker as its device', () => {
  const port = () => app.app.mqtt.port() ?? 0
  const refusedOf = async ({ id }: TestDevice) => {
    await app.app.settle()
    return (await app.call(api.getSensor, { params: { id } }, owner.token)).refused_values
  }
  const publish = (device: TestDevice, topic: string, payload: unknown) =>
    mosquittoPub(port(), device, topic, typeof payload === 'string' ? payload : JSON.stringify(payload))

  test('is understood without an administrator, and what it says beside is no mistake', async () => {
    const device = await aDevice(app, owner)
    // Topics and fields as a sensor with Tasmota publishes them (tasmota/docs: MQTT, SHT30).
    await publish(device, 'tele/tasmota_4F3A21/LWT', 'Online')
    await publish(device, 'tele/tasmota_4F3A21/STATE', { Time: '2026-01-01T00:05:00', Uptime: '0T00:05:10', Heap: 26 })
    await publish(device, 'tele/tasmota_4F3A21/INFO1', { Info1: { Module: 'Generic', Version: '14.2.0(tasmota)' } })
    await publish(device, 'stat/tasmota_4F3A21/RESULT', { TelePeriod: 300 })
    await publish(device, 'tasmota/discovery/A4CF124F3A21/config', { ip: '192.168.1.7', dn: 'Barn' })
    await publish(device, 'tele/tasmota_4F3A21/SENSOR', {
      Time: '2026-01-01T00:05:00',
      SHT3X: { Temperature: 21.4, Humidity: 63.2, DewPoint: 14.1 },
      TempUnit: 'C',
    })
    expect(await valuesOf(device.id)).toEqual({ t: 21.4, h: 63.2 })
    expect(await refusedOf(device)).toBe(0)
  })

  test.each([
    ['ESPHome', 'barn-node/sensor/temperature/state', '20.5', { t: 20.5 }],
    ['Shelly', 'shellyplusht-1/status/temperature:0', '{"id":0,"tC":19,"tF":66.2}', { t: 19 }],
  ])('%s is understood, too', async (_, topic, payload, values) => {
    const device = await aDevice(app, owner)
    for (const beside of ['barn-node/debug', 'barn-node/status', 'homeassistant/sensor/barn-node/temperature/config'])
      await publish(device, beside, 'online')
    await publish(device, topic, payload)
    expect(await valuesOf(device.id)).toEqual(values)
    expect(await refusedOf(device)).toBe(0)
  })

  test('speaks for one device: a gateway for many, and a topic that is bound to another, are refused', async () => {
    const [device, other] = [await aDevice(app, owner), await aDevice(app, owner)]
    await bind(other, 'tele/other')
    await publish(device, 'tele/other/SENSOR', TASMOTA)
    await publish(device, 'zigbee2mqtt/barn', { temperature: 20 })
    await publish(device, `barnometer/${other.id}/up`, { t: 20 })
    expect([await valuesOf(device.id), await valuesOf(other.id)]).toEqual([{}, {}])
    expect(await refusedOf(device)).toBe(3)
  })

  test('measures no barn with the temperature of its chip', async () => {
    const device = await aDevice(app, owner)
    await publish(device, 'tele/barn/SENSOR', { ESP32: { Temperature: 53.3 }, TempUnit: 'C' })
    expect(await valuesOf(device.id)).toEqual({})
    // The device's page says it to whoever waits for a value.
    expect(await refusedOf(device)).toBe(1)
    const message = { ESP32: { Temperature: 53.3 }, SHT3X: { Temperature: 21.4, Humidity: 63 }, TempUnit: 'C' }
    await publish(device, 'tele/barn/SENSOR', message)
    expect(await valuesOf(device.id)).toEqual({ t: 21.4, h: 63 })
    expect(await refusedOf(device)).toBe(1)
  })

  test.each([
    [{ BME280: { Temperature: 77, Humidity: 60, Pressure: 750 }, TempUnit: 'F', PressureUnit: 'mmHg' }, 25, 999.92],
    [{ BME280: { Temperature: 25, Humidity: 60, Pressure: 29.53 }, TempUnit: 'C', PressureUnit: 'inHg' }, 25, 1000],
    [{ BME280: { Temperature: 25, Humidity: 60, Pressure: 999.9 }, TempUnit: 'C', PressureUnit: 'hPa' }, 25, 999.9],
  ])('says in which units it measures: %o', async (message, t, p) => {
    const device = await aDevice(app, owner)
    await publish(device, 'tele/barn/SENSOR', message)
    const values = await valuesOf(device.id)
    expect(values).toMatchObject({ t, h: 60 })
    expect(values.p).toBeCloseTo(p, 0)
  })
})

describe('[decisions §5] a topic nobody is bound to', () => {
  test('is kept with its last message, and added with its mapping and that message', async () => {
    await say('tele/barn1/SENSOR', TASMOTA)
    await say('tele/barn1/SENSOR', TASMOTA)
    await soon(() => heardAt('tele/barn1')).toMatchObject({ source: 'tasmota', messages: 2 })
    const body = { topic: 'tele/barn1', name: 'Barn 1', device_name: 'TAS-1', plan: 'basic' } as const
    await expect(app.call(api.addHeardTopic, { body }, owner.token)).rejects.toMatchObject({ status: 403 })
    const { device, accepted } = await app.call(api.addHeardTopic, { body }, admin.token)
    expect(accepted).toBe(2)
    expect(await valuesOf(device.id)).toEqual({ t: 21.5, h: 60 })
    expect(await heardAt('tele/barn1')).toBeUndefined()
    await expect(
      app.call(api.addHeardTopic, { body: { ...body, device_name: 'TAS-2' } }, admin.token),
    ).rejects.toMatchObject({ status: 404 })
    app.clock.forward(1000)
    await say('tele/barn1/SENSOR', { ...TASMOTA, SI7021: { Temperature: 22 } })
    await soon(() => valuesOf(device.id)).toMatchObject({ t: 22 })
  })

  test('is added once, and its last message is of when it was heard', async () => {
    await say('tele/long-ago/SENSOR', TASMOTA)
    await soon(() => heardAt('tele/long-ago')).toMatchObject({ messages: 1 })
    const heardLast = (await heardAt('tele/long-ago'))?.last_heard_at
    app.clock.forward(2 * 3_600_000)
    const add = (device_name: string) => {
      const body = { topic: 'tele/long-ago', name: 'Long ago', device_name, plan: 'basic' } as const
      return app.call(api.addHeardTopic, { body }, admin.token)
    }
    const added = await Promise.allSettled([add('AGO-1'), add('AGO-2')])
    const [first, ...others] = added.flatMap(one => (one.status === 'fulfilled' ? [one.value.device] : []))
    expect(others).toEqual([])
    const named = (await app.call(api.listSensors, { query: {} }, admin.token)).filter(one => one.name === 'Long ago')
    expect(named.map(({ id }) => id)).toEqual([first?.id])
    const last = await app.call(api.getLast, { query: { device_id: first?.id ?? 0 } }, admin.token)
    expect(last.t).toMatchObject({ value: 21.5, time: heardLast })
  })

  test('is added once also while its message cannot be stored: the answer says that none was, and it is taken later', async () => {
    await say('tele/busy/SENSOR', TASMOTA)
    await soon(() => heardAt('tele/busy')).toMatchObject({ messages: 1 })
    const heardLast = (await heardAt('tele/busy'))?.last_heard_at
    const inserts = shardsOf(app.services.series).map(store =>
      vi.spyOn(store, 'insert').mockRejectedValue(new Error('connect ECONNREFUSED')),
    )
    const mend = () => {
      for (const insert of inserts) insert.mockRestore()
    }
    const body = { topic: 'tele/busy', name: 'Busy', device_name: 'BUSY-1', plan: 'basic' } as const
    const added = await app.call(api.addHeardTopic, { body }, admin.token).finally(mend)
    expect(added).toMatchObject({ device: { name: 'Busy' }, accepted: 0 })
    expect(await valuesOf(added.device.id)).toEqual({})
    expect(await heardAt('tele/busy')).toBeUndefined()
    // The device stays silent.
    app.clock.forward(HOUR_MS)
    await takeAllKept(app.services)
    const taken = await app.call(api.getLast, { query: { device_id: added.device.id } }, admin.token)
    expect(taken.t).toMatchObject({ value: 21.5, time: heardLast })
    await takeAllKept(app.services)
    const rows = await app.services.db.selectFrom('heard_topics').selectAll().where('topic', '=', 'tele/busy').execute()
    expect(rows).toEqual([])
  })

  test('is not taken into a device that is named for it before what was heard is noted', async () => {
    const device = await aDevice(app, owner)
    await bind(device, 'tele/late')
    const note = { topic: 'tele/late', source: 'tasmota', messages: 1, last_message: JSON.stringify(TASMOTA) } as const
    await noteTopics(app.services.db, [note], app.clock.iso())
    await takeAllKept(app.services)
    expect(await valuesOf(device.id)).toEqual({})
  })

  test('that is said value by value is put together', async () => {
    await say('shellies/ht-1/sensor/temperature', '20.5')
    await say('shellies/ht-1/sensor/humidity', '55')
    await soon(async () => JSON.parse((await heardAt('shellies/ht-1'))?.last_message ?? '{}')).toEqual({
      temperature: 20.5,
      humidity: 55,
    })
  })

  test('is found by its announcement for Home Assistant', async () => {
    const announce = (name: string, config: object) =>
      gateway.publishAsync(`homeassistant/sensor/gw/${name}/config`, JSON.stringify(config), { qos: 1, retain: true })
    const state_topic = 'home/gateway/A4C138'
    await announce('t', {
      state_topic,
      device_class: 'temperature',
      unit_of_measurement: '°F',
      value_template: '{{ value_json.tempf }}',
    })
    await announce('h', { state_topic, device_class: 'humidity', value_template: '{{ value_json.hum }}' })
    await soon(async () => {
      await say(state_topic, { tempf: 68, hum: 61 })
      return heardAt(state_topic)
    }).toMatchObject({ source: 'homeassistant' })
    const body = { topic: state_topic, name: 'Node', device_name: 'HA-1', plan: 'basic' } as const
    const { device, accepted } = await app.call(api.addHeardTopic, { body }, admin.token)
    expect(accepted).toBe(2)
    expect(await valuesOf(device.id)).toEqual({ t: 20, h: 61 })
  })

  test('rubbish is not kept, and stands in no way', async () => {
    const before = (await heard()).length
    for (const payload of ['', 'rubbish', '{"', 'null', '[]']) await say('tele/rubbish/SENSOR', payload)
    await say('zigbee2mqtt/bridge/devices', [{}])
    await say('tele/after/SENSOR', TASMOTA)
    await soon(() => heardAt('tele/after')).toMatchObject({ messages: 1 })
    expect((await heard()).length).toBeLessThanOrEqual(before + 2)
  })
})
