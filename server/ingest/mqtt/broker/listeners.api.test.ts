import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anMqttClient } from '../../../testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { type Broker, openBroker } from './broker.ts'
import type { Told } from './listeners.ts'

let app: TestApp
let broker: Broker
/** Count of the times at which messages were worked out. */
let tellings = 0
/** Work that is done while a password is looked at. */
let meanwhile = async (): Promise<void> => {}
/** Broker that tells by these rights, and knows no devices. */
const aBroker = (told: Told): Promise<Broker> => {
  const parts = {
    ...{ services: app.services, told },
    ingestServices: { arrivals: { connection: () => {} } },
    metrics: { count: () => {} },
    bindings: {},
    keyRing: async () => null,
    tries: { mayTry: async () => true, failed: async () => {} },
    ending: new AbortController().signal,
    greeting: async () => null,
  }
  return openBroker(parts as never, { host: '127.0.0.1', port: 0 })
}
beforeAll(async () => {
  app = await startTestApp()
  broker = await aBroker({
    shapes: ['homeassistant/+/state'],
    linkOf: async () => {
      await meanwhile()
      return { link: 1, person: 1 }
    },
    messagesOf: async () => {
      tellings += 1
      return { messages: new Map([['homeassistant/1/state', '20']]), deviceIds: new Set([1]) }
    },
  })
})
afterAll(async () => {
  await broker.close()
  await app.close()
})

const part = (text: string): Buffer => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)])
/** CONNECT of MQTT 3.1.1 with a clean session, a user name and a password. */
const signIn = (clientId: string): Buffer => {
  const body = Buffer.concat([
    part('MQTT'),
    Buffer.from([4, 0xc2, 0, 0]),
    ...[clientId, 'homeassistant', 'x'].map(part),
  ])
  return Buffer.concat([Buffer.from([0x10, body.length]), body])
}

const cutWhileItSignsIn = async (clientId: string): Promise<void> => {
  const socket: Socket = connect(broker.port, '127.0.0.1')
  const looked = new Promise<void>(resolve => {
    meanwhile = async () => {
      socket.resetAndDestroy()
      await once(socket, 'close')
      // The other end hears of it when the loop has come round.
      for (let round = 0; round < 3; round += 1) await setImmediate()
      resolve()
    }
  })
  socket.on('error', () => {}).write(signIn(clientId))
  await looked
  await setImmediate()
  meanwhile = async () => {}
}

test('connections that are cut while they sign in take nobody’s place', async () => {
  for (const id of ['a', 'b', 'c']) await cutWhileItSignsIn(id)
  const client = await anMqttClient(broker.port, null, { username: 'homeassistant', password: 'x' })
  const told = new Promise<string>(resolve => client.on('message', (_, payload) => resolve(payload.toString())))
  await client.subscribeAsync('homeassistant/#')
  expect(await told).toBe('20')
  await client.endAsync()
})

test('a flood of subscriptions is told with few tellings, and each is told what it asked for', async () => {
  const client = await anMqttClient(broker.port, null, { username: 'homeassistant', password: 'x' })
  let told = 0
  client.on('message', () => (told += 1))
  await client.subscribeAsync('homeassistant/#')
  await expect.poll(() => told).toBe(1)
  tellings = 0
  await Promise.all(Array.from({ length: 200 }, () => client.subscribeAsync('homeassistant/#')))
  await expect.poll(() => told, { timeout: 10_000 }).toBe(2)
  expect(tellings).toBeLessThanOrEqual(2)
  await client.endAsync()
})

test('listeners that take nothing do not hold up what others are told and lose', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const never = new Promise<never>(() => {})
  let rights: Map<string, string> | null = new Map([['homeassistant/9/state', '1']])
  const slow = await aBroker({
    shapes: ['homeassistant/+/state'],
    linkOf: async password => ({ link: Number(password), person: Number(password) }),
    messagesOf: async link => {
      if (link < 9) return never
      return rights && { messages: rights, deviceIds: new Set() }
    },
  })
  try {
    const signedIn = (link: number) =>
      anMqttClient(slow.port, null, { username: 'homeassistant', password: String(link), keepalive: 0 })
    const stalled = await Promise.all([1, 1, 1, 2, 2, 2, 3, 3, 3, 4].map(signedIn))
    for (const client of stalled) await client.subscribeAsync('homeassistant/#')
    const client = await signedIn(9)
    const heard: string[] = []
    client.on('message', (_, payload) => heard.push(payload.toString()))
    await client.subscribeAsync('homeassistant/#')
    await expect.poll(() => heard).toEqual(['1'])
    rights = new Map([['homeassistant/9/state', '2']])
    vi.advanceTimersByTime(30_000)
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['1', '2'])
    rights = null
    const ended = new Promise<void>(resolve => client.once('close', () => resolve()))
    // The look before has come to its end once it begins anew.
    await expect
      .poll(
        async () => {
          vi.advanceTimersByTime(30_000)
          return client.connected
        },
        { timeout: 15_000 },
      )
      .toBe(false)
    await ended
    await Promise.all(stalled.map(one => one.endAsync(true)))
  } finally {
    await slow.close()
    vi.useRealTimers()
  }
})
