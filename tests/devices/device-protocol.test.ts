import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { InfluxDB, Point } from '@influxdata/influxdb-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '#shared/contract/call.ts'
import { STATE_FIELDS } from '#shared/contract/devices/device-state.ts'
import { api } from '#shared/contract/index.ts'
import { REJECTION_CODES } from '#shared/contract/measurements/measurements.ts'
import { SETTING_NAMES, settingField } from '#shared/rules/devices/device-settings.ts'
import { callerAt, signUp } from '../crash/farm.ts'
import { dataFolder, type ServerProcess, startServer } from '../crash/server-process.ts'
import { freePort } from '../servers/free-port.ts'

const text = readFileSync(new URL('../../docs/device-protocol.md', import.meta.url), 'utf8')

test('[decisions §4] the protocol page names every setting with its limits and default', () => {
  const rows = text.split('\n').filter(line => line.startsWith('| `'))
  for (const name of SETTING_NAMES) {
    const field = settingField(name)
    const row = rows.find(line => line.startsWith(`| \`${name}\` `)) ?? ''
    if (field.type === 'number')
      expect(row).toContain(`${field.min} to ${field.max}${field.unit ? ` ${field.unit}` : ''} `)
    if (field.type === 'choice') for (const option of field.options) expect(row).toContain(`\`${option}\``)
    expect(row).toContain(field.default === '' ? '–' : `\`${field.default}\``)
    expect(row.includes('secret')).toBe(field.secret === true || name === 'wifi_secret')
  }
})

test('[specification §3] the protocol page names every field of the state, and every reason of a refusal', () => {
  for (const name of Object.keys(STATE_FIELDS)) expect(text).toContain(`\`${name}\``)
  for (const code of REJECTION_CODES) expect(text).toContain(code)
})

/** Commands that stand in the page, each command by itself. */
const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
  (block ?? '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(line => line.trim() !== ''),
)

describe('[decisions §5] the examples of the protocol page', () => {
  const folder = dataFolder()
  const run = promisify(execFile)
  const SECRET = 'a-secret-of-the-network-server'
  const DEVICE = 'barn-7'
  let server: ServerProcess
  let mqttPort: number
  let token: string
  let key: string
  let id: number
  const caller = () => callerAt(server.origin, token)

  beforeAll(async () => {
    mqttPort = await freePort()
    server = await startServer(folder, { MQTT_LISTEN: `127.0.0.1:${mqttPort}`, WEBHOOK_SECRET: SECRET })
    token = await signUp(server.origin)
    const body = { name: 'Barn 7', device_name: DEVICE, eui: 'A84041FFFF5A5A18' }
    ;({ id } = await call(api.createSensor, { body }, caller()))
    ;({ key } = await call(api.createKey, { params: { id }, body: {} }, caller()))
    const settings = { version: 0, settings: { upload_interval: 600 } }
    await call(api.changeDeviceSettings, { params: { id }, body: settings }, caller())
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const countAt = async (time: string): Promise<number> => {
    const from = Date.parse(time)
    const query = {
      device_id: id,
      interval: 'selection',
      date_start: time,
      date_end: new Date(from + 3_600_000).toISOString(),
    } as const
    const frame = await call(api.getSeries, { query }, caller())
    return frame.series.t?.count.reduce((sum, count) => sum + count, 0) ?? 0
  }

  const runExample = (command: string) => {
    const here = command
      .replaceAll('http://localhost:8080', server.origin)
      .replaceAll('-h localhost -p 1883', `-h 127.0.0.1 -p ${mqttPort}`)
      .replace(/^curl /, 'curl --silent --show-error --fail-with-body ')
    const environment = { PATH: process.env.PATH ?? '', KEY: key, DEVICE, SECRET }
    return run('sh', ['-c', here], { env: environment, timeout: 30_000 })
  }

  test('there are some for every transport', () => {
    for (const transport of [
      '/api/measurements',
      '/api/v2/write',
      '/write?',
      '/lorawan/ttn',
      '/lorawan/chirpstack',
      '/up"',
    ])
      expect(
        commands.some(command => command.includes(transport)),
        transport,
      ).toBe(true)
  })

  test.each(commands)('%s', async command => {
    const { stdout } = await runExample(command)
    if (command.startsWith('curl') && stdout !== '') expect(JSON.parse(stdout).accepted).toBeGreaterThan(0)
    if (command.startsWith('mosquitto_sub'))
      expect(JSON.parse(stdout)).toMatchObject({ settings: { version: 1, upload_interval: 600 } })
  })

  test('are all stored, each message once', async () => {
    expect(await countAt('2025-11-20T22:00:00Z')).toBe(5)
  })

  test("InfluxDB's own client library writes unchanged", async () => {
    const write = new InfluxDB({ url: server.origin, token: key }).getWriteApi('any', 'any', 'ms')
    const from = Date.parse('2025-11-21T10:00:00Z')
    for (let index = 0; index < 50; index++)
      write.writePoint(
        new Point('barn')
          .tag('room', '1')
          .floatField('t', 20 + index / 10)
          .timestamp(new Date(from + index * 1000)),
      )
    await write.close()
    expect(await countAt('2025-11-21T10:00:00Z')).toBe(50)
  })
})
