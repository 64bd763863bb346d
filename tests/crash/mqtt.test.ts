import { rmSync } from 'node:fs'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '../servers/free-port.ts'
import { startMosquitto } from '../servers/mosquitto.ts'
import { addDevices, type Device, signUp } from './farm.ts'
import { messageAt, missingOf, pause } from './sender.ts'
import { dataFolder, startServer } from './server-process.ts'

const SENDERS = 6
const ROUNDS = 2
/** A broker takes messages much faster than they have to be. */
const PACE_MS = 5

/** A device that publishes at QoS 1, sends again what was not acknowledged, and knows what was. */
const createDevice = async (port: number, device: Device, options: IClientOptions = {}) => {
  const acknowledged = new Map<number, number>()
  let sent = 0
  let stopped = false
  const client: MqttClient = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 50, ...options })
  client.on('error', () => {})
  const sending = async (): Promise<void> => {
    while (!stopped) {
      const message = messageAt(sent++)
      await client.publishAsync(`barnometer/${device.id}/up`, JSON.stringify(message), { qos: 1 })
      acknowledged.set(message.time, message.t)
      await pause(PACE_MS)
    }
    await client.endAsync()
  }
  const done = sending()
  return {
    device,
    acknowledged,
    finish: () => {
      stopped = true
      return done
    },
  }
}
type Sending = Awaited<ReturnType<typeof createDevice>>

const missingAt = async (senders: Sending[], origin: string, token: string): Promise<string[]> =>
  (await Promise.all(senders.map(({ device, acknowledged }) => missingOf(origin, token, device, acknowledged)))).flat()

const acknowledgedOf = (senders: Sending[]): number =>
  senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)

describe('a server that is killed while devices publish', () => {
  const folders: string[] = []
  const newFolder = (): string => {
    const folder = dataFolder()
    folders.push(folder)
    return folder
  }
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('[decisions §5] has every value its own broker acknowledged, once', async () => {
    const [folder, port] = [newFolder(), await freePort()]
    const settings = { MQTT_LISTEN: `127.0.0.1:${port}` }
    let server = await startServer(folder, settings)
    const token = await signUp(server.origin)
    const devices = await addDevices(server.origin, token, SENDERS)
    const senders = await Promise.all(
      devices.map(device => createDevice(port, device, { username: String(device.id), password: device.key })),
    )
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledgedOf(senders)
      await expect.poll(() => acknowledgedOf(senders)).toBeGreaterThan(before + 50)
      await server.end('SIGKILL')
      server = await startServer(folder, settings)
    }
    await Promise.all(senders.map(sender => sender.finish()))
    expect(await missingAt(senders, server.origin, token)).toEqual([])
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it("[decisions §5] gets everything from somebody else's broker, also what came while it was away", async () => {
    const folder = newFolder()
    const mosquitto = await startMosquitto('allow_anonymous true\nmax_queued_messages 0')
    const settings = { MQTT_URL: mosquitto.url }
    let server = await startServer(folder, settings)
    const token = await signUp(server.origin)
    const devices = await addDevices(server.origin, token, SENDERS)
    await expect.poll(() => isReached(server.origin)).toBe(true)
    const senders = await Promise.all(devices.map(device => createDevice(mosquitto.port, device)))
    for (let round = 0; round < ROUNDS; round++) {
      await pause(150 + 100 * round)
      await server.end('SIGKILL')
      server = await startServer(folder, settings)
    }
    await Promise.all(senders.map(sender => sender.finish()))
    expect(acknowledgedOf(senders)).toBeGreaterThan(100)
    const missing = () => missingAt(senders, server.origin, token)
    await expect.poll(missing, { interval: 300 }).toEqual([])
    await server.end('SIGKILL')
    await mosquitto.stop()
  })
})

const isReached = async (origin: string): Promise<boolean> =>
  (await (await fetch(`${origin}/api/ready`)).json()).mqtt === 'connected'
