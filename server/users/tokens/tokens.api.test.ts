import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { Scope } from '#shared/rules/accounts/scopes.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aFirstUser, aUser, PASSWORD, signIn, type TestUser } from '../../testing/a-user.ts'
import { mailed, mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { tellEnds, tokenJobs } from './jobs.ts'
import { isAccessToken, newToken } from './tokens.ts'

let app: TestApp
let admin: TestUser
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  origin = await app.listen()
})
afterAll(() => app.close())

const make = (user: TestUser, changes: { name?: string; scopes?: Scope[]; expires_at?: string } = {}) =>
  app.call(api.createToken, { body: { name: 'Weekly report', scopes: ['read'], ...changes } }, user.token)
const whoIs = (token: string) => app.call(api.authenticate, {}, token)
const isOver = { status: 401, code: 'invalid_token' }
const inDays = (days: number) => app.clock.iso(days * DAY_MS)

describe('making a token', () => {
  test('answers it once; kept is its hash, and the list shows its last four characters', async () => {
    const user = await aUser(app)
    const { token, ...made } = await make(user, { scopes: ['write', 'read', 'read'] })
    expect(token).toMatch(/^bmt_[\w-]{43}$/)
    expect(made).toMatchObject({ scopes: ['read', 'write'], tail: token.slice(-4), last_used_at: null })
    expect(await app.call(api.listTokens, {}, user.token)).toEqual([made])
    const rows = await app.services.db.selectFrom('access_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice(4))
    expect(app.logged()).not.toContain(token.slice(4))
    expect(await whoIs(token)).toMatchObject({ email: user.email })
  })

  test('it always ends: after 90 days unless said, at most after 365', async () => {
    const user = await aUser(app)
    expect((await make(user)).expires_at).toBe(inDays(90))
    expect((await make(user, { expires_at: inDays(365) })).expires_at).toBe(inDays(365))
    for (const expires_at of [inDays(367), inDays(0), inDays(-1)])
      await expect(make(user, { expires_at })).rejects.toMatchObject({
        code: 'no_valid_input',
        errors: { expires_at: [expect.stringMatching(/\.$/)] },
      })
    for (const body of [{ scopes: [] }, { name: '' }, { name: 'two\nlines' }, { scopes: ['admin' as Scope] }])
      await expect(make(user, body)).rejects.toMatchObject({ status: 422 })
  })

  test('that manages invites and shares by the role of its person, under its name; others do neither', async () => {
    const [user, stranger] = [await aUser(app), await aUser(app)]
    const location = await aLocation(app, user)
    const { token } = await make(user, { name: 'Season', scopes: ['manage'] })
    const group = await app.call(api.createGroup, { body: { name: 'Vets' } }, token)
    const params = { id: group.id }
    const invite = (secret: string) =>
      app.call(api.inviteToGroup, { params, body: { email: stranger.email, role: 'member' } }, secret)
    const share = (secret: string) =>
      app.call(api.setGroupShares, { params, body: [{ location_id: location.id, may: 'read' }] }, secret)
    const { token: other } = await make(user, { scopes: ['read', 'write'] })
    for (const call of [invite, share]) await expect(call(other)).rejects.toMatchObject({ code: 'scope_missing' })
    await invite(token)
    await share(token)
    const entries = await app.call(api.listAudit, { query: {} }, user.token)
    const byToken = entries.filter(entry => entry.token_name === 'Season').map(({ action }) => action)
    expect(byToken).toEqual(['place_shared_with_group', 'group_invited', 'group_created'])
    // A yes is needed as for any other invitation, and an outsider's token is one's own.
    expect(await app.call(api.listLocations, {}, stranger.token)).toEqual([])
    const { token: foreign } = await make(stranger, { scopes: ['manage'] })
    await expect(invite(foreign)).rejects.toMatchObject({ code: 'not_found' })
    await expect(share(foreign)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is told by mail and stands in the audit log, as is what is done with it', async () => {
    const user = await aUser(app)
    const { token } = await make(user, { name: 'Barn script', scopes: ['read', 'manage'] })
    await mailed(app, user.email, /Subject: New access token: Barn script/)
    await app.call(api.createSensor, { body: { name: 'Made by a program', device_name: 'P-1' } }, token)
    const entries = await app.call(api.listAudit, { query: {} }, user.token)
    expect(entries).toMatchObject([
      { action: 'device_added', token_name: 'Barn script' },
      {
        action: 'token_created',
        token_name: null,
        object_name: 'Barn script',
        after: { scopes: 'read, manage', end: inDays(90) },
      },
      { action: 'sign_in' },
      { action: 'account_created' },
    ])
  })

  test('a session is no token, whatever it begins with', () => {
    expect(isAccessToken(newToken())).toBe(true)
    expect(isAccessToken(`bmt_${'x'.repeat(39)}`)).toBe(false)
    expect(isAccessToken(`bm_${'x'.repeat(43)}`)).toBe(false)
  })
})

describe('a token is over', () => {
  test('when it ends', async () => {
    const user = await aUser(app)
    const { token } = await make(user, { expires_at: inDays(1) })
    await whoIs(token)
    app.clock.forward(DAY_MS)
    await expect(whoIs(token)).rejects.toMatchObject(isOver)
    // It stays in the list for a while, so that somebody whose program stopped sees why.
    expect(await app.call(api.listTokens, {}, user.token)).toHaveLength(1)
    // With the account no more of them stop.
    expect(await app.call(api.getOwnLoss, {}, user.token)).toMatchObject({ tokens: 0 })
  })

  test('when it is revoked, by its owner alone', async () => {
    const [user, other] = [await aUser(app), await aUser(app)]
    const { token, id } = await make(user)
    await expect(app.call(api.deleteToken, { params: { id } }, other.token)).rejects.toMatchObject({ status: 404 })
    await whoIs(token)
    await app.call(api.deleteToken, { params: { id } }, user.token)
    await expect(whoIs(token)).rejects.toMatchObject(isOver)
    await expect(app.call(api.deleteToken, { params: { id } }, user.token)).rejects.toMatchObject({ status: 404 })
    const entries = await app.call(api.listAudit, { query: { action: 'token_revoked' } }, user.token)
    expect(entries).toMatchObject([{ object_name: 'Weekly report' }])
  })

  test('with the account, or when an administrator suspends it or ends its sessions', async () => {
    const [gone, suspended, ended] = [await aUser(app), await aUser(app), await aUser(app)]
    const of = async (user: TestUser) => (await make(user)).token
    const [one, two, three] = [await of(gone), await of(suspended), await of(ended)]
    expect(await app.call(api.getUser, { params: { id: ended.id } }, admin.token)).toMatchObject({ tokens: 1 })
    await app.call(api.deleteUser, { body: { password: PASSWORD } }, gone.token)
    await app.call(api.changeAccount, { params: { id: suspended.id }, body: { suspended: true } }, admin.token)
    await app.call(api.endUserSessions, { params: { id: ended.id } }, admin.token)
    for (const token of [one, two, three]) await expect(whoIs(token)).rejects.toMatchObject(isOver)
    await app.call(api.changeAccount, { params: { id: suspended.id }, body: { suspended: false } }, admin.token)
    await expect(whoIs(two)).rejects.toMatchObject(isOver)
  })

  test('when the password was forgotten, or a change of address is stopped; not when it was changed', async () => {
    const user = await aUser(app)
    const { token } = await make(user)
    const password = 'Fresh-Straw-77'
    const change = { current_password: PASSWORD, password, password_confirmation: password }
    await app.call(api.updateUser, { body: change }, user.token)
    await whoIs(token)
    await app.call(api.requestPasswordCode, { body: { email: user.email } })
    const [, code = ''] = await mailed(app, user.email, /^(\d{6})\r?$/m)
    const reset = { email: user.email, code, password: PASSWORD, password_confirmation: PASSWORD }
    await app.call(api.resetPassword, { body: reset })
    await expect(whoIs(token)).rejects.toMatchObject(isOver)

    const again = await signIn(app, user.email)
    const { token: second } = await make(again)
    const address = { email: `new-${user.email}`, current_password: PASSWORD }
    await app.call(api.updateUser, { body: address }, again.token)
    const [, stop = ''] = await mailed(app, user.email, /email-change\?token=([\w-]+)/)
    await app.call(api.stopEmailChange, { body: { token: stop } })
    await expect(whoIs(second)).rejects.toMatchObject(isOver)
  })
})

test('an open stream ends when its token is revoked, and no other of the account', async () => {
  const user = await aUser(app)
  const device = await aDevice(app, user)
  const listen = async (token: string) => {
    const answer = await fetch(`${origin}${urlOf(api.streamLive, { query: { device_ids: device.id } })}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    return answer
  }
  const [one, two] = [await make(user), await make(user)]
  const [first, second] = [await listen(one.token), await listen(two.token)]
  await app.call(api.deleteToken, { params: { id: one.id } }, user.token)
  // Ends by itself: the text of a stream that goes on never comes.
  expect(await first.text()).toContain('retry')
  await app.call(api.sendMeasurements, { body: { t: 21 } }, device.key)
  await app.app.settle()
  await app.call(api.deleteToken, { params: { id: two.id } }, user.token)
  expect(await second.text()).toContain('event: measurement')
})

test('one that is made while all are ended does not outlive that', async () => {
  const user = await aUser(app)
  const made = Promise.allSettled(Array.from({ length: 5 }, () => make(user)))
  await app.call(api.endUserSessions, { params: { id: user.id } }, admin.token)
  await made
  const again = await signIn(app, user.email)
  expect(await app.call(api.listTokens, {}, again.token)).toEqual([])
})

test('its use is noted at most once an hour, and is not that of its person', async () => {
  const user = await aUser(app)
  const { token } = await make(user)
  const used = async () => (await app.call(api.listTokens, {}, user.token))[0]?.last_used_at
  await whoIs(token)
  const first = app.clock.iso()
  expect(await used()).toBe(first)
  app.clock.forward(HOUR_MS - 1000)
  await whoIs(token)
  expect(await used()).toBe(first)
  app.clock.forward(2000)
  await whoIs(token)
  expect(await used()).toBe(app.clock.iso())
  const seen = async () => (await app.call(api.getUser, { params: { id: user.id } }, admin.token)).last_seen_at
  const before = await seen()
  app.clock.forward(2 * HOUR_MS)
  await whoIs(token)
  expect(await seen()).toBe(before)
})

describe('the end of a token', () => {
  const told = (user: TestUser) => mailsTo(app, user.email).filter(mail => /expires soon/.test(mail)).length

  test('is told once, 7 days before, whichever process looks', async () => {
    const user = await aUser(app)
    const { id } = await make(user, { name: 'Told of', expires_at: inDays(30) })
    await make(user, { name: 'Short', expires_at: inDays(7) })
    const revoked = await make(user, { name: 'Revoked', expires_at: inDays(30) })
    await app.call(api.deleteToken, { params: { id: revoked.id } }, user.token)
    app.clock.forward(22 * DAY_MS)
    await tellEnds(app.services)
    expect(told(user)).toBe(0)
    app.clock.forward(DAY_MS + 1)
    await Promise.all([tellEnds(app.services), tellEnds(app.services), tellEnds(app.services)])
    await mailed(app, user.email, /Subject: Your access token Told of expires soon/)
    await tellEnds(app.services)
    const waiting = await app.services.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', user.email)
      .where('subject', 'like', '%expires soon%')
      .execute()
    expect(waiting.map(({ subject }) => subject)).toEqual(['Your access token Told of expires soon'])
    expect(told(user)).toBe(1)
    expect((await app.call(api.listTokens, {}, (await signIn(app, user.email)).token)).map(one => one.id)).toContain(id)
  })

  test('is forgotten after 90 days', async () => {
    const user = await aUser(app)
    await make(user, { expires_at: inDays(1) })
    const forget = tokenJobs.find(({ name }) => name === 'forget-ended-tokens')
    app.clock.forward(90 * DAY_MS)
    await forget?.run(app.services)
    const again = await signIn(app, user.email)
    expect(await app.call(api.listTokens, {}, again.token)).toHaveLength(1)
    app.clock.forward(2 * DAY_MS)
    await forget?.run(app.services)
    expect(await app.call(api.listTokens, {}, again.token)).toHaveLength(0)
  })
})
