import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { operationEndpoints } from '#shared/contract/operations.ts'
import { shardOf } from '../kit/database/cluster.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  vi.restoreAllMocks()
  device = await aDevice(app, owner)
})

const post = (url: string, payload: string, type: string) =>
  app.inject({ method: 'POST', url, payload, headers: { authorization: `Token ${device.key}`, 'content-type': type } })
const last = () => app.call(measurementEndpoints.getLast, { query: { device_id: device.id } }, owner.token)
/** Store that has the device: one shard of several, or the only one. */
const store = () => shardOf(app.services.series, device.id)
const breakInserts = () => vi.spyOn(store(), 'insert').mockRejectedValue(new Error('No space left on device'))

test.each([
  ['/api/measurements', '{"t":5}', 'application/json'],
  ['/api/v2/write', 'm t=5', 'text/plain'],
  ['/write', 'm t=5', 'text/plain'],
])(
  '[decisions §5] %s answers 503 with Retry-After when nothing can be stored, and acknowledges nothing',
  async (url, body, type) => {
    breakInserts()
    const answer = await post(url, body, type)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'busy'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await last()).toEqual({})
    vi.restoreAllMocks()
    expect(await last()).toEqual({})
    expect((await post(url, body, type)).statusCode).toBeLessThan(300)
    expect(await last()).toMatchObject({ t: { value: 5 } })
  },
)

test('[decisions §5] all who were gathered into the failed insert are told so', async () => {
  breakInserts()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('/api/measurements', '{"t":5}', 'application/json')),
  )
  expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([503]))
})

test('[decisions §5] an answer waits for the store: none before the insert has come back', async () => {
  const { insert } = store()
  let finish: () => void = () => {}
  const held = new Promise<void>(resolve => {
    finish = resolve
  })
  vi.spyOn(store(), 'insert').mockImplementation(async rows => {
    await held
    return insert.call(store(), rows)
  })
  let answered = false
  const answer = post('/api/measurements', '{"t":5}', 'application/json').then(one => {
    answered = true
    return one
  })
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(answered).toBe(false)
  finish()
  expect((await answer).statusCode).toBe(201)
})

test('[decisions §5] a message of many years is stored, and so is what others send at the same time', async () => {
  const years = JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ time: Date.UTC(2003, n, 2), t: n / 10 })))
  const another = await aDevice(app, owner)
  const now = (key: string) =>
    app.inject({
      method: 'POST',
      url: '/api/measurements',
      payload: '{"t":5}',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    })
  const answers = await Promise.all([
    post('/api/measurements', years, 'application/json'),
    ...Array.from({ length: 10 }, () => now(another.key)),
  ])
  expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([201]))
  expect(answers[0]?.json()).toMatchObject({ accepted: 200 })
  expect(await last()).toMatchObject({ t: { value: 19.9 } })
})

test('[decisions §5] a message that the store refuses while it takes others is told and counted, and holds up nobody', async () => {
  const { insert } = store()
  vi.spyOn(store(), 'insert').mockImplementation(async asked => {
    if (JSON.stringify(asked.values).includes('-7.77')) throw new Error('Code: 1001. DB::Exception: something in it')
    return insert.call(store(), asked)
  })
  const others = await Promise.all(Array.from({ length: 9 }, () => aDevice(app, owner)))
  const send = (key: string, t: number) =>
    app.inject({
      method: 'POST',
      url: '/api/measurements',
      payload: JSON.stringify({ t }),
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    })
  const answers = await Promise.all([send(device.key, -7.77), ...others.map(({ key }) => send(key, 5))])
  expect(answers.map(answer => answer.statusCode)).toEqual([503, ...others.map(() => 201)])
  await app.app.settle()
  const refusals = await app.call(api.listRefusals, { params: { id: device.id } }, owner.token)
  expect(refusals).toMatchObject([{ code: 'not_storable', count: 1 }])
})

test('[decisions §5] says busy when more waits than it may hold', async () => {
  let finish: () => void = () => {}
  const held = new Promise<never>((_, reject) => {
    finish = () => reject(new Error('stopped'))
  })
  held.catch(() => {})
  vi.spyOn(store(), 'insert').mockImplementation(() => held)
  const many = JSON.stringify(Array.from({ length: 190_000 }, (_, n) => ({ time: 1_700_000_000 + n, t: 1 })))
  const answers = Array.from({ length: 8 }, () => post('/api/measurements', many, 'application/json'))
  const first = await Promise.race(answers)
  expect(first.statusCode).toBe(503)
  finish()
  await Promise.all(answers)
})

test('[decisions §1] ready says 503 while the store of measurements does not answer, health stays', async () => {
  vi.spyOn(app.services.series, 'ping').mockResolvedValue({ success: false, error: new Error('gone') })
  const broken = await app.inject({ method: 'GET', url: '/api/ready' })
  expect(broken.statusCode).toBe(503)
  expect(broken.json()).toMatchObject({ status: 'broken', catalogue: 'ok', measurements: 'down' })
  expect(await app.call(operationEndpoints.getHealth, {})).toEqual({ status: 'ok' })
  vi.restoreAllMocks()
  expect(await app.call(operationEndpoints.getReady, {})).toMatchObject({ status: 'ok', mqtt: 'off' })
})
