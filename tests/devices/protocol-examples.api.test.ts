import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

const text = readFileSync(new URL('../../docs/device-protocol.md', import.meta.url), 'utf8')

/** The calls of the page that a mark names: `<!-- example: name {what the device is given} -->`, then a fenced curl. */
const examples = [...text.matchAll(/<!-- example: (\S+) ?(.*?) -->\s+```\n([\s\S]*?)```/g)].map(
  ([, name = '', given = '', call = '']) => ({ name, given, call }),
)

/** Request as curl would send it, with the device's key. */
const requestOf = (call: string, key: string) => {
  const headers = [...call.matchAll(/-H ['"]([^:]+): ([^'"]+)['"]/g)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value.replace('$KEY', key),
  ])
  return {
    method: 'POST' as const,
    url: /http:\/\/localhost:8080(\S+)/.exec(call)?.[1] ?? '',
    headers: Object.fromEntries(headers),
    payload: /-d '([^']*)'/.exec(call)?.[1] ?? '',
  }
}

const VALUES: Record<string, Record<string, number>> = {
  senml: { t: 21.5, h: 63 },
  airgradient: { t: 21.5, h: 43, co2: 447, dust_pm25: 7, rssi: -46 },
  'sensor.community': { dust_pm25: 1.05, p: 1006.59 },
  mapping: { t: 21.5, nh3: 10.1875 },
}

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
})
afterAll(() => app.close())

test('[decisions §5] the protocol page has an example of each body', () =>
  expect(examples.map(({ name }) => name)).toEqual(Object.keys(VALUES)))

test.each(examples)('[decisions §5] the example $name gives what it says', async ({ name, given, call }) => {
  const device = await aDevice(app, owner)
  const mapping = given && JSON.parse(given)
  if (mapping) await app.call(api.setDeviceMapping, { params: { id: device.id }, body: { mapping } }, owner.token)
  const answer = await app.inject(requestOf(call, device.key))
  expect(answer.json()).toEqual({ accepted: Object.keys(VALUES[name] ?? {}).length, rejected: [] })
  const last = await app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
  expect(Object.fromEntries(Object.entries(last).map(([key, { value }]) => [key, value]))).toEqual(VALUES[name])
})
