import { afterEach, expect, test } from 'vitest'
import { readEnvironment } from '../../environment.ts'
import { aUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const LAB = 'https://lab.example'
let app: TestApp
afterEach(() => app.close())

const allowed = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter(name => name.startsWith('access-control'))

test('no page of another origin calls the API unless the operator names it', async () => {
  app = await startTestApp()
  const asked = { origin: LAB, 'access-control-request-method': 'GET' }
  const before = await app.inject({ method: 'OPTIONS', url: '/api/locations', headers: asked })
  expect([before.statusCode, allowed(before.headers)]).toEqual([404, []])
  const answer = await app.inject({ method: 'GET', url: '/api/setup', headers: { origin: LAB } })
  expect(allowed(answer.headers)).toEqual([])
})

test('a named origin may, with a token in a header; no other, and never with cookies', async () => {
  app = await startTestApp({ environment: { CORS_ORIGINS: `https://other.example, ${LAB}` } })
  const user = await aUser(app)
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/locations',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
  const before = await preflight(LAB)
  expect(before.statusCode).toBe(204)
  expect(before.headers).toMatchObject({
    'access-control-allow-origin': LAB,
    'access-control-allow-headers': expect.stringContaining('authorization'),
    vary: expect.stringContaining('Origin'),
  })
  const authorization = `Bearer ${user.token}`
  const get = (origin: string, url = '/api/locations') =>
    app.inject({ method: 'GET', url, headers: { origin, authorization } })
  const answer = await get(LAB)
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, LAB])
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  // A failure has to be readable, too.
  const refused = await get(LAB, '/api/users')
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([403, LAB])
  for (const origin of [`${LAB}.evil.example`, 'http://lab.example', `${LAB}:8443`, 'null']) {
    expect((await preflight(origin)).statusCode, origin).toBe(404)
    const other = await get(origin)
    expect(allowed(other.headers), origin).toEqual([])
    expect(other.headers.vary).toContain('Origin')
  }
  const page = await app.inject({ method: 'GET', url: '/', headers: { origin: LAB } })
  expect(allowed(page.headers)).toEqual([])

  const server = await app.listen()
  const stream = await fetch(`${server}/api/events`, { headers: { origin: LAB, authorization } })
  expect(stream.headers.get('access-control-allow-origin')).toBe(LAB)
  await stream.body?.cancel()
  const { DATA_DIR } = app.services.environment
  for (const wrong of ['*', 'lab.example', `${LAB}/`, `${LAB}/path`, 'https://*.example', 'ftp://lab.example'])
    expect(() => readEnvironment({ DATA_DIR, CORS_ORIGINS: wrong }), wrong).toThrow(/CORS_ORIGINS/)
})
