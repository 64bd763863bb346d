import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mappingEndpoints } from '#shared/contract/measurements/mappings.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { PRESETS } from '#shared/rules/ingest/mapping-presets.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aFirstUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/data/payloads/', import.meta.url))
const isMissing = !existsSync(FOLDER)
if (isMissing) console.info(`Skipped: the real payloads are not on this machine (${FOLDER}).`)
const read = (name: string) => (isMissing ? {} : JSON.parse(readFileSync(FOLDER + name, 'utf8')))

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: '2026-06-01T12:00:00Z' })
  owner = await aFirstUser(app)
})
afterAll(() => app.close())

const send = async (device: TestDevice, body: unknown, type = 'application/json') => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/measurements',
    headers: { authorization: `Bearer ${device.key}`, 'content-type': type },
    payload: JSON.stringify(body),
  })
  return answer.json() as { accepted?: number; rejected?: { code: string }[]; errors?: Record<string, string[]> }
}
const lastOf = async ({ id }: TestDevice) => {
  const values = await app.call(measurementEndpoints.getLast, { query: { device_id: id } }, owner.token)
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}

describe.skipIf(isMissing)('[decisions §5] real bodies at the JSON endpoint, without a mapping', () => {
  test('AirGradient', async () => {
    const device = await aDevice(app, owner)
    const { measures_current } = read('airgradient_measures_current.json')
    expect(await send(device, measures_current)).toEqual({ accepted: 7, rejected: [] })
    expect(await lastOf(device)).toEqual({
      t: 25.87,
      h: 43,
      co2: 447,
      dust_pm1: 3,
      dust_pm25: 7,
      dust_pm10: 8,
      rssi: -46,
    })
  })

  test('sensor.community', async () => {
    const device = await aDevice(app, owner)
    expect(await send(device, read('sensor_community_airrohr.json').payload)).toEqual({ accepted: 5, rejected: [] })
    expect(await lastOf(device)).toEqual({ dust_pm10: 1.87, dust_pm25: 1.05, p: 1006.59, t: 26.8, rssi: -52 })
  })

  /** Values taken and refused of each example of RFC 8428; the others are amperes, places, ratios and words. */
  test.each([
    ['ex1.json', 1, 0],
    ['ex2.json', 0, 2],
    ['ex3.json', 0, 7],
    ['ex4.json', 12, 0],
    ['ex5.json', 5, 8],
    ['ex6.json', 4, 0],
    ['ex7.json', 1, 0],
    ['ex8.json', 2, 0],
    ['ex9.json', 1, 2],
    ['ex10.json', 2, 0],
    ['ex11.json', 2, 0],
    ['ex12.json', 0, 2],
    ['ex13.json', 0, 4],
  ])('SenML %s gives %i values', async (name, accepted, refused) => {
    const device = await aDevice(app, owner)
    const { examples } = read('senml_rfc8428_examples.json')
    for (const type of ['application/senml+json', 'application/json']) {
      const answer = await send(device, examples[name], type)
      expect(answer.accepted ?? 0).toBe(accepted)
      if (accepted > 0) expect(answer.rejected).toHaveLength(refused)
      else expect(Object.keys(answer.errors ?? {}).length).toBeGreaterThan(0)
    }
  })
})

describe.skipIf(isMissing)('[decisions §5] real messages by the built-in mapping of their kind', () => {
  const samples: { kind: string; source: string; payload: unknown }[] = isMissing ? [] : read('mqtt_http_samples.json')
  const expected: [string, string, Record<string, number>][] = [
    ['SCD4x.md', 'tasmota', { t: 28.8, h: 47.5, co2: 1204 }],
    ['AM2301.md', 'tasmota', { t: 24.6, h: 58.2 }],
    ['Bluetooth.md', 'tasmota', { t: 21.1, h: 58, battery: 100 }],
    ['WSDCGQ01LM', 'zigbee2mqtt', { t: 27.34, h: 44.72 }],
    ['TS0601_air_quality_sensor', 'zigbee2mqtt', { t: 21.1, h: 62.3, co2: 359 }],
    ['Shelly Plus H&T', 'shelly-gen2', { t: 19, h: 57.6, battery: 0, rssi: -60 }],
    ['SenseCAP CO2', 'sensecap', { co2: 602 }],
  ]
  test.each(expected)('%s', async (source, preset, values) => {
    const device = await aDevice(app, owner)
    const { mapping } = PRESETS.find(one => one.id === preset) ?? { mapping: null }
    await app.call(
      mappingEndpoints.setDeviceMapping,
      { params: { id: device.id }, body: { mapping, preset } },
      owner.token,
    )
    const sample = samples.find(one => one.source.includes(source))
    expect(await send(device, sample?.payload)).toEqual({ accepted: Object.keys(values).length, rejected: [] })
    expect(await lastOf(device)).toEqual(values)
  })
})
