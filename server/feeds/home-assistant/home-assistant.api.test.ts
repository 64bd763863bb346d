import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { isAskedFor } from '../../ingest/mqtt/broker/listeners.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { anMqttClient } from '../../testing/an-mqtt-client.ts'
import { takenByHomeAssistant } from '../../testing/home-assistant-schema.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

/** Failed sign-ins of one name or secret, a minute. */
const TRIES = 12
let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp({ environment: { MQTT_LISTEN: '127.0.0.1:0' }, limits: { perAddress: TRIES } })
  await app.app.mqtt.start()
  port = app.app.mqtt.port() ?? 0
  await aFirstUser(app)
})
afterAll(() => app.close())

/** Subscriptions of Home Assistant's MQTT integration when it starts (components/mqtt/discovery.py), before it knows a sensor. */
const AT_START = [
  'homeassistant/+/+/config',
  'homeassistant/+/+/+/config',
  'homeassistant/status',
  'tasmota/discovery/#',
]

/** A listener is told at most every 2 seconds. */
const SOON = { timeout: 15_000 }

const aLink = async (user: TestUser) => {
  const made = await app.call(api.createFeed, { body: { name: 'Home', kind: 'home_assistant' } }, user.token)
  return { ...made, secret: made.secret ?? '' }
}

/** Home Assistant: subscribes as it does, and then to the topics of each sensor that it is told of. */
const aHomeAssistant = async (password: string, clientId?: string) => {
  const client = await anMqttClient(port, null, {
    ...{ username: 'homeassistant', password },
    ...(clientId === undefined ? {} : { clientId }),
  })
  const retained = new Map<string, string>()
  const asked = new Set<string>()
  client.on('message', (topic, payload, { retain }) => {
    expect(retain).toBe(true)
    const text = payload.toString()
    if (text === '') retained.delete(topic)
    else retained.set(topic, text)
    if (!topic.endsWith('/config') || text === '') return
    const { state_topic, availability_topic } = JSON.parse(text)
    for (const one of [state_topic, availability_topic]) {
      if (asked.has(one)) continue
      asked.add(one)
      client.subscribe(one, { qos: 0 })
    }
  })
  await client.subscribeAsync(AT_START, { qos: 0 })
  await client.publishAsync('homeassistant/status', 'online', { qos: 0 })
  return {
    client,
    retained,
    state: (id: number) => JSON.parse(retained.get(`barnometer/homeassistant/${id}/state`) ?? '{}'),
  }
}

const closed = (client: MqttClient) => new Promise<void>(resolve => client.once('close', () => resolve()))

const aFarm = async () => {
  const owner = await aUser(app)
  const location = await aLocation(app, owner, { name: 'Hof', areas: [{ name: 'Barn 1', area_type_id: BROILER }] })
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  return { owner, location, device, ...(await aLink(owner)) }
}
const send = async (device: TestDevice, body: Record<string, number>) => {
  app.clock.forward(1000)
  await app.call(api.sendMeasurements, { body }, device.key)
  await app.app.settle()
}

describe('Home Assistant at the built-in broker', () => {
  test('is told of each measurement as its schema has it, of the last values, and of new ones', async () => {
    const { device, secret, path, ...farm } = await aFarm()
    expect(path).toMatch(/^mqtt:\/\/[\w.-]+:\d+$/)
    await send(device, {
      t: 21.4,
      h: 63,
      co2: 800,
      nh3: 4,
      dust_pm25: 12,
      light: 50,
      battery: 80,
      weather_wind_direction: 90,
    })
    const home = await aHomeAssistant(secret)
    const configOf = (key: string) => home.retained.get(`homeassistant/sensor/barnometer_${device.id}/${key}/config`)
    await expect.poll(() => home.state(device.id).t, SOON).toBe(21.4)
    const configs = [...home.retained].filter(([topic]) => topic.endsWith('/config'))
    expect(configs).toHaveLength(8)
    for (const [topic, text] of configs) {
      const sensor = takenByHomeAssistant(topic, text)
      const [, key = ''] = /value_json\.(\w+)/.exec(sensor.value_template) ?? []
      expect(home.state(device.id)).toHaveProperty(key)
    }
    expect(new Set(configs.map(([, text]) => JSON.parse(text).unique_id)).size).toBe(8)
    expect(JSON.parse(configOf('t') ?? '')).toMatchObject({
      name: 'Temperature',
      device_class: 'temperature',
      unit_of_measurement: '°C',
      state_class: 'measurement',
      device: { suggested_area: 'Barn 1' },
    })
    expect(JSON.parse(configOf('battery') ?? '')).toMatchObject({ entity_category: 'diagnostic' })
    expect(JSON.parse(configOf('nh3') ?? '')).not.toHaveProperty('device_class')
    // Home Assistant asks for it apart from the state, so it may come later.
    const availability = () => home.retained.get(`barnometer/homeassistant/${device.id}/availability`)
    await expect.poll(availability, SOON).toBe('online')
    await send(device, { t: 22 })
    await expect.poll(() => home.state(device.id).t, SOON).toBe(22)
    const [feed] = await app.call(api.listFeeds, {}, farm.owner.token)
    expect(feed?.last_read_at).not.toBeNull()
    await home.client.endAsync()
  })

  test('hears nothing of others, nor they of it, and sends nothing', async () => {
    const [mine, theirs] = [await aFarm(), await aFarm()]
    await send(mine.device, { t: 20 })
    await send(theirs.device, { t: 30 })
    const home = await aHomeAssistant(mine.secret)
    await home.client.subscribeAsync([
      '#',
      `barnometer/${theirs.device.id}/down`,
      `barnometer/homeassistant/${theirs.device.id}/state`,
    ])
    await expect.poll(() => home.state(mine.device.id).t, SOON).toBe(20)
    await home.client.publishAsync(`barnometer/${mine.device.id}/up`, '{"t": 99}', { qos: 1 })
    await home.client.publishAsync(`barnometer/homeassistant/${mine.device.id}/state`, '{"t": 99}', {
      qos: 1,
      retain: true,
    })
    await send(mine.device, { t: 21 })
    await expect.poll(() => home.state(mine.device.id).t, SOON).toBe(21)
    expect(
      [...home.retained.keys()].filter(
        topic => topic.includes(String(theirs.device.id)) && !topic.includes(String(mine.device.id)),
      ),
    ).toEqual([])
    const device = await anMqttClient(port, mine.device)
    const heard: string[] = []
    device.on('message', topic => heard.push(topic))
    await device.subscribeAsync(['homeassistant/#', `barnometer/homeassistant/${mine.device.id}/state`]).catch(() => [])
    await device.publishAsync(`barnometer/${mine.device.id}/up`, '{"h": 60}', { qos: 1 })
    expect(heard).toEqual([])
    await Promise.all([home.client.endAsync(), device.endAsync()])
  })

  test('loses the sensors of a device that is not seen any more, and all of them when the link ends', async () => {
    const farm = await aFarm()
    const guest = await aUser(app)
    const link = await aLink(guest)
    const { db } = app.services
    await db.insertInto('location_owners').values({ location_id: farm.location.id, email: guest.email }).execute()
    await send(farm.device, { t: 20 })
    const home = await aHomeAssistant(link.secret)
    const configs = () => [...home.retained.keys()].filter(topic => topic.endsWith('/config'))
    await expect.poll(() => home.state(farm.device.id).t, SOON).toBe(20)
    await db.deleteFrom('location_owners').where('email', '=', guest.email).execute()
    await send(farm.device, { t: 25 })
    await expect.poll(configs, SOON).toEqual([])
    expect(home.state(farm.device.id).t).toBe(20)
    await home.client.endAsync()

    const own = await aHomeAssistant(farm.secret)
    await expect.poll(() => own.state(farm.device.id).t, SOON).toBe(25)
    const ended = closed(own.client)
    await app.call(api.deleteFeed, { params: { id: farm.id } }, farm.owner.token)
    await send(farm.device, { t: 26 })
    await ended
    expect([...own.retained.keys()].filter(topic => topic.endsWith('/config'))).toEqual([])
    await expect(aHomeAssistant(farm.secret)).rejects.toThrow(/Bad username|Not authorized/i)
  })

  test('sees that a device is not there any more', async () => {
    const farm = await aFarm()
    await send(farm.device, { t: 20 })
    app.clock.forward(4 * HOUR_MS)
    const home = await aHomeAssistant(farm.secret)
    const topic = `barnometer/homeassistant/${farm.device.id}/availability`
    await expect.poll(() => home.retained.get(topic), SOON).toBe('offline')
    await send(farm.device, { t: 20 })
    await expect.poll(() => home.retained.get(topic), SOON).toBe('online')
    await home.client.endAsync()
  })

  test('shows no value of a probe that is silent while its device goes on, and takes its sensor away in time', async () => {
    const farm = await aFarm()
    await send(farm.device, { t: 20, nh3: 25 })
    app.clock.forward(4 * HOUR_MS)
    await send(farm.device, { t: 21 })
    const home = await aHomeAssistant(farm.secret)
    await expect.poll(() => home.state(farm.device.id), SOON).toMatchObject({ t: 21, nh3: null })
    const config = `homeassistant/sensor/barnometer_${farm.device.id}/nh3/config`
    expect(home.retained.has(config)).toBe(true)
    await send(farm.device, { nh3: 3 })
    await expect.poll(() => home.state(farm.device.id), SOON).toMatchObject({ t: 21, nh3: 3 })
    app.clock.forward(31 * DAY_MS)
    await send(farm.device, { t: 22 })
    await expect.poll(() => home.state(farm.device.id), SOON).not.toHaveProperty('nh3')
    expect(home.state(farm.device.id).t).toBe(22)
    await expect.poll(() => home.retained.has(config), SOON).toBe(false)
    await home.client.endAsync()
  })

  test('of two people, both with the client id of every bridge, stay beside each other', async () => {
    const [mine, theirs] = [await aFarm(), await aFarm()]
    await send(mine.device, { t: 20 })
    await send(theirs.device, { t: 30 })
    const [one, other] = [
      await aHomeAssistant(mine.secret, 'core-mosquitto.barnometer'),
      await aHomeAssistant(theirs.secret, 'core-mosquitto.barnometer'),
    ]
    await expect.poll(() => other.state(theirs.device.id).t, SOON).toBe(30)
    await expect.poll(() => one.state(mine.device.id).t, SOON).toBe(20)
    expect([one.client.connected, other.client.connected]).toEqual([true, true])
    // The same one anew takes its own place, as MQTT has it.
    const ended = closed(one.client)
    const again = await aHomeAssistant(mine.secret, 'core-mosquitto.barnometer')
    await ended
    await Promise.all([again.client.endAsync(), other.client.endAsync()])
  })

  test('keeps its place beside a device whose name and client id look like its own', async () => {
    const farm = await aFarm()
    await send(farm.device, { t: 20 })
    const home = await aHomeAssistant(farm.secret, 'core-mosquitto.barnometer')
    await expect.poll(() => home.state(farm.device.id).t, SOON).toBe(20)
    const taker = await aDevice(app, await aUser(app), { device_name: `link ${farm.id}` })
    const device = await anMqttClient(port, taker, { clientId: 'homeassistant/core-mosquitto.barnometer' })
    await send(farm.device, { t: 21 })
    await expect.poll(() => home.state(farm.device.id).t, SOON).toBe(21)
    expect(home.client.connected).toBe(true)
    await Promise.all([home.client.endAsync(), device.endAsync()])
  })

  test('may have few filters, and none that is longer than a topic', async () => {
    const farm = await aFarm()
    await send(farm.device, { t: 20 })
    const home = await aHomeAssistant(farm.secret)
    const granted = async (filters: string[]) => {
      const answers = await home.client.subscribeAsync(filters).catch(() => [])
      return answers.filter(({ qos }) => qos < 128).length
    }
    expect(await granted([`x1/${'a'.repeat(60_000)}`])).toBe(0)
    const wildcards = Array.from({ length: 60 }, (_, index) => `homeassistant/sensor/barnometer_${index}/+/config`)
    for (const filter of wildcards) await granted([filter])
    const foreign = Array.from({ length: 300 }, (_, index) => `tasmota/${index}/#`)
    for (const filter of foreign) await granted([filter])
    expect(await granted(['homeassistant/sensor/barnometer_x/+/config'])).toBe(0)
    expect(await granted(['tasmota/x/#'])).toBe(0)
    expect(await granted(['homeassistant/+/+/+/config'])).toBe(1)
    await expect.poll(() => home.state(farm.device.id).t, SOON).toBe(20)
    await home.client.endAsync()
  })

  test('is not shut out by the wrong secrets of others at the same address', async () => {
    const farm = await aFarm()
    for (let index = 0; index < 8; index += 1)
      await expect(aHomeAssistant('bmf_of-somebody-else')).rejects.toThrow(/Bad username|Not authorized/i)
    const homes = [
      await aHomeAssistant(farm.secret),
      await aHomeAssistant(farm.secret),
      await aHomeAssistant(farm.secret),
    ]
    // A fourth connection is one too many, and no wrong secret.
    for (let index = 0; index < 8; index += 1) await expect(aHomeAssistant(farm.secret)).rejects.toThrow(/unavailable/i)
    await homes[0]?.client.endAsync()
    homes.push(await aHomeAssistant(farm.secret))
    await Promise.all(homes.slice(1).map(({ client }) => client.endAsync()))
  })

  test('is shown the public address of the broker, whichever process listens, and no link where there is none', async () => {
    const owner = await aUser(app)
    const { environment } = app.services
    const { MQTT_LISTEN, MQTT_PUBLIC_URL } = environment
    const address = async () => (await aLink(owner)).path
    const isThere = async () => (await app.call(api.getSetup, {})).mqtt
    try {
      // As with ROLE=api: another process takes what devices send.
      environment.MQTT_LISTEN = undefined
      expect(await isThere()).toBe(false)
      await expect(address()).rejects.toMatchObject({ errors: { kind: [expect.stringContaining('no MQTT broker')] } })
      environment.MQTT_PUBLIC_URL = 'mqtts://broker.example'
      expect([await address(), await isThere()]).toEqual(['mqtts://broker.example:8883', true])
      environment.MQTT_LISTEN = MQTT_LISTEN
      environment.MQTT_PUBLIC_URL = 'mqtt://broker.example:1884'
      expect(await address()).toBe('mqtt://broker.example:1884')
    } finally {
      Object.assign(environment, { MQTT_LISTEN, MQTT_PUBLIC_URL })
    }
  })

  test('is refused with anything that is no such link', async () => {
    const farm = await aFarm()
    const metrics = await app.call(api.createFeed, { body: { name: 'Grafana', kind: 'metrics' } }, farm.owner.token)
    for (const wrong of [metrics.secret ?? '', farm.device.key, farm.owner.token, '', 'bmf_'])
      await expect(aHomeAssistant(wrong)).rejects.toThrow(/Bad username|Not authorized/i)
    const asDevice = anMqttClient(port, farm.device, { password: farm.secret })
    await expect(asDevice).rejects.toThrow(/Bad username|Not authorized/i)
  })
})

test.each([
  ['homeassistant/+/+/config', 'homeassistant/sensor/a/config', true],
  ['homeassistant/+/+/config', 'homeassistant/sensor/a/b/config', false],
  ['homeassistant/#', 'homeassistant/sensor/a/b/config', true],
  ['#', 'a/b', true],
  ['a/b', 'a/b', true],
  ['a/b', 'a/b/c', false],
  ['a/b/c', 'a/b', false],
  ['a/+', 'a/b', true],
])('%s asks for %s: %s', (filter, topic, asked) => {
  expect(isAskedFor(filter, topic)).toBe(asked)
})
