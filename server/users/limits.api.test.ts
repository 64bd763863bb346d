import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFirstUser, aRegistration, PASSWORD } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ limits: { perAddress: 12, perAccount: 4 } })
})
afterAll(() => app.close())

const login = (email: string, address: string, password = 'Wrong-Air-42') =>
  app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress: address })

test('[decisions §2] one account takes so many tries a minute, from whatever address, then says when to come again', async () => {
  await aFirstUser(app, 'admin@farm.example')
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await login('ADMIN@farm.example', `10.0.1.${n}`)).statusCode)
  const refused = await login('admin@farm.example', '10.0.1.9', PASSWORD)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('limit_exceeded')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(statuses.filter(status => status === 422).length).toBeGreaterThanOrEqual(3)
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
])('[decisions §2] %s is limited by address too', async (path, payload) => {
  const address = `10.0.3.${path.length}`
  const send = () => app.inject({ method: 'POST', url: `/api${path}`, payload: payload(), remoteAddress: address })
  const statuses = []
  for (let n = 0; n < 13; n++) statuses.push((await send()).statusCode)
  expect(statuses.at(-1)).toBe(429)
})
