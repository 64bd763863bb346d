import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aChirpstackUplink, anEui, aTtnUplink, SECRET } from '../../server/testing/a-lorawan-uplink.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { fuzz, isWhole, type Post, posted, type Send } from './bystander.ts'
import { asJson, aText, changed } from './rubbish.ts'

const MOST = 300_000
/** Share of the longest that are stored: they take the stores long, and nobody else. */
const SHARE = isWhole ? 1 : 0.1
let app: TestApp
let owner: TestUser
let device: TestDevice
let mapped: TestDevice
beforeAll(async () => {
  app = await startTestApp({ environment: { WEBHOOK_SECRET: SECRET } })
  await aFirstUser(app)
  owner = await aUser(app)
  device = await aDevice(app, owner, { eui: anEui() })
  mapped = await aDevice(app, owner)
  const row = { unit: null, scale: 1, offset: 0, raw_min: null, raw_max: null }
  const rows = ['*.*.value', '*.Temperature', 'list[type=a].value', '["a name"].x', '.', 'a.b.c.d'].map(
    (path, index) => ({
      ...row,
      path,
      abbreviation: ['t', 'h', 'co2', 'nh3', 'p', 'light'][index] as string,
    }),
  )
  const mapping = { rows, time_path: 'meta.*.time' }
  await app.call(api.setDeviceMapping, { params: { id: mapped.id }, body: { mapping } }, owner.token)
})
afterAll(() => app.close())

const post: Post = (...sent) => posted(app, 'Token', ...sent)

const GOOD = [
  {
    time: 1_763_640_000,
    t: 21.5,
    h: '60',
    co2: { value: 900, unit: 'ppm' },
    state: { battery: 71, settings: { led_on: true } },
  },
  [{ t: 21 }, { time: '2026-11-20T11:00:00Z', h: 60, nh3: 7 }],
  { wifi: -46, rco2: 447, pm02: 7, atmp: 21.5, rhum: 43 },
  {
    sensordatavalues: [
      { value_type: 'SDS_P2', value: '1.05' },
      { value_type: 'BME280_pressure', value: '100659.00' },
    ],
  },
  [
    { bn: 'urn:dev:ow:1:', bt: -60, n: 'temperature', u: 'Cel', v: 21.5 },
    { n: 'humidity', u: '%RH', v: 63, t: 60 },
  ],
  {
    SCD40: { Temperature: 21.5, value: 3 },
    list: [{ type: 'a', value: 4 }],
    meta: { x: { time: '2026-11-20T11:00:00Z' } },
  },
]
const measurements: Send = chance => {
  const { key } = chance.isOneIn(3) ? mapped : device
  const text = asJson(chance, changed(chance, chance.oneOf(GOOD), MOST))
  return post(
    '/api/measurements',
    key,
    chance.oneOf(['application/json', 'application/json', 'application/senml+json']),
    text,
  )
}
const lines: Send = chance => {
  const line = () => `barn${aText(chance, 50)} t=${chance.isOneIn(2) ? 21.5 : aText(chance, MOST)},h=60 1763640000`
  const text = Array.from({ length: chance.size(chance.isOneIn(50) ? 3000 : 10) }, line).join('\n')
  const url = chance.oneOf(['/api/v2/write?precision=s', '/write?precision=ms', '/api/measurements'])
  return post(url, device.key, 'text/plain', text)
}
const lorawan: Send = chance => {
  const eui = chance.isOneIn(5) ? aText(chance, 60) : (device.eui ?? '')
  const decoded = changed(
    chance,
    { temperature: 21.5, air: { humidity: 60 }, Temp1: '21', pm2_5_mass: { value: 1, unit: 'ppm' } },
    MOST,
  )
  if (chance.isOneIn(2))
    return post(
      '/api/lorawan/ttn',
      SECRET,
      'application/json',
      asJson(
        chance,
        changed(
          chance,
          aTtnUplink(app, eui, { decoded_payload: decoded, version_ids: { model_id: aText(chance, 500) } }),
          MOST,
        ),
      ),
    )
  return post(
    `/api/lorawan/chirpstack?event=${chance.oneOf(['up', 'join', 'status', 'ack', '', encodeURIComponent(aText(chance, 60).toWellFormed())])}`,
    SECRET,
    'application/json',
    asJson(chance, changed(chance, aChirpstackUplink(app, eui, { object: decoded }), MOST)),
  )
}

describe('no body keeps others waiting', () => {
  test.each([
    ['messages as JSON', measurements],
    ['line protocol', lines],
    ['LoRaWAN webhooks', lorawan],
  ])(
    '%s',
    async (name, send) => {
      await fuzz(name, send)
      expect(app.logged()).not.toContain('"defect"')
    },
    3_600_000,
  )

  // Texts that patterns with two runs of digits took minutes for, and bodies as large as they may be.
  const LONG: [string, string, () => string][] = [
    ['JSON', 'application/json', () => JSON.stringify({ t: `${'1'.repeat(240_000)}x` })],
    [
      'JSON, 5 MB',
      'application/json',
      () => JSON.stringify({ t: `${'1'.repeat(5_000_000)}x`, h: '1'.repeat(200_000) }),
    ],
    [
      'a value with its unit',
      'application/json',
      () => JSON.stringify({ t: { value: `${'1'.repeat(240_000)}x`, unit: '°C' } }),
    ],
    ['a time', 'application/json', () => JSON.stringify({ time: `2026-01-01T${'Z'.repeat(1_000_000)}x`, t: 1 })],
    [
      'AirGradient',
      'application/json',
      () =>
        JSON.stringify({
          atmp: `${'1'.repeat(60_000)}x`,
          rhum: `${'1'.repeat(60_000)}x`,
          rco2: `${'1'.repeat(60_000)}x`,
          pm02: `${'1'.repeat(60_000)}x`,
        }),
    ],
    ['line protocol', 'text/plain', () => `m t=${'1'.repeat(240_000)}x`],
    ['SenML', 'application/senml+json', () => JSON.stringify([{ n: 't', vs: `${'1'.repeat(240_000)}x` }])],
    [
      'SenML with a long base name',
      'application/senml+json',
      () =>
        JSON.stringify([
          { bn: 'a:'.repeat(1_000_000) },
          ...Array.from({ length: 100_000 * SHARE }, () => ({ n: 't', v: 1 })),
        ]),
    ],
    [
      'many fields',
      'application/json',
      () => JSON.stringify(Object.fromEntries(Array.from({ length: 250_000 }, (_, n) => [`field${n}`, n]))),
    ],
    [
      'many values',
      'application/json',
      () => JSON.stringify(Array.from({ length: 150_000 * SHARE }, (_, n) => ({ time: 1_700_000_000 + n, t: 21 }))),
    ],
    [
      'many words',
      'application/json',
      () => JSON.stringify(Array.from({ length: 150_000 }, () => ({ t: 'warm', x: 1 }))),
    ],
    ['many lines', 'text/plain', () => 'm t=21,h=6\n'.repeat(400_000 * SHARE)],
    ['a nest', 'application/json', () => `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`],
  ]
  test.each(LONG)(
    '%s',
    async (name, type, body) => {
      const payload = body()
      for (const { key } of [device, mapped]) await fuzz(name, () => post('/api/measurements', key, type, payload), 1)
    },
    60_000,
  )
})
