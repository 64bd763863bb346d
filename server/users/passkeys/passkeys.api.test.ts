import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aPasskey } from '../../testing/a-passkey.ts'
import { aFirstUser, aUser, PASSWORD, type TestUser } from '../../testing/a-user.ts'
import { mailed } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const SITE = 'https://barns.example'
let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  app.services.publicUrl = () => SITE
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: CallFailed) => error.code,
  )
const begin = async (user: TestUser) =>
  (await app.call(api.beginPasskey, { body: { password: PASSWORD } }, user.token)).options
const challenge = async () => (await app.call(api.beginPasskeySignIn, {})).options
type Key = ReturnType<typeof aPasskey>
const add = async (user: TestUser, key: Key, told: Parameters<Key['create']>[1] = {}) =>
  app.call(api.addPasskey, { body: { name: 'Phone', ...key.create(await begin(user), told) } }, user.token)
const signInBy = async (key: Key, told: Parameters<Key['get']>[1] = {}) =>
  app.call(api.signInByPasskey, { body: key.get(await challenge(), told) })
/** A person with a passkey. */
const withKey = async () => {
  const [user, key] = [await aUser(app), aPasskey(SITE)]
  const passkey = await add(user, key)
  return { user, key, passkey }
}

describe('a passkey', () => {
  test('is added with the password, told by mail, signs in without it, and is listed with its use', async () => {
    const { user, key, passkey } = await withKey()
    expect(passkey).toMatchObject({ name: 'Phone', last_used_at: null })
    await mailed(app, user.email, /Phone/)
    const entered = await signInBy(key)
    expect(entered).toMatchObject({ id: user.id, email: user.email })
    expect(await app.call(api.authenticate, {}, entered.api_token)).toMatchObject({ id: user.id })
    expect(await app.call(api.listPasskeys, {}, user.token)).toMatchObject([
      { id: passkey.id, last_used_at: app.clock.iso() },
    ])
    const { entries } = await app.call(api.listAudit, { query: {} }, user.token)
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey_added', 'sign_in']))
  })

  test('stands for a password that nobody knows, for its own account and session', async () => {
    const { user, key } = await withKey()
    const [other, thief] = [await withKey(), await aUser(app)]
    await app.services.db
      .updateTable('users')
      .set(eb => ({ unknown_password_hash: eb.ref('password_hash') }))
      .where('id', '=', user.id)
      .execute()
    const ask = async (token: string) => (await app.call(api.beginPasskeyReauthentication, {}, token)).options
    const show = (credential: ReturnType<Key['get']>, token: string) =>
      codeOf(app.call(api.reauthenticateByPasskey, { body: credential }, token))
    expect(await codeOf(ask(thief.token))).toBe('not_allowed')
    expect(await show(other.key.get(await ask(user.token)), user.token)).toBe('passkey_refused')
    expect(await show(key.get(await challenge()), user.token)).toBe('passkey_refused')
    const asked = await ask(user.token)
    expect(await codeOf(app.call(api.signInByPasskey, { body: key.get(asked) }))).toBe('passkey_refused')
    expect(await show(key.get(await ask(user.token)), other.user.token)).toBe('passkey_refused')
    const end = () => codeOf(app.call(api.endOneTimeCodes, { body: {} }, user.token))
    expect(await end()).toBe('reauthentication_needed')
    // A challenge to show who one is adds no passkey.
    const added = { name: 'Thief', ...aPasskey(SITE).create(await ask(user.token)) }
    expect(await codeOf(app.call(api.addPasskey, { body: added }, user.token))).toBe('invalid_code')
    expect(await show(key.get(await ask(user.token)), user.token)).toBe('no failure')
    expect(await end()).toBe('no failure')
  })

  test('is told when it goes, and stays while it is the last way to sign in', async () => {
    const { user, passkey } = await withKey()
    const unknown = (password: string | null) =>
      app.services.db.updateTable('users').set({ unknown_password_hash: password }).where('id', '=', user.id).execute()
    const { password_hash } = await app.services.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const remove = () => codeOf(app.call(api.deletePasskey, { params: { id: passkey.id } }, user.token))
    await unknown(password_hash)
    expect(await remove()).toBe('last_way_in')
    expect(await app.call(api.listPasskeys, {}, user.token)).toHaveLength(1)
    await unknown(null)
    expect(await remove()).toBe('no failure')
    await mailed(app, user.email, /Passkey deleted: Phone|Phone.*was deleted/)
  })

  test('needs no one-time code: it is something one has and a finger or a PIN', async () => {
    const { user, key } = await withKey()
    await app.services.db
      .updateTable('users')
      .set({ one_time_codes_since: app.clock.iso() })
      .where('id', '=', user.id)
      .execute()
    expect(await signInBy(key)).toMatchObject({ id: user.id })
  })

  test('is not begun with a wrong password, nor where no passkey can be for the address', async () => {
    const user = await aUser(app)
    const wrong = app.call(api.beginPasskey, { body: { password: 'wrong' } }, user.token)
    expect(await codeOf(wrong)).toBe('invalid_user')
    for (const address of ['http://barns.example', 'https://192.168.1.5', 'https://[::1]']) {
      app.services.publicUrl = () => address
      expect((await app.call(api.getSetup, {})).passkeys_at).toBeNull()
      expect(await codeOf(begin(user))).toBe('not_allowed')
      expect(await codeOf(challenge())).toBe('not_allowed')
    }
    app.services.publicUrl = () => SITE
    expect((await app.call(api.getSetup, {})).passkeys_at).toBe(SITE)
  })

  test('lets nobody in once it is deleted, which its owner alone can', async () => {
    const { user, key, passkey } = await withKey()
    const remove = (by: TestUser) => app.call(api.deletePasskey, { params: { id: passkey.id } }, by.token)
    expect(await codeOf(remove(await aUser(app)))).toBe('not_found')
    expect(await codeOf(remove(admin))).toBe('not_found')
    await remove(user)
    expect(await codeOf(signInBy(key))).toBe('passkey_refused')
  })
})

describe('attacks', () => {
  test('a challenge is signed once, and within five minutes', async () => {
    const { key } = await withKey()
    const signed = key.get(await challenge())
    await app.call(api.signInByPasskey, { body: signed })
    expect(await codeOf(app.call(api.signInByPasskey, { body: signed }))).toBe('passkey_refused')
    const late = key.get(await challenge())
    app.clock.forward(6 * MINUTE_MS)
    expect(await codeOf(app.call(api.signInByPasskey, { body: late }))).toBe('passkey_refused')
  })

  test('a challenge that was never given, or was given to add a key, signs nobody in', async () => {
    const { user, key } = await withKey()
    for (const options of [{ challenge: 'bWFkZS11cA' }, await begin(user), { challenge: 7 }, {}])
      expect(await codeOf(app.call(api.signInByPasskey, { body: key.get(options) }))).toBe('passkey_refused')
  })

  test('a key of another account is refused, also under the name of the victim', async () => {
    const [victim, thief] = [await withKey(), await withKey()]
    const handle = victim.key.get(await challenge()).credential.response.userHandle
    expect(await codeOf(signInBy(thief.key, { userHandle: handle }))).toBe('passkey_refused')
    // The victim's key id with the thief's signature.
    const forged = thief.key.get(await challenge())
    const { id, rawId } = victim.key.get(await challenge()).credential
    const body = { credential: { ...forged.credential, id, rawId } }
    expect(await codeOf(app.call(api.signInByPasskey, { body }))).toBe('passkey_refused')
  })

  test('what a page at another origin had signed is refused, for adding and for signing in', async () => {
    const { user, key } = await withKey()
    for (const origin of ['https://barns.example.evil.test', 'http://barns.example', 'https://evil.test']) {
      expect(await codeOf(signInBy(key, { origin }))).toBe('passkey_refused')
      expect(await codeOf(add(user, aPasskey(SITE), { origin }))).toBe('invalid_code')
    }
    expect(await codeOf(signInBy(aPasskey('https://evil.test')))).toBe('passkey_refused')
  })

  test('a key that asked for neither finger nor PIN is refused', async () => {
    const { user, key } = await withKey()
    expect(await codeOf(signInBy(key, { verified: false }))).toBe('passkey_refused')
    expect(await codeOf(add(user, aPasskey(SITE), { verified: false }))).toBe('invalid_code')
  })

  test('a copied key whose counter stands still is refused', async () => {
    const { key } = await withKey()
    await signInBy(key, { counter: 7 })
    expect(await codeOf(signInBy(key, { counter: 7 }))).toBe('passkey_refused')
    expect(await signInBy(key, { counter: 8 })).toHaveProperty('api_token')
  })

  test('what somebody else began is not finished, and a key is of one account', async () => {
    const [{ user, key }, other] = [await withKey(), await aUser(app)]
    const theirs = aPasskey(SITE).create(await begin(user))
    const body = { name: 'Mine now', ...theirs }
    expect(await codeOf(app.call(api.addPasskey, { body }, other.token))).toBe('invalid_code')
    expect(await codeOf(add(other, key))).toBe('conflict')
    expect(await signInBy(key)).toMatchObject({ id: user.id })
  })

  test('a suspended account, one that is not confirmed and one that is deleted stay shut', async () => {
    const [suspended, unconfirmed, deleted] = [await withKey(), await withKey(), await withKey()]
    await app.call(api.changeAccount, { params: { id: suspended.user.id }, body: { suspended: true } }, admin.token)
    expect(await codeOf(signInBy(suspended.key))).toBe('account_suspended')
    await app.services.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', unconfirmed.user.id)
      .execute()
    expect(await codeOf(signInBy(unconfirmed.key))).toBe('email_not_verified')
    const signed = deleted.key.get(await challenge())
    await app.call(api.removeUser, { params: { id: deleted.user.id } }, admin.token)
    expect(await codeOf(app.call(api.signInByPasskey, { body: signed }))).toBe('passkey_refused')
  })

  test('a password that was reset by mail takes passkeys with it, for somebody else may have made one', async () => {
    const { user, key } = await withKey()
    await app.call(api.requestPasswordCode, { body: { email: user.email } })
    const [, code = ''] = await mailed(app, user.email, /code=([\w-]{43})/)
    const password = 'Another-Stable-43'
    const body = { email: user.email, code, password, password_confirmation: password }
    await app.call(api.resetPassword, { body })
    expect(await codeOf(signInBy(key))).toBe('passkey_refused')
  })

  test('nothing is added by a session that was ended meanwhile', async () => {
    const user = await aUser(app)
    const body = { name: 'Late', ...aPasskey(SITE).create(await begin(user)) }
    await app.call(api.endUserSessions, { params: { id: user.id } }, admin.token)
    expect(await codeOf(app.call(api.addPasskey, { body }, user.token))).toBe('invalid_token')
  })
})
