import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anMqttClient } from '../../../testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { type Broker, openBroker } from './broker.ts'

let app: TestApp
let broker: Broker
/** Count of the times at which messages were worked out. */
let tellings = 0
/** Work that is done while a password is looked at. */
let meanwhile = async (): Promise<void> => {}
beforeAll(async () => {
  app = await startTestApp()
  const parts = {
    services: app.services,
    ingestServices: { arrivals: { connection: () => {} } },
    metrics: { count: () => {} },
    bindings: {},
    keyRing: async () => null,
    tries: { mayTry: async () => true, failed: async () => {} },
    told: {
      shapes: ['homeassistant/+/state'],
      linkOf: async () => {
        await meanwhile()
        return 1
      },
      messagesOf: async () => {
        tellings += 1
        return { messages: new Map([['homeassistant/1/state', '20']]), deviceIds: new Set([1]) }
      },
    },
    ending: new AbortController().signal,
    greeting: async () => null,
  }
  broker = await openBroker(parts as never, { host: '127.0.0.1', port: 0 })
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
