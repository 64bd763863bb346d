import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailEndpoints } from '#shared/contract/accounts/mails.ts'
import { peopleEndpoints } from '#shared/contract/accounts/people.ts'
import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { locationEndpoints } from '#shared/contract/places/locations.ts'
import { aFirstUser, aRegistration, aUser, PASSWORD, signIn } from '../testing/a-user.ts'
import { mailedToken, mailsTo } from '../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { beforeUserRemoval } from './removal.ts'
import { setLocale } from './store.ts'

const {
  register,
  updateLocale,
  updateUser,
  deleteUser,
  verifyEmail,
  login,
  authenticate,
  listSessions,
  endOtherSessions,
  endSession,
} = userEndpoints
const NEW_PASSWORD = 'Fresh-Straw-77'
let app: TestApp
let admin: Awaited<ReturnType<typeof aFirstUser>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

describe('the own account', () => {
  test('[decisions §2] name, language and time zone change without the password', async () => {
    const user = await aUser(app)
    const body = { name: 'Marieke Vos', locale: 'nl', time_zone: 'Europe/Berlin' } as const
    expect(await app.call(updateUser, { body }, user.token)).toMatchObject(body)
    await expect(app.call(updateUser, { body }, user.token)).rejects.toMatchObject({
      status: 422,
      code: 'user_not_edited',
    })
  })

  test('[decisions 0160] formats change one by one, stay as they are for all others, and go with the copy of the account', async () => {
    const user = await aUser(app)
    const usual = { temperature: 'celsius', dates: 'iso', clock: '24', week: 'monday' }
    expect(await app.call(authenticate, {}, user.token)).toMatchObject({ formats: usual })
    const first = await app.call(updateUser, { body: { formats: { temperature: 'fahrenheit' } } }, user.token)
    expect(first.formats).toEqual({ ...usual, temperature: 'fahrenheit' })
    const chosen = { temperature: 'fahrenheit', dates: 'month_first', clock: '12', week: 'sunday' } as const
    expect(await app.call(updateUser, { body: { formats: chosen } }, user.token)).toMatchObject({ formats: chosen })
    const again = { body: { formats: chosen } }
    await expect(app.call(updateUser, again, user.token)).rejects.toMatchObject({ code: 'user_not_edited' })
    for (const wrong of [{ temperature: 'kelvin' }, { clock: 12 }, { week: '' }, { dates: null }])
      await expect(app.call(updateUser, { body: { formats: wrong } as never }, user.token)).rejects.toMatchObject({
        status: 422,
      })
    expect(await app.call(authenticate, {}, user.token)).toMatchObject({ formats: chosen })
    expect(await app.call(authenticate, {}, admin.token)).toMatchObject({ formats: usual })
  })

  test('[decisions §2] a new password needs the current one, ends the other sessions and keeps this one', async () => {
    const user = await aUser(app)
    const elsewhere = await signIn(app, user.email)
    const change = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    const without = await app.call(updateUser, { body: change }, user.token).catch(failure => failure)
    expect(without.errors.current_password).toBeDefined()
    const all = { password: 'weak', password_confirmation: 'other' }
    const wrongAll = await app.call(updateUser, { body: all }, user.token).catch(failure => failure)
    // The current one is not needed by everybody: the account is asked once the new one is right.
    expect(Object.keys(wrongAll.errors).sort()).toEqual(['password', 'password_confirmation'])
    const wrong = await app
      .call(updateUser, { body: { ...change, current_password: 'Not-Mine-11' } }, user.token)
      .catch(failure => failure)
    expect(wrong).toMatchObject({ code: 'invalid_user', errors: { current_password: [expect.any(String)] } })
    await app.call(updateUser, { body: { ...change, current_password: PASSWORD } }, user.token)
    await expect(app.call(authenticate, {}, elsewhere.token)).rejects.toMatchObject({ status: 401 })
    expect(await app.call(authenticate, {}, user.token)).toMatchObject({ email: user.email })
    await expect(app.call(login, { body: { email: user.email, password: NEW_PASSWORD } })).resolves.toBeDefined()
  })

  test('[decisions §2] a new address holds once it is confirmed, and the locations follow it', async () => {
    const user = await aUser(app)
    await app.call(locationEndpoints.createLocation, { body: { name: 'Zonneveld' } }, user.token)
    const email = `new-${user.email}`
    const body = { email, current_password: PASSWORD }
    expect(await app.call(updateUser, { body }, user.token)).toMatchObject({ email: user.email, pending_email: email })
    await expect(app.call(login, { body: { email, password: PASSWORD } })).rejects.toMatchObject({
      code: 'invalid_user',
    })
    await app.call(verifyEmail, { body: { token: await mailedToken(app, email) } })
    expect(await app.call(authenticate, {}, user.token)).toMatchObject({ email, pending_email: null })
    expect(await app.call(locationEndpoints.listLocations, {}, user.token)).toMatchObject([{ owners: [email] }])
  })

  test('[decisions §2] an address that has an account is answered the same, mails nothing and changes nothing', async () => {
    const [user, other] = [await aUser(app), await aUser(app)]
    const mails = mailsTo(app, other.email).length
    const body = { email: other.email, current_password: PASSWORD }
    expect(await app.call(updateUser, { body }, user.token)).toMatchObject({ pending_email: other.email })
    await aUser(app)
    expect(mailsTo(app, other.email)).toHaveLength(mails)
    expect(await app.call(authenticate, {}, user.token)).toMatchObject({ email: user.email })
  })

  test('a new address that waits is taken back with the own one, and its link works no more', async () => {
    const user = await aUser(app)
    const email = `typo-${user.email}`
    await app.call(updateUser, { body: { email, current_password: PASSWORD } }, user.token)
    const token = await mailedToken(app, email)
    const back = { email: user.email, current_password: PASSWORD }
    expect(await app.call(updateUser, { body: back }, user.token)).toMatchObject({ pending_email: null })
    await expect(app.call(verifyEmail, { body: { token } })).rejects.toMatchObject({ code: 'invalid_code' })
    await expect(app.call(updateUser, { body: back }, user.token)).rejects.toMatchObject({ code: 'user_not_edited' })
  })

  test('an address that two people confirm at the same moment becomes that of one, with what carries it', async () => {
    const people = [await aUser(app), await aUser(app)]
    const email = `wanted-${people[0]?.email}`
    const tokens: string[] = []
    for (const [index, { token }] of people.entries()) {
      await app.call(locationEndpoints.createLocation, { body: { name: `Barn ${index}` } }, token)
      await app.call(updateUser, { body: { email, current_password: PASSWORD } }, token)
      await expect.poll(() => mailsTo(app, email).length).toBe(index + 1)
      tokens.push(await mailedToken(app, email))
    }
    const confirmed = await Promise.allSettled(tokens.map(token => app.call(verifyEmail, { body: { token } })))
    expect(confirmed.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(confirmed.find(one => one.status === 'rejected')?.reason).toMatchObject({ code: 'invalid_code' })
    for (const { token } of people) {
      const own = (await app.call(authenticate, {}, token)).email
      expect(await app.call(locationEndpoints.listLocations, {}, token)).toMatchObject([{ owners: [own] }])
    }
  })

  test("[specification §7] the language of an account that was just deleted is nobody's", async () => {
    const user = await aUser(app)
    const changes = Array.from({ length: 5 }, () =>
      app.call(updateLocale, { body: { email: user.email, locale: 'nl' } }, user.token).catch(failure => failure),
    )
    await app.call(deleteUser, { body: { password: PASSWORD } }, user.token)
    for (const answer of await Promise.all(changes)) expect([undefined, 401]).toContain(answer.status)
    expect(await setLocale(app.services.db, user.id, 'nl')).toBeUndefined()
  })

  test('[decisions §2] deleting needs the password, and then nothing of the account works', async () => {
    const user = await aUser(app)
    await expect(app.call(deleteUser, { body: { password: 'Not-Mine-11' } }, user.token)).rejects.toMatchObject({
      code: 'invalid_user',
    })
    await app.call(deleteUser, { body: { password: PASSWORD } }, user.token)
    await expect(app.call(authenticate, {}, user.token)).rejects.toMatchObject({ status: 401 })
    await expect(app.call(login, { body: { email: user.email, password: PASSWORD } })).rejects.toMatchObject({
      code: 'invalid_user',
    })
  })

  test('[decisions §2] the only administrator stays while there are other users', async () => {
    await aUser(app)
    await expect(app.call(deleteUser, { body: { password: PASSWORD } }, admin.token)).rejects.toMatchObject({
      code: 'user_not_deleted',
    })
  })
})

describe('sessions', () => {
  test('[decisions §2] the list tells where one is signed in, and others are ended one by one or at once', async () => {
    const user = await aUser(app)
    const [second, third] = [await signIn(app, user.email), await signIn(app, user.email)]
    const sessions = await app.call(listSessions, {}, user.token)
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(session => session.current)).toHaveLength(1)
    const mine = (await app.call(listSessions, {}, second.token)).find(session => session.current)
    await app.call(endSession, { params: { id: mine?.id ?? 0 } }, user.token)
    await expect(app.call(authenticate, {}, second.token)).rejects.toMatchObject({ status: 401 })
    await app.call(endOtherSessions, {}, user.token)
    await expect(app.call(authenticate, {}, third.token)).rejects.toMatchObject({ status: 401 })
    expect(await app.call(listSessions, {}, user.token)).toHaveLength(1)
  })

  test("[decisions §3] somebody else's session is not there", async () => {
    const [user, other] = [await aUser(app), await aUser(app)]
    const [session] = await app.call(listSessions, {}, other.token)
    await expect(app.call(endSession, { params: { id: session?.id ?? 0 } }, user.token)).rejects.toMatchObject({
      status: 404,
    })
    expect(await app.call(authenticate, {}, other.token)).toMatchObject({ email: other.email })
  })
})

describe('outgoing mail', () => {
  test('[decisions §2] administrators see what was sent and what waits, nobody else does', async () => {
    const user = await aUser(app)
    const mails = await app.call(mailEndpoints.listMails, {}, admin.token)
    expect(mails[0]).toMatchObject({ recipient: user.email, attempts: 1, last_error: null })
    await expect(app.call(mailEndpoints.listMails, {}, user.token)).rejects.toMatchObject({ status: 403 })
  })
})

test('the only administrator leaves where nobody else has confirmed an account, and leaves none without an administrator', async () => {
  const { db } = app.services
  for (const { id } of await db.selectFrom('users').select('id').where('id', '!=', admin.id).execute())
    await app.call(peopleEndpoints.removeUser, { params: { id } }, admin.token)
  await app.call(register, { body: aRegistration() })
  const late = aRegistration()
  await app.call(register, { body: late })
  const link = await mailedToken(app, late.email)
  const [stuck] = await db
    .selectFrom('users')
    .select('id')
    .where('email_verified_at', 'is', null)
    .orderBy('id')
    .execute()
  const recovered = beforeUserRemoval(async (_, id) => {
    if (id === stuck?.id) throw new Error('stuck')
    return () => undefined
  })
  // An account that cannot be deleted keeps the administrator, and none of the others.
  await expect(app.call(deleteUser, { body: { password: PASSWORD } }, admin.token)).rejects.toMatchObject({
    status: 500,
  })
  recovered()
  const left = await db.selectFrom('users').select('id').where('email_verified_at', 'is', null).execute()
  expect(left).toEqual([stuck])
  await app.call(deleteUser, { body: { password: PASSWORD } }, admin.token)
  await expect(app.call(verifyEmail, { body: { token: link } })).rejects.toMatchObject({ code: 'invalid_code' })
  expect(await aFirstUser(app, late.email)).toMatchObject({ admin: true })
})
