import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { aFirstUser, aUser, PASSWORD } from '../../testing/a-user.ts'
import { mailed, mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
})
afterAll(() => app.close())

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A sign-in of a browser, with the mark it was given before; answers its mark. */
const signInFrom = async (email: string, mark?: string, password = PASSWORD): Promise<string> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    headers: { 'user-agent': AGENT, ...(mark === undefined ? {} : { cookie: mark }) },
  })
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}
const tellings = (email: string) => mailsTo(app, email).filter(mail => mail.includes('New sign-in to your account'))
/** Mails go out in their order: once a later one is there, all before it are. */
const afterAllMails = async (email: string) => {
  await app.call(api.requestPasswordCode, { body: { email } })
  await mailed(app, email, /code=/)
}

test('a sign-in from a new browser is told by mail, with browser, address and time; one from a known browser is not', async () => {
  const { email } = await aUser(app)
  expect(tellings(email)).toEqual([])
  const mark = await signInFrom(email)
  const [mail] = await mailed(app, email, /New sign-in[\s\S]*Firefox, Linux, from the address 127\.0\.0\.1[\s\S]*/)
  expect(mail).toContain('Europe/Amsterdam')
  await signInFrom(email, mark)
  await afterAllMails(email)
  expect(tellings(email)).toHaveLength(1)
})

test('a browser that somebody else signed in from is a new one for this account', async () => {
  const [one, other] = [await aUser(app), await aUser(app)]
  const mark = await signInFrom(one.email)
  await signInFrom(other.email, mark)
  await mailed(app, other.email, /New sign-in/)
})

test('a program that signs in anew each time fills no mailbox', async () => {
  const { email } = await aUser(app)
  for (let times = 0; times < 8; times++) await signInFrom(email)
  await afterAllMails(email)
  expect(tellings(email)).toHaveLength(5)
  app.clock.forward(DAY_MS)
  await signInFrom(email)
  await expect.poll(() => tellings(email).length).toBe(6)
})

test('who changes the password is known in that browser, and in no other any more', async () => {
  const user = await aUser(app)
  const mark = await signInFrom(user.email)
  await mailed(app, user.email, /New sign-in/)
  const password = 'Another-Stable-43'
  const body = { password, password_confirmation: password, current_password: PASSWORD }
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/user',
    payload: body,
    headers: { authorization: `Bearer ${user.token}` },
  })
  const here = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  await signInFrom(user.email, here, password)
  await afterAllMails(user.email)
  expect(tellings(user.email)).toHaveLength(1)
  await signInFrom(user.email, mark, password)
  await expect.poll(() => tellings(user.email).length).toBe(2)
})
