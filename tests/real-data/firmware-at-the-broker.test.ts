import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aFirstUser, type TestUser } from '../../server/testing/a-user.ts'
import { mosquittoPub } from '../../server/testing/an-mqtt-client.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

const FILE = fileURLToPath(new URL('../../../shared/data/payloads/mqtt_http_samples.json', import.meta.url))
const isMissing = !existsSync(FILE)
if (isMissing) console.info(`Skipped: the real payloads are not on this machine (${FILE}).`)

interface Sample {
  kind: string
  topic?: string
  source: string
  payload: object
}
const samples: Sample[] = isMissing ? [] : JSON.parse(readFileSync(FILE, 'utf8'))
/** Firmware that speaks for one device. */
const spoken = samples.filter(({ kind }) => /^(tasmota|shelly)/.test(kind))

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { MQTT_LISTEN: '127.0.0.1:0' } })
  owner = await aFirstUser(app)
  await app.app.mqtt.start()
})
afterAll(() => app.close())

test.skipIf(isMissing)('there are real messages of such firmware', () => {
  expect(spoken.length).toBeGreaterThan(3)
})

test.each(spoken)('$kind of $source is understood when it signs in as its device', async ({ topic = '', payload }) => {
  const device = await aDevice(app, owner)
  await mosquittoPub(app.app.mqtt.port() ?? 0, device, topic.replace('%topic%', 'barn'), JSON.stringify(payload))
  const last = await app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
  const first = JSON.stringify(payload)
  const number = (name: string) => Number(new RegExp(`"${name}":\\s*(-?[\\d.]+)`).exec(first)?.[1])
  const t = /"tC"/.test(first) ? number('tC') : number('Temperature')
  const h = /"rh"/.test(first) ? number('rh') : number('Humidity')
  expect({ t: last.t?.value, h: last.h?.value }).toEqual({ t, h })
})
