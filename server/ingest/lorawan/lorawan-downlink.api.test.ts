import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { anEui, aTtnUplink, SECRET } from '../../testing/a-lorawan-uplink.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let device: TestDevice
let replace: string
let status = 200
const queued: { authorization: string | undefined; downlinks: Record<string, unknown>[] }[] = []

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
const stack = createServer(async (request, response) => {
  const { downlinks } = JSON.parse(await textOf(request))
  if (status === 200) queued.push({ authorization: request.headers.authorization, downlinks })
  response.writeHead(status).end('{}')
})
beforeAll(async () => {
  await new Promise<void>(resolve => stack.listen(0, '127.0.0.1', resolve))
  replace = `http://127.0.0.1:${(stack.address() as AddressInfo).port}/down/replace`
  app = await startTestApp({ environment: { WEBHOOK_SECRET: SECRET } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(async () => {
  await app.close()
  stack.close()
})
beforeEach(async () => {
  device = await aDevice(app, owner, { eui: anEui() })
  queued.length = 0
  status = 200
})

let number = 0
const hear = (body: unknown, headers: Record<string, string> = {}, secret = SECRET) =>
  app.inject({
    method: 'POST',
    url: '/api/lorawan/ttn',
    headers: {
      'x-webhook-secret': secret,
      'x-downlink-replace': replace,
      'x-downlink-apikey': 'NNSXS.key',
      ...headers,
    },
    payload: body as object,
  })
const uplink = (changes = {}) => aTtnUplink(app, device.eui ?? '', { f_cnt: number++, ...changes })
const want = async (upload_interval: number, version = 0) =>
  app.call(
    api.changeDeviceSettings,
    { params: { id: device.id }, body: { version, settings: { upload_interval } } },
    admin.token,
  )
const interval = async () => {
  await app.app.settle()
  const { settings } = await app.call(api.getDeviceSettings, { params: { id: device.id } }, admin.token)
  return settings.find(({ field }) => field === 'upload_interval')
}
const soon = (look: () => unknown) => expect.poll(look)
const payloads = () => queued.map(({ downlinks }) => downlinks[0]?.frm_payload)

describe('[decisions §4] a wanted interval of a LoRaWAN device', () => {
  test('goes to The Things Stack once, and is confirmed when the device acknowledges', async () => {
    await hear(uplink())
    await want(1200)
    await soon(() => queued.length).toBe(1)
    const [downlink] = queued[0]?.downlinks ?? []
    expect(queued[0]?.authorization).toBe('Bearer NNSXS.key')
    expect(downlink).toMatchObject({ f_port: 85, frm_payload: Buffer.from('ff03b004', 'hex').toString('base64') })
    await hear(uplink())
    expect(await interval()).toMatchObject({ wanted: 1200, state: 'pending' })
    const ids = { dev_eui: device.eui }
    const foreign = { end_device_ids: ids, downlink_ack: { correlation_ids: ['as:1', 'barnometer:change:999999'] } }
    await hear(foreign)
    expect(await interval()).toMatchObject({ state: 'pending' })
    await hear({ end_device_ids: ids, downlink_ack: { correlation_ids: downlink?.correlation_ids } })
    expect(await interval()).toMatchObject({ wanted: 1200, reported: 1200, state: 'as_reported' })
    expect(queued.length).toBe(1)
  })

  test('is sent again with the first uplink after three hours without an acknowledgement', async () => {
    await hear(uplink())
    await want(1200)
    await soon(() => queued.length).toBe(1)
    app.clock.forward(3 * HOUR_MS - 1)
    await hear(uplink())
    await app.app.settle()
    expect(queued.length).toBe(1)
    app.clock.forward(1)
    await hear(uplink())
    await soon(() => queued.length).toBe(2)
    expect(queued[1]?.downlinks).toEqual(queued[0]?.downlinks)
    const [downlink] = queued[1]?.downlinks ?? []
    const ids = { dev_eui: device.eui }
    await hear({ end_device_ids: ids, downlink_ack: { correlation_ids: downlink?.correlation_ids } })
    expect(await interval()).toMatchObject({ reported: 1200, state: 'as_reported' })
  })

  test('waits for the next uplink where the network server did not take it, or was not known', async () => {
    await want(600)
    status = 503
    await hear(uplink())
    await soon(() => app.logged().includes('downlink not handed over')).toBe(true)
    status = 200
    await hear(uplink())
    await soon(() => payloads()).toEqual([Buffer.from('ff035802', 'hex').toString('base64')])
  })

  test('reaches the device of its next owner, too: the way to the network server is kept anew', async () => {
    await hear(uplink())
    await app.app.settle()
    await aSale(app, device, owner, await aUser(app))
    const { version } = await app.call(api.getDeviceSettings, { params: { id: device.id } }, admin.token)
    await want(1200, version)
    await hear(uplink())
    await soon(() => payloads()).toEqual([Buffer.from('ff03b004', 'hex').toString('base64')])
  })

  test('is written as its maker says', async () => {
    await hear(uplink({ version_ids: { brand_id: 'dragino', model_id: 'lht65n' } }))
    await want(1200)
    await soon(() => payloads()).toEqual([Buffer.from('010004b0', 'hex').toString('base64')])
  })

  test("goes nowhere that an account's own network server names, nor to no address at all", async () => {
    const { secret } = await app.call(api.createWebhookSecret, {}, owner.token)
    await hear(uplink(), {}, secret)
    await hear(uplink(), { 'x-downlink-replace': 'file:///etc/passwd' })
    await hear(uplink(), { 'x-downlink-replace': 'rubbish' })
    await want(1200)
    await hear(uplink(), {}, secret)
    expect(
      await app.services.db.selectFrom('device_downlinks').selectAll().where('device_id', '=', device.id).execute(),
    ).toEqual([])
    expect(queued).toEqual([])
  })
})
