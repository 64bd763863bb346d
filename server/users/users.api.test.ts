import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { aFirstUser, aRegistration, aUser, PASSWORD, signIn } from '../testing/a-user.ts'
import { mailed, mailedToken, mailsTo } from '../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { admit } from './sign-in/sessions.ts'

const { register, verifyEmail, resendVerification, login, authenticate, logout, updateLocale, getSetup } = userEndpoints
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api${path}`, payload, headers })

describe('the first account', () => {
  test('[decisions §2] is an administrator, confirmed at once, and only one of two made at the same time is', async () => {
    expect(await app.call(getSetup, {})).toEqual({
      first_account: true,
      mail: false,
      plans: ['light', 'basic', 'pro'],
      passkeys_at: null,
      oidc: null,
      mqtt: false,
      version: '3.1.20',
    })
    const made = await Promise.all(
      ['one@farm.example', 'two@farm.example'].map(email =>
        app.call(register, { body: aRegistration({ email }) }).then(({ message }) => ({ email, message })),
      ),
    )
    expect(made.map(one => one.message).sort()).toEqual(['account_ready', 'email_verification_sent'])
    const first = await signIn(app, made.find(one => one.message === 'account_ready')?.email ?? '')
    expect(first.admin).toBe(true)
    expect(await app.call(getSetup, {})).toMatchObject({ first_account: false })
    expect(app.logged()).toContain('first account')
  })

  test('[decisions §2] later accounts are ordinary users who confirm their address first', async () => {
    const user = await aUser(app)
    expect(user).toMatchObject({ admin: false, permissions: [], time_zone: 'Europe/Amsterdam' })
  })
})

describe('registering', () => {
  test('[decisions §2] the mailed link confirms once, within 24 hours', async () => {
    const body = aRegistration()
    expect(await app.call(register, { body })).toEqual({ message: 'email_verification_sent' })
    const credentials = { email: body.email, password: PASSWORD }
    await expect(app.call(login, { body: credentials })).rejects.toMatchObject({
      status: 403,
      code: 'email_not_verified',
    })
    const token = await mailedToken(app, body.email)
    expect(await app.call(verifyEmail, { body: { token } })).toEqual({ message: 'email_verified', email: body.email })
    expect(await app.call(login, { body: credentials })).toMatchObject({ email: body.email })
    await expect(app.call(verifyEmail, { body: { token } })).rejects.toMatchObject({
      status: 422,
      code: 'invalid_code',
    })
  })

  test('[decisions §2] a link older than 24 hours is refused, and a new one can be asked for', async () => {
    const body = aRegistration()
    await app.call(register, { body })
    const old = await mailedToken(app, body.email)
    app.clock.forward(24 * 3_600_000)
    await expect(app.call(verifyEmail, { body: { token: old } })).rejects.toMatchObject({ code: 'invalid_code' })
    await app.call(resendVerification, { body: { email: body.email } })
    await expect.poll(() => mailsTo(app, body.email).length).toBe(2)
    const fresh = await mailedToken(app, body.email)
    expect(await app.call(verifyEmail, { body: { token: fresh } })).toMatchObject({ email: body.email })
  })

  test('[decisions §2] registering a known address answers the same and makes no second account; only its owner is told', async () => {
    const user = await aUser(app)
    const again = await post('/register', { ...aRegistration({ email: user.email, name: 'Mallory' }), locale: 'nl' })
    const unknown = await post('/register', aRegistration())
    expect([again.statusCode, again.body]).toEqual([unknown.statusCode, unknown.body])
    await mailed(app, user.email, /Subject: You already have an account/)
    expect(mailsTo(app, user.email).at(-1)).toContain(`/sign-in?email=${encodeURIComponent(user.email)}`)
    expect(mailsTo(app, user.email).at(-1)).not.toContain('Mallory')
    expect(await signIn(app, user.email)).toMatchObject({ name: user.name, locale: 'en' })
    expect(
      await app.services.db.selectFrom('users').select('id').where('email', '=', user.email).execute(),
    ).toHaveLength(1)
  })

  test('[decisions §2] one address registered twice at the same time becomes one account', async () => {
    const { email } = aRegistration()
    const answers = await Promise.all([1, 2, 3].map(() => post('/register', aRegistration({ email }))))
    expect(answers.map(answer => answer.statusCode)).toEqual([201, 201, 201])
    expect(await app.services.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
  })

  test('an address that nobody confirmed begins anew: what somebody else chose for it is not what its owner confirms', async () => {
    const theirs = aRegistration({ name: 'Mallory' })
    await app.call(register, { body: { ...theirs, password: 'Mal-Lory-99', password_confirmation: 'Mal-Lory-99' } })
    const old = await mailedToken(app, theirs.email)
    await app.call(register, { body: aRegistration({ email: theirs.email }) })
    await expect.poll(() => mailsTo(app, theirs.email).length).toBe(2)
    await expect(app.call(verifyEmail, { body: { token: old } })).rejects.toMatchObject({ code: 'invalid_code' })
    await app.call(verifyEmail, { body: { token: await mailedToken(app, theirs.email) } })
    expect(await signIn(app, theirs.email)).toMatchObject({ name: 'Anna Bakker' })
    const body = { email: theirs.email, password: 'Mal-Lory-99' }
    await expect(app.call(login, { body })).rejects.toMatchObject({ code: 'invalid_user' })
  })

  test('a name adds no paragraphs of its own to a letter of ours', async () => {
    const body = aRegistration({ name: 'Anna\n\nYour account is locked' })
    await expect(app.call(register, { body })).rejects.toMatchObject({
      status: 422,
      errors: { name: [expect.any(String)] },
    })
  })

  test('[decisions §2] asking for the link again answers the same for known and unknown addresses', async () => {
    const user = await aUser(app)
    const known = await post('/email/resend', { email: user.email })
    const unknown = await post('/email/resend', { email: 'nobody@farm.example' })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a wrong address', { email: 'farm.example' }, 'email'],
    ['a weak password', { password: 'alllowercase1', password_confirmation: 'alllowercase1' }, 'password'],
    ['different passwords', { password_confirmation: 'Other-Air-42' }, 'password_confirmation'],
    ['the terms not accepted', { policy_accepted: '' }, 'policy_accepted'],
  ])('[specification §5] refuses %s and names the field', async (_, change, field) => {
    const answer = await post('/register', { ...aRegistration(), ...change })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
    expect(answer.json().errors[field][0]).toMatch(/\.$/)
  })
})

test('[specification §5] passwords that differ are told together with what else is wrong', async () => {
  const body = { ...aRegistration(), name: '', password: 'weak', password_confirmation: 'Other-Air-42' }
  const { errors } = (await post('/register', body)).json()
  expect(Object.keys(errors).sort()).toEqual(['name', 'password', 'password_confirmation'])
})

describe('signing in', () => {
  test('[decisions §2] gives one answer for an unknown user and a wrong password', async () => {
    const user = await aUser(app)
    const wrong = await post('/login', { email: user.email, password: 'Wrong-Air-42' })
    const unknown = await post('/login', { email: 'nobody@farm.example', password: 'Wrong-Air-42' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().code).toBe('invalid_user')
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  })

  test('[decisions §2] a wrong password of an account not confirmed does not tell that it is there', async () => {
    const body = aRegistration()
    await app.call(register, { body })
    const answer = await post('/login', { email: body.email, password: 'Wrong-Air-42' })
    expect(answer.json().code).toBe('invalid_user')
  })

  test('[specification §7] finds the address in any case of letters', async () => {
    const user = await aUser(app)
    expect(await signIn(app, user.email.toUpperCase())).toMatchObject({ id: user.id })
  })

  test('[specification §7] authenticate answers the user and never a secret', async () => {
    const { token, ...user } = await aUser(app)
    const answer = await app.call(authenticate, {}, token)
    expect(answer).toEqual(user)
    expect(JSON.stringify(answer)).not.toContain(token)
  })

  test('[decisions §2] a session slides: it lasts 90 days after its last use', async () => {
    const user = await aUser(app)
    const start = app.clock.now()
    app.clock.forward(80 * 86_400_000)
    await app.call(authenticate, {}, user.token)
    app.clock.forward(80 * 86_400_000)
    expect(await app.call(authenticate, {}, user.token)).toMatchObject({ id: user.id })
    app.clock.forward(91 * 86_400_000)
    await expect(app.call(authenticate, {}, user.token)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    app.clock.set(start)
  })

  test('an account has 100 sessions at most: the one that was not used for the longest ends', async () => {
    const user = await aUser(app)
    const used = await signIn(app, user.email)
    app.clock.forward(2 * 3_600_000)
    // A phone that is looked at now and then outlives a script that signs in for each of its calls.
    await app.call(authenticate, {}, used.token)
    const begun = []
    for (let n = 0; n < 99; n++) begun.push(await signIn(app, user.email))
    expect(await app.call(userEndpoints.listSessions, {}, used.token)).toHaveLength(100)
    await expect(app.call(authenticate, {}, user.token)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    expect(await app.call(authenticate, {}, begun.at(-1)?.token ?? '')).toMatchObject({ id: user.id })
  })

  test('no session begins with a password that was changed, or for an account that was deleted, in the meantime', async () => {
    const user = await aUser(app)
    const row = await app.services.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const before = { ...row, password_hash: 'of before' }
    const acting = { ...app.services, user: null, request: { ip: '127.0.0.1', headers: {} } }
    await expect(admit(acting, before, 'a mark')).rejects.toMatchObject({ code: 'invalid_user' })
    expect(await app.call(userEndpoints.listSessions, {}, user.token)).toHaveLength(1)
  })

  test('[decisions §2] logout ends this token and no other', async () => {
    const user = await aUser(app)
    const other = await signIn(app, user.email)
    await app.call(logout, {}, user.token)
    await expect(app.call(authenticate, {}, user.token)).rejects.toMatchObject({ status: 401 })
    expect(await app.call(authenticate, {}, other.token)).toMatchObject({ id: user.id })
  })
})

describe('language', () => {
  test("[specification §7] userlocale saves the caller's language, and of nobody else", async () => {
    const [user, other] = [await aUser(app), await aUser(app)]
    expect(await app.call(updateLocale, { body: { email: user.email, locale: 'nl' } }, user.token)).toMatchObject({
      locale: 'nl',
    })
    expect(await app.call(authenticate, {}, user.token)).toMatchObject({ locale: 'nl' })
    const foreign = { email: other.email, locale: 'de' as const }
    await expect(app.call(updateLocale, { body: foreign }, user.token)).rejects.toMatchObject({ status: 403 })
    expect(await app.call(authenticate, {}, other.token)).toMatchObject({ locale: 'en' })
  })

  test.each([
    ['de', 'Benutzer'],
    ['en', 'Unknown user'],
    ['es', 'contraseña'],
    ['nl', 'wachtwoord'],
    ['fr', 'Unknown user'],
    ['fr-FR,nl-NL;q=0.8,en;q=0.5', 'wachtwoord'],
    ['de;q=0, en;q=0.1', 'Unknown user'],
  ])('[decisions §1] errors speak %s when that is accepted', async (language, words) => {
    const answer = await post('/login', { email: 'a@b.example', password: 'x' }, { 'accept-language': language })
    expect(answer.json().message).toContain(words)
  })

  test('[decisions §2] the mail comes in the language of the account', async () => {
    const registration = { ...aRegistration(), locale: 'nl' as const }
    await app.call(register, { body: registration })
    await mailedToken(app, registration.email)
    expect(mailsTo(app, registration.email).join()).toMatch(/Bevestig/)
  })
})

test('[decisions §2] nothing secret is logged or stored as it is', async () => {
  const user = await aUser(app)
  const stored = JSON.stringify([
    await app.services.db.selectFrom('users').selectAll().execute(),
    await app.services.db.selectFrom('sessions').selectAll().execute(),
    await app.services.db.selectFrom('email_verifications').selectAll().execute(),
  ])
  const linked = await mailedToken(app, user.email)
  for (const secret of [PASSWORD, user.token, linked]) {
    expect(app.logged()).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
  expect(stored).toContain('$argon2id$')
})

test('[decisions §2] only an empty installation has a first account to give', async () => {
  const admin = await aFirstUser(app, 'late@farm.example').catch(error => error)
  expect(admin).toMatchObject({ status: 403, code: 'email_not_verified' })
})
