import { afterEach, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { readEnvironment } from '../environment.ts'
import { aUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
afterEach(() => app?.close())

const get = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, remoteAddress, headers })

test.each([
  ['10.0.0.0/8', '10.1.2.3'],
  ['192.0.2.1, 198.51.100.7', '198.51.100.7'],
  ['1', '203.0.113.9'],
])('behind a proxy in %s each visitor is counted alone', async (TRUST_PROXY, proxy) => {
  app = await startTestApp({ environment: { TRUST_PROXY }, limits: { perAddress: 2 } })
  const from = (visitor: string) =>
    app.inject({
      method: 'POST',
      url: '/api/email/verify',
      payload: { token: 'x' },
      remoteAddress: proxy,
      headers: { 'x-forwarded-for': visitor },
    })
  for (const visitor of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
    expect([(await from(visitor)).statusCode, (await from(visitor)).statusCode]).toEqual([422, 422])
  expect((await from('203.0.113.1')).statusCode).toBe(429)
})

test.each(['10.0.0.0/33', 'proxy.example', '10.0.0.1;10.0.0.2', '1.5'])(
  '%s is no proxy to trust',
  async TRUST_PROXY => {
    app = await startTestApp()
    const { DATA_DIR } = app.services.environment
    expect(() => readEnvironment({ DATA_DIR, TRUST_PROXY })).toThrow(/TRUST_PROXY/)
  },
)

test('metrics are for the machine itself, or for who has the token', async () => {
  app = await startTestApp()
  expect((await get('/metrics', '127.0.0.1')).statusCode).toBe(200)
  expect((await get('/metrics', '203.0.113.1')).statusCode).toBe(404)
  for (const [name, value] of [
    ['x-forwarded-for', '127.0.0.1'],
    ['x-real-ip', '203.0.113.1'],
    ['via', '1.1 proxy'],
    ['host', 'barn.example'],
    ['host', '127.0.0.1.barn.example'],
  ] as const)
    expect([name, (await get('/metrics', '127.0.0.1', { [name]: value })).statusCode]).toEqual([name, 404])
  await app.close()
  // A proxy on the same machine may say nothing of whom it asks for.
  app = await startTestApp({ environment: { PUBLIC_URL: 'https://barn.example' } })
  expect((await get('/metrics', '127.0.0.1')).statusCode).toBe(404)
  await app.close()
  app = await startTestApp({ environment: { PUBLIC_URL: 'http://localhost:3000' } })
  expect((await get('/metrics', '127.0.0.1')).statusCode).toBe(200)
  await app.close()
  app = await startTestApp({ environment: { METRICS_TOKEN: 'only-for-prometheus' } })
  expect((await get('/metrics', '127.0.0.1')).statusCode).toBe(401)
  const authorization = 'Bearer only-for-prometheus'
  expect((await get('/metrics', '203.0.113.1', { authorization })).statusCode).toBe(200)
  expect((await get('/metrics', '203.0.113.1', { authorization: 'Bearer wrong-one' })).statusCode).toBe(401)
})

test('what a token opens is kept by nobody on the way', async () => {
  app = await startTestApp()
  const user = await aUser(app)
  const authorization = `Bearer ${user.token}`
  for (const url of ['/api/locations', '/api/sensors', '/api/sensors/999'])
    expect((await get(url, '127.0.0.1', { authorization })).headers['cache-control']).toBe('no-store')
  expect((await get('/api/alarm-calls/1.x', '127.0.0.1')).headers['cache-control']).toBe('no-store')
  const out = await app.inject({ method: 'POST', url: '/api/logout', headers: { authorization } })
  expect(out.headers['clear-site-data']).toBe('"cache"')
  await expect(app.call(api.listLocations, {}, user.token)).rejects.toMatchObject({ status: 401 })
})

test.each([
  ['https://farm.example', 'max-age=31536000'],
  ['http://farm.example', undefined],
])('browsers keep to TLS where %s is the address', async (PUBLIC_URL, expected) => {
  app = await startTestApp({ environment: { PUBLIC_URL } })
  expect((await get('/api/health', '127.0.0.1')).headers['strict-transport-security']).toBe(expected)
})
