import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { buildApp } from '../../app.ts'
import { aFirstUser, aRegistration, aUser, PASSWORD } from '../../testing/a-user.ts'
import { mailed } from '../../testing/outgoing-mail.ts'
import { NO_LIMITS, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ limits: { perAddress: 12, perAccount: 4 } })
})
afterAll(() => app.close())

const login = (email: string, address: string, password = 'Wrong-Air-42') =>
  app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress: address })

/** The mark that signing in leaves in a browser. */
const markOf = (answer: Awaited<ReturnType<typeof login>>): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''

test('[decisions §2] an account takes so many tries a minute from one address, then says when to come again', async () => {
  await aFirstUser(app, 'admin@farm.example')
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await login('ADMIN@farm.example', '10.0.1.1')).statusCode)
  const refused = await login('admin@farm.example', '10.0.1.1', PASSWORD)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('limit_exceeded')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(statuses).toEqual([422, 422, 422, 422])
})

test('the right password is never locked out by the tries of others, and a known browser not even from their address', async () => {
  const { email } = await aUser(app)
  const known = await login(email, '10.0.4.1', PASSWORD)
  expect(known.headers['set-cookie']).toMatch(/; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  for (let n = 0; n < 11; n++) await login(email, '10.0.4.2')
  expect((await login(email, '10.0.4.3', PASSWORD)).statusCode).toBe(200)
  expect((await login(email, '10.0.4.2', PASSWORD)).statusCode).toBe(429)
  const cookie = markOf(known)
  const again = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: PASSWORD },
    remoteAddress: '10.0.4.9',
    headers: { cookie },
  })
  expect(again.statusCode).toBe(200)
  expect(markOf(again)).toBe(cookie)
})

test('all addresses of a network of IPv6 are one, since whoever has one chooses freely among them', async () => {
  const { email } = await aUser(app)
  for (let n = 1; n <= 4; n++) expect((await login(email, `2001:db8:4:2::${n}`)).statusCode).toBe(422)
  expect((await login(email, '2001:db8:4:2:ffff::9', PASSWORD)).statusCode).toBe(429)
  expect((await login(email, '2001:db8:4:3::1', PASSWORD)).statusCode).toBe(200)
  // A proxy may write an address of IPv4 so.
  expect((await login(email, '::ffff:10.0.8.1', PASSWORD)).statusCode).toBe(200)
})

test('all processes count together, and a restart forgets nothing', async () => {
  const { email } = await aUser(app)
  for (let n = 0; n < 4; n++) expect((await login(email, '10.0.5.1')).statusCode).toBe(422)
  const beside = await buildApp(app.services, app.app.http.log, { ...NO_LIMITS, perAccount: 4 })
  const answer = await beside.http.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: PASSWORD },
    remoteAddress: '10.0.5.1',
  })
  expect(answer.statusCode).toBe(429)
  await beside.http.close()
})

test('the link in a recovery mail works when others have used up the guesses of its code', async () => {
  const { email } = await aUser(app)
  await app.call(api.requestPasswordCode, { body: { email } })
  const [, link = ''] = await mailed(app, email, /password-reset\?email=\S+?code=([\w-]{43})/)
  const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
  const reset = (code: string, remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/password/reset', payload: { email, code, ...passwords }, remoteAddress })
  const guesses = []
  for (let n = 0; n < 32; n++) guesses.push((await reset('000000', `10.0.6.${n}`)).statusCode)
  // The guesses of a day, from whatever addresses.
  expect(guesses.slice(0, 30)).toEqual(Array(30).fill(422))
  expect(guesses.slice(30)).toEqual([429, 429])
  expect((await reset(link, '10.0.6.99')).statusCode).toBe(200)
  expect((await reset(link, '10.0.6.99')).statusCode).toBe(422)
})

test('[decisions §2] one address takes so many tries a minute, for whatever accounts', async () => {
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push((await login(`user${n}@farm.example`, '10.0.2.1')).statusCode)
  expect(new Set(statuses)).toEqual(new Set([422]))
  const refused = await login('user99@farm.example', '10.0.2.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'limit_exceeded', message: expect.any(String) })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await login('user99@farm.example', '10.0.2.2')).statusCode).toBe(422)
})

test.each([
  ['/register', () => aRegistration()],
  ['/email/resend', () => ({ email: 'x@farm.example' })],
  ['/email/verify', () => ({ token: 'x' })],
  ['/email/stop', () => ({ token: 'x' })],
])('[decisions §2] %s is limited by address too', async (path, payload) => {
  const address = `10.0.3.${path.length + path.charCodeAt(7)}`
  const send = () => app.inject({ method: 'POST', url: `/api${path}`, payload: payload(), remoteAddress: address })
  const statuses = []
  for (let n = 0; n < 13; n++) statuses.push((await send()).statusCode)
  expect(statuses.at(-1)).toBe(429)
})

test('the page and the file of a published version are sent to one address so often a minute, and to others still', async () => {
  for (const url of ['/api/published/1', '/api/published/1/file']) {
    const ask = async (remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode
    for (let n = 0; n < 12; n++) expect(await ask('10.0.7.1')).toBe(404)
    expect(await ask('10.0.7.1')).toBe(429)
    expect(await ask('10.0.7.2')).toBe(404)
  }
})
