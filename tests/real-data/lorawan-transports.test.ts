import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lorawanEndpoints } from '#shared/contract/devices/lorawan.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { decoderOfProfile } from '../../server/ingest/lorawan/decoders/decoders.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { anEui, SECRET } from '../../server/testing/a-lorawan-uplink.ts'
import { aFirstUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/data/payloads/', import.meta.url))
const isMissing = !existsSync(FOLDER)
if (isMissing) console.info(`Skipped: the real payloads are not on this machine (${FOLDER}).`)

interface Line {
  source: string
  vendor: string
  device: string
  network_server: string
  payload: Record<string, unknown>
  expected: unknown
}
const lines: Line[] = isMissing
  ? []
  : readFileSync(`${FOLDER}lorawan_uplinks_thingsboard.jsonl`, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))

let app: TestApp
let owner: TestUser
let decoders: { id: string }[]
beforeAll(async () => {
  app = await startTestApp({ now: '2026-06-01T12:00:00Z', environment: { WEBHOOK_SECRET: SECRET } })
  owner = await aFirstUser(app)
  decoders = await app.call(lorawanEndpoints.listDecoders, {}, owner.token)
})
afterAll(() => app.close())

/** A device with the decoder its owner would choose. */
const aDeviceFor = async ({ vendor, device }: Line): Promise<TestDevice> => {
  const id = (decoderOfProfile(`${vendor} ${device}`) ?? decoderOfProfile(device))?.id ?? null
  expect(decoders.map(one => one.id)).toContain(id)
  const made = await aDevice(app, owner, { eui: anEui() })
  await app.call(lorawanEndpoints.chooseDecoder, { params: { id: made.id }, body: { decoder: id } }, owner.token)
  return made
}
const lastOf = ({ id }: TestDevice) => app.call(measurementEndpoints.getLast, { query: { device_id: id } }, owner.token)

type Telemetry = { ts: number | string; values: Record<string, unknown> }[]
const expectedOf = ({ expected }: Line) => {
  const first = (Array.isArray(expected) ? expected[0] : expected) as { telemetry?: Telemetry } | undefined
  return first?.telemetry?.[0]
}
/** Names that all makers use alike, of their many. */
const climateOf = (values: Record<string, unknown>) => {
  const t = values.temperature ?? values.air_temperature
  const h = values.humidity ?? values.air_humidity
  const co2 = values.co2 ?? values.co2_concentration
  return Object.entries({ t, h, co2, nh3: values.nh3, h2s: values.h2s }).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
}

const check = async (line: Line, device: TestDevice, signal: Record<string, unknown>) => {
  const last = await lastOf(device)
  const wanted = expectedOf(line)
  for (const [key, value] of climateOf(wanted?.values ?? {})) expect(last[key]?.value, key).toBeCloseTo(value, 6)
  for (const [key, value] of Object.entries(signal)) if (value !== undefined) expect(last[key]?.value, key).toBe(value)
  const time = Date.parse(Object.values(last)[0]?.time ?? '')
  // Some of the expected times are those of the network server, some those of its application server a moment later.
  if (wanted?.ts) expect(Math.abs(time - new Date(wanted.ts).getTime())).toBeLessThan(1000)
}

const ofTtn = lines.filter(({ network_server }) => network_server.startsWith('ThingsStack'))
describe.skipIf(isMissing)('messages of The Things Stack, as its webhook sends them', () => {
  test('there are forty', () => expect(ofTtn.length).toBe(40))
  test.each(ofTtn.map(line => [line.source.split(':').at(-1), line] as const))('%s', async (_, line) => {
    const device = await aDeviceFor(line)
    const ids = line.payload.end_device_ids as object
    const body = { ...line.payload, end_device_ids: { ...ids, dev_eui: device.eui } }
    const answer = await app.call(lorawanEndpoints.hearTtn, { body }, SECRET)
    expect(answer).toMatchObject({ event: 'up', device: 'known' })
    expect(answer.accepted).toBeGreaterThan(0)
    const { rx_metadata } = line.payload.uplink_message as { rx_metadata: { snr?: number }[] }
    await check(line, device, { snr: Math.max(...rx_metadata.map(({ snr }) => snr ?? -1e9)) })
  })
})

const ofChirpstack = lines.filter(({ network_server }) => network_server === 'ChirpStack')
describe.skipIf(isMissing)('events of ChirpStack, as its integration sends them', () => {
  test('there are 28', () => expect(ofChirpstack.length).toBe(28))
  test.each(ofChirpstack.map(line => [line.source.split(':').at(-1), line] as const))('%s', async (_, line) => {
    const device = await aDeviceFor(line)
    const info = line.payload.deviceInfo as object | undefined
    const devEUI = Buffer.from(device.eui ?? '', 'hex').toString('base64')
    const body = info ? { ...line.payload, deviceInfo: { ...info, devEui: device.eui } } : { ...line.payload, devEUI }
    const answer = await app.call(lorawanEndpoints.hearChirpstack, { body, query: { event: 'up' } }, SECRET)
    expect(answer).toMatchObject({ event: 'up', device: 'known' })
    expect(answer.accepted).toBeGreaterThan(0)
    const rxInfo = line.payload.rxInfo as { snr?: number; loRaSNR?: number }[]
    await check(line, device, { snr: Math.max(...rxInfo.map(({ snr, loRaSNR }) => snr ?? loRaSNR ?? -1e9)) })
  })
})

const documented: { message?: Record<string, unknown>; name: string; valid_json: boolean }[] = isMissing
  ? []
  : JSON.parse(readFileSync(`${FOLDER}ttn_docs_message_examples.json`, 'utf8')).messages
describe.skipIf(isMissing)('messages in the documentation of The Things Stack', () => {
  test.each(documented.filter(one => one.message).map(one => [one.name, one.message] as const))(
    '%s is answered 200',
    async (name, body) => {
      const answer = await app.call(lorawanEndpoints.hearTtn, { body }, SECRET)
      expect(answer).toMatchObject({ accepted: 0, device: expect.stringMatching(/unknown|none/) })
      if (/join/i.test(name)) expect(answer.event).toBe('join')
    },
  )
})
