import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallFailed } from '#shared/contract/call.ts'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { rightsOf } from '#shared/rules/accounts/roles.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { aFirstUser, aRegistration, aUser, PASSWORD, type TestUser } from '../../testing/a-user.ts'
import { anOidcProvider, CLIENT } from '../../testing/an-oidc-provider.ts'
import { mailed } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { deleteSessionsOf } from '../store.ts'
import { deleteLinksOf, insertLink, insertLinkRequest, linksOf, takeLinkRequest } from './oidc-store.ts'

const RETURN = 'http://barnometer.test/sign-in/oidc'
let app: TestApp
let admin: TestUser
let provider: Awaited<ReturnType<typeof anOidcProvider>>
beforeAll(async () => {
  provider = await anOidcProvider(RETURN)
  app = await startTestApp({
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Barn Union',
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_ROLES: 'barn-admins=administrator, lab=researcher',
    },
  })
  admin = await aFirstUser(app)
})
afterAll(async () => {
  await app.close()
  await provider.end()
})

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: CallFailed) => error.code,
  )

const AGAIN = '/user/reauthentication/oidc'

/** A browser with its cookies. */
const aBrowser = () => {
  let cookie = ''
  const post = async (path: string, payload: object = {}, token?: string) => {
    const headers = { cookie, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const answer = await app.inject({ method: 'POST', url: `/api${path}`, payload, headers })
    const set = answer.headers['set-cookie']
    if (set !== undefined) cookie = String(set).split(';')[0] ?? ''
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    post,
    begin: async (): Promise<string> => (await post('/oidc/begin')).body.url,
    /** Goes to the provider and comes back, up to the page that the provider leads to. */
    visit: async () => Object.fromEntries((await provider.visit((await post('/oidc/begin')).body.url)).searchParams),
    /** Goes there for whoever has the token, and comes back with the answer to what that began. */
    returned: async (path: string, token: string, payload: object = {}, asked: (url: URL) => void = () => {}) => {
      const begun = await post(path, payload, token)
      expect(begun.status).toBe(201)
      const url = new URL(begun.body.url)
      asked(url)
      return post('/oidc/sign-in', Object.fromEntries((await provider.visit(url.href)).searchParams))
    },
  }
}
type Browser = ReturnType<typeof aBrowser>
const signIn = async (browser: Browser = aBrowser()) => browser.post('/oidc/sign-in', await browser.visit())

const somebody = (changes: Record<string, unknown> = {}) => ({
  sub: randomUUID(),
  name: 'Karin de Boer',
  email: `${randomUUID()}@union.example`,
  email_verified: true,
  ...changes,
})
/** A person with an account made by the provider. */
const joined = async (changes: Record<string, unknown> = {}) => {
  const person = somebody(changes)
  provider.is(person)
  const browser = aBrowser()
  const answer = await browser.visit()
  expect((await browser.post('/oidc/sign-in', answer)).body).toEqual({
    step: 'terms',
    name: person.name,
    email: person.email,
  })
  const { status, body } = await browser.post('/oidc/sign-up', { state: answer.state, policy_accepted: TERMS_VERSION })
  expect(status).toBe(201)
  return { person, browser, user: body }
}

describe('signing in with another provider', () => {
  test('says its name, and sends there with a state, a nonce and a challenge of its own', async () => {
    expect((await app.call(api.getSetup, {})).oidc).toBe('Barn Union')
    const url = new URL(await aBrowser().begin())
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: RETURN,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    const other = new URL(await aBrowser().begin())
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(other.searchParams.get(name)).not.toBe(url.searchParams.get(name))
  })

  test('makes an account once the terms are accepted, and signs in to it from then on', async () => {
    const { person, user } = await joined()
    expect(user).toMatchObject({ name: person.name, email: person.email, admin: false, permissions: [] })
    expect(await app.call(api.authenticate, {}, user.api_token)).toMatchObject({ id: user.id })
    const again = await signIn()
    expect(again.body).toMatchObject({ step: 'signed_in', user: { id: user.id } })
    expect(await app.call(api.listLinkedSignIns, {}, user.api_token)).toMatchObject([{ issuer: provider.issuer }])
    // The account has no password that anybody knows until "password forgotten" sets one.
    const login = { email: person.email, password: PASSWORD }
    expect(await codeOf(app.call(api.login, { body: login }))).toBe('invalid_user')
  })

  test('an account that is there is never taken over: its owner is asked by mail, and only then it is linked', async () => {
    const owner = await aUser(app)
    provider.is(somebody({ email: owner.email }))
    expect((await signIn()).body).toEqual({ step: 'link_mailed', email: owner.email })
    expect((await signIn()).body.step).toBe('link_mailed')
    const [, token = ''] = await mailed(app, owner.email, /sign-in\/link\?token=([\w-]+)/)
    expect(await app.call(api.allowOidcLink, { body: { token } })).toEqual({ email: owner.email })
    await mailed(app, owner.email, /You can now sign in with Barn Union/)
    expect(await codeOf(app.call(api.allowOidcLink, { body: { token } }))).toBe('invalid_code')
    expect((await signIn()).body).toMatchObject({ step: 'signed_in', user: { id: owner.id } })
  })

  test('is ended by the account, by nobody else', async () => {
    const { browser, user } = await joined()
    await browser.returned(AGAIN, user.api_token)
    const body = { password: PASSWORD, password_confirmation: PASSWORD }
    await app.call(api.updateUser, { body }, user.api_token)
    const [link] = await app.call(api.listLinkedSignIns, {}, user.api_token)
    const params = { id: link?.id ?? 0 }
    expect(await codeOf(app.call(api.deleteLinkedSignIn, { params }, admin.token))).toBe('not_found')
    await app.call(api.deleteLinkedSignIn, { params }, user.api_token)
    expect((await signIn()).body.step).toBe('link_mailed')
  })
})

const LINK = '/user/linked_sign_ins'
const waysOf = (token: string) => app.call(api.getReauthentication, {}, token)
const actionsOf = async (token: string) =>
  (await app.call(api.listAudit, { query: {} }, token)).map(({ action }) => action)

describe('an account without a password', () => {
  test('asks the provider anew instead of a password, for ten minutes of one session', async () => {
    const { browser, user } = await joined()
    const token = user.api_token
    expect(await waysOf(token)).toEqual({ password: false, passkey: false, provider: true, until: null })
    const email = `${randomUUID()}@farm.example`
    const change = () => app.call(api.updateUser, { body: { email } }, token)
    expect(await codeOf(change())).toBe('reauthentication_needed')
    expect(await codeOf(app.call(api.beginOneTimeCodes, { body: {} }, token))).toBe('reauthentication_needed')
    expect(await codeOf(app.call(api.deleteUser, { body: {} }, token))).toBe('reauthentication_needed')
    const shown = await browser.returned(AGAIN, token, {}, url => {
      expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0'])
    })
    expect(shown.body).toEqual({ step: 'reauthenticated' })
    expect((await waysOf(token)).until).toBe(app.clock.iso(10 * MINUTE_MS))
    expect(await change()).toMatchObject({ pending_email: email })
    const other = (await signIn()).body.user.api_token
    expect((await waysOf(other)).until).toBeNull()
    app.clock.forward(10 * MINUTE_MS)
    expect(await codeOf(app.call(api.beginOneTimeCodes, { body: {} }, token))).toBe('reauthentication_needed')
    await browser.returned(AGAIN, token)
    await app.call(api.deleteUser, { body: {} }, token)
    expect(await codeOf(waysOf(token))).toBe('invalid_token')
  })

  test('gets a first password, which signs in and is asked for from then on', async () => {
    const { person, browser, user } = await joined()
    const token = user.api_token
    const body = { password: PASSWORD, password_confirmation: PASSWORD }
    expect(await codeOf(app.call(api.updateUser, { body }, token))).toBe('reauthentication_needed')
    await browser.returned(AGAIN, token)
    await app.call(api.updateUser, { body }, token)
    expect(await waysOf(token)).toMatchObject({ password: true })
    expect(await app.call(api.login, { body: { email: person.email, password: PASSWORD } })).toMatchObject({
      id: user.id,
    })
    app.clock.forward(10 * MINUTE_MS)
    await expect(app.call(api.updateUser, { body }, token)).rejects.toMatchObject({
      code: 'no_valid_input',
      errors: { current_password: ['This field is required.'] },
    })
  })

  test('is not reauthenticated by somebody else, without being asked anew, in another browser, or once the session is over', async () => {
    const { person, browser, user } = await joined()
    const token = user.api_token
    const stranger = await joined()
    expect((await browser.returned(AGAIN, token)).body.code).toBe('oidc_other_account')
    provider.is(somebody())
    expect((await browser.returned(AGAIN, token)).body.code).toBe('oidc_other_account')
    provider.is(person)
    // A provider that passes on who signed in there long ago does not say when.
    const quietly = await browser.returned(AGAIN, token, {}, url => {
      url.searchParams.delete('prompt')
      url.searchParams.delete('max_age')
    })
    expect(quietly.body.code).toBe('oidc_failed')
    const { url } = (await browser.post(AGAIN, {}, token)).body
    const answer = Object.fromEntries((await provider.visit(url)).searchParams)
    expect((await stranger.browser.post('/oidc/sign-in', answer)).body.code).toBe('oidc_failed')
    expect((await waysOf(token)).until).toBeNull()
    await app.call(api.logout, {}, token)
    expect((await browser.post('/oidc/sign-in', answer)).body.code).toBe('oidc_failed')
    expect((await waysOf(stranger.user.api_token)).until).toBeNull()
  })

  test('keeps its last way to sign in, also when two are taken at once', async () => {
    const { person, browser, user } = await joined()
    const token = user.api_token
    const unlink = (id: number) => codeOf(app.call(api.deleteLinkedSignIn, { params: { id } }, token))
    const linksNow = () => app.call(api.listLinkedSignIns, {}, token)
    expect(await unlink((await linksNow())[0]?.id ?? 0)).toBe('last_way_in')
    await browser.returned(AGAIN, token)
    provider.is(somebody())
    expect((await browser.returned(LINK, token)).body).toEqual({ step: 'linked' })
    const ids = (await linksNow()).map(({ id }) => id)
    expect((await Promise.all(ids.map(unlink))).sort()).toEqual(['last_way_in', 'no failure'])
    expect(await linksNow()).toHaveLength(1)
    await mailed(app, person.email, /Your account there no longer signs you in/)
    expect(await actionsOf(token)).toEqual(expect.arrayContaining(['sign_in_linked', 'sign_in_unlinked']))
    await app.services.db.updateTable('linked_sign_ins').set({ issuer: 'https://gone.example' }).execute()
    // A provider that is no longer the one of the installation lets nobody in.
    expect(await unlink((await linksNow())[0]?.id ?? 0)).toBe('last_way_in')
  })
})

describe('linking while signed in', () => {
  test('a link that is being made while all ways in end ends, too', async () => {
    const owner = await aUser(app)
    provider.is(somebody())
    const browser = aBrowser()
    const { body } = await browser.post(LINK, { password: PASSWORD }, owner.token)
    const answer = Object.fromEntries((await provider.visit(body.url)).searchParams)
    const { db } = app.services
    let returning: ReturnType<typeof browser.post> | undefined
    await db.transaction().execute(async trx => {
      await lockUser(trx, owner.id)
      returning = browser.post('/oidc/sign-in', answer)
      // Time for the return to come as far as it can; with SQLite it waits for this transaction as a whole.
      for (let query = 0; query < 400; query++) await linksOf(trx, owner.id)
      await deleteLinksOf(trx, owner.id)
      await deleteSessionsOf(trx, owner.id)
    })
    expect((await returning)?.body.code).toBe('oidc_failed')
    expect(await linksOf(db, owner.id)).toEqual([])
  })

  test('asks for the password, signs in from then on, is told by mail and noted, and ends the same way', async () => {
    const owner = await aUser(app)
    const browser = aBrowser()
    const begin = (body: object) => browser.post(LINK, body, owner.token)
    expect((await begin({})).body).toMatchObject({ code: 'no_valid_input', errors: { password: expect.anything() } })
    expect((await begin({ password: 'wrong' })).body.code).toBe('invalid_user')
    provider.is(somebody())
    expect((await browser.returned(LINK, owner.token, { password: PASSWORD })).body).toEqual({ step: 'linked' })
    await mailed(app, owner.email, /You can now sign in with Barn Union/)
    expect((await signIn()).body).toMatchObject({ step: 'signed_in', user: { id: owner.id } })
    expect(await waysOf(owner.token)).toMatchObject({ password: true, provider: true })
    expect((await browser.returned(LINK, owner.token, { password: PASSWORD })).body).toEqual({ step: 'linked' })
    const [link, ...more] = await app.call(api.listLinkedSignIns, {}, owner.token)
    expect(more).toEqual([])
    await app.call(api.deleteLinkedSignIn, { params: { id: link?.id ?? 0 } }, owner.token)
    await mailed(app, owner.email, /Barn Union no longer signs you in/)
    const actions = await actionsOf(owner.token)
    expect(actions.filter(action => action.startsWith('sign_in_'))).toEqual(['sign_in_unlinked', 'sign_in_linked'])
  })

  test('takes no account at the provider that signs somebody else in, and none once the session is over', async () => {
    const { person } = await joined()
    const owner = await aUser(app)
    const browser = aBrowser()
    provider.is(person)
    const taken = await browser.returned(LINK, owner.token, { password: PASSWORD })
    expect(taken.body.code).toBe('oidc_other_account')
    provider.is(somebody())
    const { url } = (await browser.post(LINK, { password: PASSWORD }, owner.token)).body
    await app.call(api.endUserSessions, { params: { id: owner.id } }, admin.token)
    const answer = Object.fromEntries((await provider.visit(url)).searchParams)
    expect((await browser.post('/oidc/sign-in', answer)).body.code).toBe('oidc_failed')
    expect(await linksOf(app.services.db, owner.id)).toEqual([])
  })
})

describe('roles that a claim says', () => {
  test('are given and taken at each sign-in; others stay as administrators set them', async () => {
    const { person, user } = await joined({ groups: ['lab', 'choir'] })
    expect(user.permissions).toEqual(['research-analysis'])
    const byUser = { params: { id: user.id } }
    await app.call(api.changeAccount, { ...byUser, body: rightsOf(['researcher', 'pro_analyst']) }, admin.token)
    provider.is({ ...person, groups: ['barn-admins'] })
    await signIn()
    expect((await app.call(api.getUser, byUser, admin.token)).roles).toEqual(['administrator', 'pro_analyst'])
    provider.is({ sub: person.sub, email: person.email, email_verified: true })
    await signIn()
    expect((await app.call(api.getUser, byUser, admin.token)).roles).toEqual(['pro_analyst'])
    const entries = await app.call(api.listAudit, { query: { action: 'rights_changed' } }, admin.token)
    expect(entries.filter(({ user: by }) => by === null).length).toBeGreaterThanOrEqual(3)
  })

  test('never take the last administrator away', async () => {
    const { person, user } = await joined({ groups: ['barn-admins'] })
    const others = await app.call(api.listUsers, { query: { role: 'administrator' } }, admin.token)
    for (const { id } of others.filter(one => one.id !== user.id))
      await app.services.db.updateTable('users').set({ admin: 0 }).where('id', '=', id).execute()
    provider.is({ ...person, groups: [] })
    expect((await signIn()).body).toMatchObject({ user: { admin: true } })
    await app.services.db.updateTable('users').set({ admin: 1 }).where('id', '=', admin.id).execute()
    expect((await signIn()).body).toMatchObject({ user: { admin: false } })
  })
})

describe('attacks', () => {
  test('a state from another browser is refused, also for the terms', async () => {
    provider.is(somebody())
    const [victim, thief] = [aBrowser(), aBrowser()]
    await thief.begin()
    const answer = await victim.visit()
    for (const other of [thief, aBrowser()])
      expect((await other.post('/oidc/sign-in', answer)).body.code).toBe('oidc_failed')
    expect((await victim.post('/oidc/sign-in', answer)).body.step).toBe('terms')
    const body = { state: answer.state, policy_accepted: TERMS_VERSION }
    expect((await thief.post('/oidc/sign-up', body)).body.code).toBe('oidc_failed')
    expect((await victim.post('/oidc/sign-up', body)).status).toBe(201)
    expect((await victim.post('/oidc/sign-up', body)).body.code).toBe('oidc_failed')
  })

  test('an answer works once, within a quarter of an hour, and only with its own code', async () => {
    const { browser } = await joined()
    const answer = await browser.visit()
    expect((await browser.post('/oidc/sign-in', answer)).body.step).toBe('signed_in')
    expect((await browser.post('/oidc/sign-in', answer)).body.code).toBe('oidc_failed')
    const [one, other] = [await browser.visit(), await browser.visit()]
    expect((await browser.post('/oidc/sign-in', { ...one, code: other.code })).body.code).toBe('oidc_failed')
    const late = await browser.visit()
    app.clock.forward(16 * MINUTE_MS)
    expect((await browser.post('/oidc/sign-in', late)).body.code).toBe('oidc_failed')
    const wrong = { state: 'made-up', code: 'made-up' }
    expect((await browser.post('/oidc/sign-in', wrong)).body.code).toBe('oidc_failed')
  })

  test('an address that the provider has not confirmed takes nobody’s place', async () => {
    const owner = await aUser(app)
    for (const claims of [{ email_verified: false }, { email_verified: 'true' }, { email_verified: undefined }]) {
      provider.is(somebody({ email: owner.email, ...claims }))
      expect((await signIn()).body.code).toBe('oidc_email_needed')
    }
    provider.is(somebody({ email: 'no address' }))
    expect((await signIn()).body.code).toBe('oidc_email_needed')
  })

  test('what somebody else chose for an address they never confirmed does not become its owner’s', async () => {
    const person = somebody()
    await app.call(api.register, { body: aRegistration({ email: person.email, name: 'Somebody Else' }) })
    const { user } = await joined(person)
    expect(user.name).toBe(person.name)
    const login = { email: person.email, password: PASSWORD }
    expect(await codeOf(app.call(api.login, { body: login }))).toBe('invalid_user')
    const account = { params: { id: user.id } }
    expect((await app.call(api.getUser, account, admin.token)).state).toBe('active')
  })

  test('another person at the provider with the same address later is asked about, not let in', async () => {
    const { person } = await joined()
    provider.is(somebody({ email: person.email }))
    expect((await signIn()).body).toEqual({ step: 'link_mailed', email: person.email })
  })

  test('a suspended account and one that is deleted stay shut', async () => {
    const { person, user, browser } = await joined()
    await app.call(api.changeAccount, { params: { id: user.id }, body: { suspended: true } }, admin.token)
    expect((await signIn()).body.code).toBe('account_suspended')
    await app.call(api.changeAccount, { params: { id: user.id }, body: { suspended: false } }, admin.token)
    const answer = await browser.visit()
    await app.call(api.removeUser, { params: { id: user.id } }, admin.token)
    // The account is gone: a new one would be made, with the terms accepted anew.
    expect((await browser.post('/oidc/sign-in', answer)).body).toMatchObject({ step: 'terms', email: person.email })
  })

  test('a link that is being allowed while all ways in end ends, too', async () => {
    const { db } = app.services
    const { id: user_id, email } = await aUser(app)
    const [subject, token_hash, at] = [randomUUID(), randomUUID(), app.clock.iso(0)]
    const ofProvider = { user_id, issuer: provider.issuer, subject }
    await insertLinkRequest(db, { ...ofProvider, token_hash, email, expires_at: app.clock.iso(DAY_MS) })
    const ended: Promise<void>[] = []
    await db.transaction().execute(async trx => {
      await takeLinkRequest(trx, token_hash, at)
      ended.push(deleteLinksOf(db, user_id))
      for (let query = 0; query < 50; query++) await linksOf(trx, user_id)
      await insertLink(trx, { ...ofProvider, created_at: at, last_used_at: null })
    })
    await Promise.all(ended)
    expect(await linksOf(db, user_id)).toEqual([])
  })

  test('the link of a mail is over after a day, when the address is another, and when the account is gone', async () => {
    const tokenFor = async (owner: TestUser) => {
      provider.is(somebody({ email: owner.email }))
      await signIn()
      return (await mailed(app, owner.email, /sign-in\/link\?token=([\w-]+)/))[1] ?? ''
    }
    const allowed = (token: string) => codeOf(app.call(api.allowOidcLink, { body: { token } }))
    const [moved, gone, late] = [await aUser(app), await aUser(app), await aUser(app)]
    const tokens = [await tokenFor(moved), await tokenFor(gone), await tokenFor(late)]
    const email = `${randomUUID()}@farm.example`
    await app.services.db.updateTable('users').set({ email, username: email }).where('id', '=', moved.id).execute()
    await app.call(api.removeUser, { params: { id: gone.id } }, admin.token)
    expect(await allowed(tokens[0] ?? '')).toBe('invalid_code')
    expect(await allowed(tokens[1] ?? '')).toBe('invalid_code')
    app.clock.forward(DAY_MS + MINUTE_MS)
    expect(await allowed(tokens[2] ?? '')).toBe('invalid_code')
  })
})

test('a provider that does not answer is said, and nothing more', async () => {
  const { OIDC_ISSUER } = app.services.environment
  app.services.environment.OIDC_ISSUER = 'http://127.0.0.1:9'
  expect((await aBrowser().post('/oidc/begin')).body.code).toBe('oidc_failed')
  app.services.environment.OIDC_ISSUER = undefined
  expect((await aBrowser().post('/oidc/begin')).body.code).toBe('not_found')
  app.services.environment.OIDC_ISSUER = OIDC_ISSUER
})
