import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aRegistration, aUser, PASSWORD, signIn, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

/** ms */
const SAME_TIME = 250
const TRIES = 4

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp({ limits: { perAccount: TRIES, mailsPerHour: 3, constantTime: SAME_TIME } })
  user = await aUser(app)
})
afterAll(() => app.close())

test('[decisions §2] whoever has a token cannot find out the password with it', async () => {
  const guess = (current_password: string) =>
    app
      .call(api.updateUser, { body: { email: 'new@farm.example', current_password } }, user.token)
      .catch(failure => failure)
  for (let n = 0; n < TRIES; n++) expect(await guess(`Guess-${n}-Abc`)).toMatchObject({ code: 'invalid_user' })
  expect(await guess(PASSWORD)).toMatchObject({ status: 429, code: 'limit_exceeded', retryAfter: expect.any(Number) })
  const elsewhere = await signIn(app, user.email)
  await app.call(api.updateUser, { body: { name: 'Is not held up' } }, elsewhere.token)
})

const passwords = { password: PASSWORD, password_confirmation: PASSWORD }

test.each([
  ['/password/reminder', (email: string) => ({ email })],
  ['/email/resend', (email: string) => ({ email })],
  ['/password/reset', (email: string) => ({ email, code: '000000', ...passwords })],
  ['/register', (email: string) => aRegistration({ email })],
])('[decisions §2] the time %s takes does not tell whether an address has an account', async (path, bodyOf) => {
  for (const address of [user.email, 'nobody@farm.example']) {
    const began = performance.now()
    await app.inject({ method: 'POST', url: `/api${path}`, payload: bodyOf(address) })
    // Timers of Node come up to a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(SAME_TIME - 2)
  }
})

test('[decisions §2] an address gets a few mails an hour, whether or not it has an account: each code is one more to guess', async () => {
  const ask = (email: string) =>
    app.inject({ method: 'POST', url: '/api/password/reminder', payload: { email } }).then(answer => answer.statusCode)
  for (const email of ['known@farm.example', 'unknown@farm.example']) {
    if (email.startsWith('known')) await app.call(api.register, { body: aRegistration({ email }) })
    expect([await ask(email), await ask(email), await ask(email), await ask(email)]).toEqual([200, 200, 200, 429])
  }
})
