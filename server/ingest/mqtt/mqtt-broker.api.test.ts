import { connect } from 'node:net'
import fc from 'fast-check'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { anMqttClient, mosquittoPub } from '../../testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createSignInTries } from './broker/sign-in-tries.ts'

const TRIES = 50
let app: TestApp
let admin: TestUser
let owner: TestUser
let device: TestDevice
let port: number
beforeAll(async () => {
  app = await startTestApp({
    environment: { MQTT_LISTEN: '127.0.0.1:0' },
    limits: { perAddress: TRIES, perAccount: TRIES },
  })
  await app.app.mqtt.start()
  port = app.app.mqtt.port() ?? 0
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  device = await aDevice(app, owner)
})

const last = (of = device) => app.call(api.getLast, { query: { device_id: of.id } }, owner.token)
const shown = async () => {
  await app.app.settle()
  return app.call(api.getSensor, { params: { id: device.id } }, owner.token)
}
const refusals = async () => {
  await app.app.settle()
  return app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
}
const up = () => `barnometer/${device.device_name}/up`
const untilSeen = (look: () => Promise<unknown>) => expect.poll(look)

describe('[decisions §5] a device at the built-in broker', () => {
  test('publishes as to the JSON endpoint, by name or by id, and is acknowledged once it is stored', async () => {
    await mosquittoPub(port, device, up(), JSON.stringify({ t: 21.5, h: 60 }))
    expect(await last()).toMatchObject({ t: { value: 21.5 }, h: { value: 60 } })
    app.clock.forward(1000)
    await mosquittoPub(port, device, `barnometer/${device.id}/up`, JSON.stringify([{ t: 22 }, { t: 22.5 }]))
    expect(await last()).toMatchObject({ t: { value: 22.5 } })
  })

  test('may send whatever the JSON endpoint reads', async () => {
    await mosquittoPub(port, device, up(), JSON.stringify({ wifi: -46, rco2: 447, pm02: 7, atmp: 21.5, rhum: 43 }))
    expect(await last()).toMatchObject({ t: { value: 21.5 }, co2: { value: 447 }, dust_pm25: { value: 7 } })
  })

  test('signs in with its id as well', async () => {
    const client = await anMqttClient(port, device, { username: String(device.id) })
    await client.publishAsync(up(), '{"t": 19}', { qos: 2 })
    expect(await last()).toMatchObject({ t: { value: 19 } })
    await client.endAsync()
  })

  test('signs in with device- and its id, where a number alone is none for its firmware', async () => {
    const other = await aDevice(app, owner)
    const client = await anMqttClient(port, device, { username: `device-${device.id}` })
    await client.publishAsync(up(), '{"t": 20.5}', { qos: 1 })
    expect(await last()).toMatchObject({ t: { value: 20.5 } })
    await client.endAsync()
    await expect(anMqttClient(port, device, { username: `device-${other.id}` })).rejects.toThrow()
  })

  test.each([
    ['no name and no key', { username: '', password: '' }],
    ['no key', { password: '' }],
    ['a wrong key', { password: 'bm_wrong' }],
    ['the name of nobody', { username: 'nobody' }],
    ['rubbish for a name', { username: "' OR 1=1 --\0" }],
  ])('is refused with %s', async (_, options) => {
    await expect(anMqttClient(port, device, options)).rejects.toThrow(/Not authorized|Bad username/i)
  })

  test('is refused with the key of another', async () => {
    const other = await aDevice(app, owner)
    await expect(anMqttClient(port, device, { password: other.key })).rejects.toThrow()
  })

  test("writes to no other's topic: acknowledged, counted, not stored", async () => {
    const other = await aDevice(app, owner)
    await mosquittoPub(port, device, `barnometer/${other.device_name}/up`, '{"t": 30}')
    await mosquittoPub(port, device, 'anything/else', '{"t": 30}')
    expect(await last(other)).toEqual({})
    expect((await refusals()).map(({ code, count }) => [code, count])).toEqual([['wrong_topic', 2]])
  })

  test('is heard by nobody else: no foreign topic, last will or retained message reaches a device that listens', async () => {
    const other = await aDevice(app, owner)
    const heard: string[] = []
    const listening = await anMqttClient(port, other)
    listening.on('message', (topic, payload) => void heard.push(`${topic} ${payload}`))
    const topics = [`barnometer/${other.id}/down`, `barnometer/${other.device_name}/down`]
    await listening.subscribeAsync(topics, { qos: 1 })
    const will = {
      topic: topics[0] as string,
      payload: Buffer.from('{"settings":{"evil":"will"}}'),
      qos: 1,
      retain: true,
    }
    const evil = await anMqttClient(port, device, { will: will as never })
    for (const topic of [...topics, `barnometer/${other.id}/up`, up(), `barnometer/${device.id}/down`])
      for (const qos of [0, 1, 2] as const)
        for (const retain of [false, true]) await evil.publishAsync(topic, '{"settings":{"evil":1}}', { qos, retain })
    evil.stream.destroy()
    await untilSeen(async () => (await refusals()).find(one => one.code === 'wrong_topic')?.count).toBe(25)
    const later = await anMqttClient(port, other)
    later.on('message', (topic, payload) => void heard.push(`${topic} ${payload}`))
    await later.subscribeAsync(topics, { qos: 1 })
    // Messages of a connection come in their order: what was under way has come before this is acknowledged.
    await listening.publishAsync(`barnometer/${other.id}/up`, '{"t": 21}', { qos: 2 })
    await later.publishAsync(`barnometer/${other.id}/up`, '{"t": 21}', { qos: 2 })
    expect(heard).toEqual([])
    await Promise.all([listening.endAsync(), later.endAsync()])
  })

  test('listens to its own settings alone', async () => {
    const other = await aDevice(app, owner)
    const client = await anMqttClient(port, device)
    for (const topic of [`barnometer/${other.device_name}/down`, 'barnometer/+/down', '#', up(), '$SYS/#'])
      await expect(client.subscribeAsync(topic, { qos: 1 }), topic).rejects.toThrow()
    await client.endAsync()
  })

  test('hears what is wanted of it when it begins to listen, and when that changes', async () => {
    const change = (version: number, settings: object) =>
      app.call(
        api.changeDeviceSettings,
        { params: { id: device.id }, body: { version, settings } as never },
        admin.token,
      )
    await change(0, { upload_interval: 600 })
    const client = await anMqttClient(port, device)
    const heard: unknown[] = []
    client.on('message', (_, payload) => void heard.push(JSON.parse(payload.toString())))
    await client.subscribeAsync(`barnometer/${device.id}/down`, { qos: 1 })
    await untilSeen(async () => heard.at(-1)).toMatchObject({ settings: { version: 1, upload_interval: 600 } })
    await change(1, { led_on: false })
    await untilSeen(async () => heard.at(-1)).toMatchObject({
      settings: { version: 2, upload_interval: 600, led_on: false },
    })
    await client.publishAsync(up(), JSON.stringify({ state: { settings_version: 2, settings: { led_on: false } } }), {
      qos: 1,
    })
    await app.app.settle()
    const settings = await app.call(api.getDeviceSettings, { params: { id: device.id } }, admin.token)
    expect(settings).toMatchObject({ reported_version: 2 })
    await client.endAsync()
  })

  test('shows whether it is connected; a lost connection is no sign of life', async () => {
    const client = await anMqttClient(port, device)
    await untilSeen(shown).toMatchObject({ connection_status: 'connected', last_seen_min: 0 })
    app.clock.forward(30 * 60_000)
    client.stream.destroy()
    await untilSeen(shown).toMatchObject({ connection_status: 'disconnected', last_seen_min: 30, online: false })
  })

  test('its last will is a message like any other', async () => {
    const payload = Buffer.from('{"state": {"power_state": "low_power"}}')
    const client = await anMqttClient(port, device, { will: { topic: up(), payload, qos: 1, retain: true } })
    client.stream.destroy()
    await untilSeen(shown).toMatchObject({ power_state: 'low_power' })
  })

  test('its last will is taken, too, where it listens and sends more than a packet may hold', async () => {
    const payload = Buffer.from('{"state": {"power_state": "low_power"}}')
    const client = await anMqttClient(port, device, { will: { topic: up(), payload, qos: 1, retain: true } })
    await client.subscribeAsync(`barnometer/${device.id}/down`, { qos: 1 })
    client.publish(up(), Buffer.alloc(2 * 1024 * 1024, ' '), { qos: 0 })
    await untilSeen(shown).toMatchObject({ power_state: 'low_power', connection_status: 'disconnected' })
  })

  test('is put out when its key ends', async () => {
    const client = await anMqttClient(port, device)
    await app.call(api.deleteKey, { params: { id: device.id, key_id: device.key_id } }, owner.token)
    const closed = new Promise(resolve => client.once('close', () => resolve(true)))
    client.publish(up(), '{"t": 21}', { qos: 1 })
    expect(await closed).toBe(true)
    expect(await last()).toEqual({})
  })

  test('has five connections at most, so that it takes no room of others: the oldest ends', async () => {
    const clients: MqttClient[] = []
    for (let number = 0; number < 7; number++)
      clients.push(await anMqttClient(port, device, { clientId: `n${number}` }))
    await expect
      .poll(() => clients.map(client => client.connected))
      .toEqual([false, false, true, true, true, true, true])
    await clients.at(-1)?.publishAsync(up(), '{"t": 21}', { qos: 1 })
    expect(await last()).toMatchObject({ t: { value: 21 } })
    expect(await shown()).toMatchObject({ connection_status: 'connected' })
    await Promise.all(clients.map(client => client.endAsync(true)))
    await untilSeen(shown).toMatchObject({ connection_status: 'disconnected' })
  })

  test("does not take another's place by its client id", async () => {
    const other = await aDevice(app, owner)
    const [one, two] = [
      await anMqttClient(port, device, { clientId: 'esp' }),
      await anMqttClient(port, other, { clientId: 'esp' }),
    ]
    await one.publishAsync(up(), '{"t": 21}', { qos: 1 })
    expect(one.connected && two.connected).toBe(true)
    await Promise.all([one.endAsync(), two.endAsync()])
  })

  test("does not take another's place by a name that somebody chose", async () => {
    const other = await aDevice(app, await aUser(app), { device_name: `${device.id}/esp` })
    const one = await anMqttClient(port, device, { username: String(device.id), clientId: 'esp/a' })
    const two = await anMqttClient(port, other, { clientId: 'a' })
    await one.publishAsync(up(), '{"t": 21}', { qos: 1 })
    expect(one.connected && two.connected).toBe(true)
    await Promise.all([one.endAsync(), two.endAsync()])
  })
})

describe('[decisions §5] rubbish at the built-in broker', () => {
  test('in a message is acknowledged and counted', async () => {
    for (const text of ['', 'hello', '{"t":', '21.5', 'null', '[]', '{}', '{"bogus": 1}', '\0\u0001'])
      await mosquittoPub(port, device, up(), text.replaceAll('\0', '')).catch(error => {
        // The program itself sends no empty message.
        if (text !== '') throw error
      })
    expect(await last()).toEqual({})
    expect((await refusals()).length).toBeGreaterThan(2)
  })

  test('of any kind breaks nothing', async () => {
    const client = await anMqttClient(port, device)
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json({ maxDepth: 3 }), fc.string()), async text => {
        await client.publishAsync(up(), text, { qos: 1 })
      }),
      { numRuns: 100 },
    )
    for (const text of [
      '{"__proto__": {"t": 1}, "t": 20}',
      '{"constructor": {"prototype": 1}, "state": {"__proto__": 1}}',
    ])
      await client.publishAsync(up(), text, { qos: 1 })
    await client.publishAsync(up(), '{"t": 21}', { qos: 1 })
    expect(await last()).toMatchObject({ t: { value: 21 } })
    await client.endAsync()
    expect(app.logged()).not.toContain('could not be taken')
  })

  test('bytes of any kind break nothing but their own connection', async () => {
    const client = await anMqttClient(port, device)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, begins) => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(begins ? Buffer.concat([Buffer.from([0x10]), bytes]) : bytes)
        await new Promise(resolve => setTimeout(resolve, 2))
        socket.destroy()
      }),
      { numRuns: 100 },
    )
    await client.publishAsync(up(), '{"t": 21}', { qos: 1 })
    await client.endAsync()
  })

  test('too large: the connection ends, and it is counted', async () => {
    const client = await anMqttClient(port, device)
    const closed = new Promise(resolve => client.once('close', () => resolve(true)))
    client.on('error', () => {})
    client.publish(up(), `[${'{"t":1},'.repeat(150_000)}{"t":1}]`, { qos: 1 })
    expect(await closed).toBe(true)
    expect(await refusals()).toMatchObject([{ code: 'too_large' }])
  })
})

test('[decisions §2] who fails to sign in too often is not heard for a minute, and shuts out nobody else', async () => {
  for (let tries = 0; tries < TRIES; tries++)
    await anMqttClient(port, device, { password: 'wrong' }).catch(error => expect(error).toBeDefined())
  await expect(anMqttClient(port, device)).rejects.toThrow()
  // Another process of the installation has counted them, too.
  const elsewhere = createSignInTries(TRIES, app.services)
  expect(await elsewhere.mayTry('127.0.0.1', device.device_name)).toBe(false)
  expect(await elsewhere.mayTry('127.0.0.2', device.device_name)).toBe(true)
  await (await anMqttClient(port, await aDevice(app, owner))).endAsync()
  app.clock.forward(60_000)
  await (await anMqttClient(port, device)).endAsync()
})
