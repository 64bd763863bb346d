import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { send } from '../../simulator/sending/send.ts'
import { attemptOf, TRANSPORTS } from '../../simulator/sending/transports.ts'
import { callerAt, signUp } from '../crash/farm.ts'
import { dataFolder, type ServerProcess, startServer } from '../crash/server-process.ts'
import { freePort } from '../servers/free-port.ts'

const SECRET = 'a-secret-of-the-network-server'

describe('[decisions §5] the simulator sends the same through every transport', () => {
  const folder = dataFolder()
  let server: ServerProcess
  let mqttPort: number
  let token: string
  beforeAll(async () => {
    mqttPort = await freePort()
    server = await startServer(folder, { MQTT_LISTEN: `127.0.0.1:${mqttPort}`, WEBHOOK_SECRET: SECRET })
    token = await signUp(server.origin)
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const aSensor = async (number: number) => {
    const caller = callerAt(server.origin, token)
    const eui = `A840410000000${number}0`
    const body = { name: 'Simulated', device_name: `SIM-${number}`, eui }
    const { id } = await call(api.createSensor, { body }, caller)
    const { key } = await call(api.createKey, { params: { id }, body: {} }, caller)
    return { id, key, eui }
  }

  test.each(TRANSPORTS)('%s', async transport => {
    const caller = callerAt(server.origin, token)
    const device = await aSensor(10 + TRANSPORTS.indexOf(transport))
    const settings = { version: 0, settings: { upload_interval: 600 } }
    await call(api.changeDeviceSettings, { params: { id: device.id }, body: settings }, caller)
    const stop = new AbortController()
    const options = { transport, origin: server.origin, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, webhookSecret: SECRET }
    const attempt = attemptOf({ ...options, signal: stop.signal }, device)
    const now = Date.now()
    const state = { connection_status: 'connected', connection_type: 'modem', settings_version: 0 }
    const messages = [
      { time: now - 120_000, t: 20, h: 60, co2: 900 },
      { time: now - 60_000, t: 21, h: 61, co2: 950 },
      { time: now, t: 22, h: 62, co2: 1000, dust_pm10: 200, rssi: -80, snr: 7, state },
    ]
    const first = await send(messages, attempt)
    expect(first).toMatchObject({ refused: 0 })
    const last = await call(api.getLast, { query: { device_id: device.id } }, caller)
    expect(Object.fromEntries(Object.entries(last).map(([key, { value }]) => [key, value]))).toEqual({
      t: 22,
      h: 62,
      co2: 1000,
      dust_pm10: 200,
      rssi: -80,
      snr: 7,
    })
    const told = async () => first.told ?? (await send([{ time: Date.now(), state }], attempt)).told
    if (transport === 'json' || transport === 'mqtt')
      await expect.poll(told).toMatchObject({ settings: { version: 1, upload_interval: 600 } })
    stop.abort()
  })
})
