import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { openClient } from '../../server/ingest/mqtt/foreign/client.ts'
import { shardOf } from '../../server/kit/database/cluster.ts'
import { Failure } from '../../server/kit/failure.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aSale } from '../../server/testing/a-sale.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { anMqttClient } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { startMosquitto } from '../servers/mosquitto.ts'

let mosquitto: Awaited<ReturnType<typeof startMosquitto>>
let app: TestApp
let admin: TestUser
let owner: TestUser
let device: TestDevice
let sender: MqttClient
const anyone = () => anMqttClient(mosquitto.port, null)
beforeAll(async () => {
  mosquitto = await startMosquitto()
  app = await startTestApp({ environment: { MQTT_URL: mosquitto.url } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
  await app.app.mqtt.start()
  sender = await anyone()
})
afterAll(async () => {
  await sender.endAsync(true)
  await app.close()
  await mosquitto.stop()
})
beforeEach(async () => {
  vi.restoreAllMocks()
  device = await aDevice(app, owner)
})

const soon = (look: () => Promise<unknown>) => expect.poll(look)
const ready = () => app.call(api.getReady, {})
const connected = () => soon(ready).toMatchObject({ status: 'ok', mqtt: 'connected' })
const last = () => app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
const up = () => `barnometer/${device.device_name}/up`
const send = (message: unknown, topic = up()) => sender.publishAsync(topic, JSON.stringify(message), { qos: 1 })

describe('[decisions §5] at a broker of somebody else', () => {
  test("a device's messages are taken, by name or by id", async () => {
    await connected()
    await send({ t: 21.5 })
    await soon(last).toMatchObject({ t: { value: 21.5 } })
    app.clock.forward(1000)
    await send([{ h: 61 }], `barnometer/${device.id}/up`)
    await soon(last).toMatchObject({ h: { value: 61 } })
  })

  test('a message that the store refuses is counted after a few tries, and those behind it are stored meanwhile', async () => {
    const store = shardOf(app.services.series, device.id)
    const { insert } = store
    vi.spyOn(store, 'insert').mockImplementation(async asked => {
      if (JSON.stringify(asked.values).includes('-7.77')) throw new Error('Code: 1001. DB::Exception: something in it')
      return insert.call(store, asked)
    })
    const others = await Promise.all(Array.from({ length: 60 }, () => aDevice(app, owner)))
    await send({ t: -7.77 })
    await Promise.all(others.map((other, n) => send({ t: n / 10 }, `barnometer/${other.id}/up`)))
    const stored = async () => {
      const all = await app.call(api.listLast, { query: {} }, owner.token)
      return others.every(({ id }) => all[id]?.t !== undefined)
    }
    await soon(stored).toBe(true)
    const refusals = async () => {
      await app.app.settle()
      return app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
    }
    await soon(refusals).toMatchObject([{ code: 'not_storable', count: 1 }])
    vi.restoreAllMocks()
    expect(await last()).toEqual({})
  })

  test('what nobody sends or understands is counted and stands in no way', async () => {
    await send({ t: 21 }, 'barnometer/nobody/up')
    await send({ t: 21 }, 'barnometer/99999999999999999999/up')
    await sender.publishAsync(up(), Buffer.from([0, 255, 1]), { qos: 1 })
    await sender.publishAsync(up(), '', { qos: 1 })
    await send({ t: 'warm' })
    await send({ t: 22 })
    await soon(last).toMatchObject({ t: { value: 22 } })
    await app.app.settle()
    const refusals = await app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
    expect(refusals.map(({ code }) => code).sort()).toEqual(['not_a_number', 'unreadable_message'])
  })

  test('a full disk keeps messages waiting, and none is lost', async () => {
    const store = shardOf(app.services.series, device.id)
    const insert = vi.spyOn(store, 'insert').mockRejectedValue(new Failure('busy', { retryAfter: 1 }))
    const from = app.services.now() - 3_600_000
    await Promise.all(Array.from({ length: 100 }, (_, index) => send({ time: from + index * 1000, t: index / 10 })))
    await soon(async () => insert.mock.calls.length).toBeGreaterThan(0)
    insert.mockRestore()
    await soon(storedCount).toBe(100)
  })

  test('is found again after the broker was away, with what was sent meanwhile', async () => {
    const { port } = mosquitto
    await mosquitto.stop()
    await soon(ready).toMatchObject({ status: 'ok', mqtt: 'waiting' })
    await sender.endAsync(true)
    mosquitto = await startMosquitto(undefined, port)
    sender = await anyone()
    await connected()
    await soon(async () => {
      await send({ t: 23 })
      return last()
    }).toMatchObject({ t: { value: 23 } })
  })

  test('nothing is left under a name that a device gave up: whoever is called so next would find its secrets', async () => {
    const wish = { version: 0, settings: { wifi_secret: 'abcdefgh' } }
    const [renamed, sold] = [device, await aDevice(app, owner)]
    for (const { id } of [renamed, sold])
      await app.call(api.changeDeviceSettings, { params: { id }, body: wish }, admin.token)
    for (const one of [renamed, sold])
      await soon(() => kept(one)).toMatchObject({ settings: { wifi_secret: 'abcdefgh' } })
    const device_name = `${renamed.device_name}-new`
    await app.call(api.updateSensor, { params: { id: renamed.id }, body: { device_name } }, owner.token)
    await soon(() => kept({ ...renamed, device_name })).toMatchObject({ settings: { wifi_secret: 'abcdefgh' } })
    expect(await kept(renamed)).toBeNull()
    // Deleted by its second owner it stays for the first, and its name is free.
    const buyer = await aUser(app)
    app.clock.forward(60_000)
    await aSale(app, sold, owner, buyer)
    app.clock.forward(60_000)
    await soon(() => kept(sold)).not.toMatchObject({ settings: { wifi_secret: 'abcdefgh' } })
    await app.call(api.deleteSensor, { params: { id: sold.id } }, buyer.token)
    await soon(() => kept(sold)).toBeNull()
  })

  test('devices find their settings kept at the broker until they are deleted, also those changed while it was away', async () => {
    const change = (version: number, settings: object) =>
      app.call(
        api.changeDeviceSettings,
        { params: { id: device.id }, body: { version, settings } as never },
        admin.token,
      )
    await change(0, { upload_interval: 600 })
    await soon(() => kept()).toMatchObject({ settings: { version: 1, upload_interval: 600 } })
    const gone = await aDevice(app, owner)
    const wish = { params: { id: gone.id }, body: { version: 0, settings: { wifi_secret: 'abcdefgh' } } }
    await app.call(api.changeDeviceSettings, wish, admin.token)
    await soon(() => kept(gone)).toMatchObject({ settings: { wifi_secret: 'abcdefgh' } })
    await app.call(api.deleteSensor, { params: { id: gone.id } }, owner.token)
    await soon(() => kept(gone)).toBeNull()
    const { port } = mosquitto
    await mosquitto.stop()
    await change(1, { led_on: false })
    mosquitto = await startMosquitto(undefined, port)
    await soon(() => kept()).toMatchObject({ settings: { version: 2, upload_interval: 600, led_on: false } })
    await sender.endAsync(true)
    sender = await anyone()
  })
})

/** Message for a device that begins to listen now. */
const kept = async (of: TestDevice = device): Promise<unknown> => {
  const listener = await anyone().catch(() => null)
  if (!listener) return null
  const heard = new Promise<unknown>(resolve => {
    listener.once('message', (_, payload) => resolve(JSON.parse(payload.toString())))
    setTimeout(resolve, 200, null)
  })
  await listener.subscribeAsync(`barnometer/${of.device_name}/down`, { qos: 1 })
  const body = await heard
  await listener.endAsync(true)
  return body
}

const storedCount = async () => {
  const now = app.services.now()
  const iso = (at: number) => new Date(at).toISOString()
  const query = {
    device_id: device.id,
    interval: 'selection',
    date_start: iso(now - 3_600_000),
    date_end: iso(now),
  } as const
  const frame = await app.call(api.getSeries, { query }, owner.token).catch(() => null)
  return frame?.series.t?.count.reduce((sum, count) => sum + count, 0) ?? 0
}

describe('[decisions §12] a broker that asks who comes', () => {
  test('is signed in to as the address says', async () => {
    const file = join(app.services.environment.DATA_DIR, 'passwords')
    execFileSync('mosquitto_passwd', ['-b', '-c', file, 'barnometer', 'p@ss:w/rd'])
    const locked = await startMosquitto(`allow_anonymous false\npassword_file ${file}`)
    const ending = new AbortController()
    const parts = { services: app.services, ending: ending.signal, reached: async () => {} }
    const at = (credentials: string) => new URL(locked.url.replace('//', `//${credentials}@`))
    const right = await openClient(parts as never, at('barnometer:p%40ss%3Aw%2Frd'), 'one')
    await soon(async () => right.connected()).toBe(true)
    const wrong = await openClient(parts as never, at('barnometer:wrong'), 'two')
    await soon(async () => app.logged().includes('Not authorized')).toBe(true)
    expect(wrong.connected()).toBe(false)
    ending.abort()
    await Promise.all([right.close(), wrong.close()])
    await locked.stop()
  })

  test('is reached over TLS, and only where its certificate is trusted', async () => {
    const file = (name: string) => join(app.services.environment.DATA_DIR, name)
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', file('tls.key'), '-out', file('tls.crt')]
    execFileSync('openssl', ['req', '-x509', '-days', '1', ...subject, ...key], { stdio: 'ignore' })
    const secure = await startMosquitto(
      `allow_anonymous true\ncertfile ${file('tls.crt')}\nkeyfile ${file('tls.key')}\ncafile ${file('tls.crt')}`,
    )
    const ending = new AbortController()
    const parts = { services: app.services, ending: ending.signal, reached: async () => {} }
    const client = await openClient(parts as never, new URL(secure.url.replace('mqtt:', 'mqtts:')), 'over-tls')
    await soon(async () => app.logged().includes('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe(true)
    expect(client.connected()).toBe(false)
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, readFileSync(file('tls.crt'), 'utf8')])
    await soon(async () => client.connected()).toBe(true)
    setDefaultCACertificates(trusted)
    ending.abort()
    await client.close()
    await secure.stop()
  })
})
