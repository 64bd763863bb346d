import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { rightsOf } from '#shared/rules/accounts/roles.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aFirstUser, aRegistration, aUser, signIn, type TestUser } from '../../testing/a-user.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { mailedToken, mailsTo } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const byId = ({ id }: { id: number }) => ({ params: { id } })
const listed = async (query: Record<string, string | number>) => await app.call(api.listUsers, { query }, admin.token)

describe('[specification §6] roles', () => {
  test('permissions are the union of those of the roles, at once and for every session', async () => {
    const user = await aUser(app)
    expect(user.permissions).toEqual([])
    const roles = ['researcher', 'pro_analyst'] as const
    const changed = await app.call(api.changeAccount, { ...byId(user), body: rightsOf([...roles]) }, admin.token)
    expect(changed.roles).toEqual(['pro_analyst', 'researcher'])
    expect((await app.call(api.authenticate, {}, user.token)).permissions).toEqual([
      'pro-analysis',
      'research-analysis',
    ])
    await app.call(api.changeAccount, { ...byId(user), body: rightsOf([]) }, admin.token)
    expect((await app.call(api.authenticate, {}, user.token)).permissions).toEqual([])
  })

  test('a change stands in the audit log of both', async () => {
    const user = await aUser(app, { name: 'Given a role' })
    await app.call(api.changeAccount, { ...byId(user), body: rightsOf(['pro_analyst']) }, admin.token)
    const entries = await app.call(api.listAudit, { query: { action: 'rights_changed' } }, user.token)
    expect(entries).toMatchObject([
      { user: 'First Admin', user_id: null, address: null, before: { roles: '' }, after: { roles: 'pro_analyst' } },
    ])
  })

  test('the last administrator neither loses the role, nor is suspended, nor goes', async () => {
    const refused = { status: 409, code: 'last_administrator' }
    const roles = app.call(api.changeAccount, { ...byId(admin), body: rightsOf([]) }, admin.token)
    await expect(roles).rejects.toMatchObject(refused)
    await expect(
      app.call(api.changeAccount, { ...byId(admin), body: { suspended: true } }, admin.token),
    ).rejects.toMatchObject(refused)
    await expect(app.call(api.removeUser, byId(admin), admin.token)).rejects.toMatchObject(refused)
    expect(await app.call(api.getUser, byId(admin), admin.token)).toMatchObject({ may_lose_administration: false })
    // An administrator who cannot sign in does not count.
    const other = await aUser(app)
    await app.call(api.changeAccount, { ...byId(other), body: rightsOf(['administrator']) }, admin.token)
    await app.call(api.changeAccount, { ...byId(other), body: { suspended: true } }, admin.token)
    await expect(
      app.call(api.changeAccount, { ...byId(admin), body: rightsOf([]) }, admin.token),
    ).rejects.toMatchObject(refused)
    await app.call(api.removeUser, byId(other), admin.token)
  })

  test('an administrator deletes the own account in the profile alone, where the password is asked for', async () => {
    const other = await aUser(app)
    await app.call(api.changeAccount, { ...byId(other), body: rightsOf(['administrator']) }, admin.token)
    await expect(app.call(api.removeUser, byId(other), other.token)).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await app.call(api.authenticate, {}, other.token)).toMatchObject({ id: other.id })
    await app.call(api.removeUser, byId(other), admin.token)
  })

  test('of two administrators who take each other the role at the same moment one is left', async () => {
    // SQLite is one process's own: there both go through the same one.
    const beside = app.services.environment.DATABASE_URL ? await startTestApp({ beside: app }) : undefined
    try {
      const other = await aUser(app)
      await app.call(api.changeAccount, { ...byId(other), body: rightsOf(['administrator']) }, admin.token)
      const second = beside ?? app
      const done = await Promise.allSettled([
        app.call(api.changeAccount, { ...byId(other), body: rightsOf([]) }, admin.token),
        second.call(api.changeAccount, { ...byId(admin), body: rightsOf([]) }, other.token),
      ])
      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const left = await app.services.db.selectFrom('users').select('id').where('admin', '=', 1).execute()
      expect(left).toHaveLength(1)
      await app.services.db.updateTable('users').set({ admin: 1 }).where('id', '=', admin.id).execute()
      await app.services.db.updateTable('users').set({ admin: 0 }).where('id', '=', other.id).execute()
    } finally {
      await beside?.close()
    }
  })
})

describe('a suspended account', () => {
  test('has no session any more and gets none; its devices go on sending; lifted, all is as before', async () => {
    const user = await aUser(app)
    const device = await aDevice(app, user)
    expect(await app.call(api.changeAccount, { ...byId(user), body: { suspended: true } }, admin.token)).toMatchObject({
      state: 'suspended',
      sessions: 0,
    })
    await expect(app.call(api.listSensors, {}, user.token)).rejects.toMatchObject({ status: 401 })
    await expect(signIn(app, user.email)).rejects.toMatchObject({ status: 403, code: 'account_suspended' })
    const body = { email: user.email, password: 'Wrong-Password-1' }
    await expect(app.call(api.login, { body })).rejects.toMatchObject({ code: 'invalid_user' })
    expect(await app.call(api.sendMeasurements, { body: { t: 20 } }, device.key)).toMatchObject({ accepted: 1 })
    await app.call(api.changeAccount, { ...byId(user), body: { suspended: false } }, admin.token)
    expect(await app.call(api.listSensors, {}, (await signIn(app, user.email)).token)).toHaveLength(1)
  })

  test('its live streams end', async () => {
    const user = await aUser(app)
    const device = await aDevice(app, user)
    const origin = await app.listen()
    const answer = await fetch(`${origin}${urlOf(api.streamLive, { query: { device_ids: String(device.id) } })}`, {
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(answer.status).toBe(200)
    const ended = answer.text()
    await app.call(api.changeAccount, { ...byId(user), body: { suspended: true } }, admin.token)
    await ended
  })
})

test('[decisions §12] rights, administration and suspension are changed by one call, each by itself', async () => {
  const user = await aUser(app)
  const patch = (payload: object) =>
    app.inject({
      method: 'PATCH',
      url: `/api/users/${user.id}`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload,
    })
  expect((await patch({ permissions: ['pro-analysis'] })).json()).toMatchObject({ roles: ['pro_analyst'] })
  expect((await patch({ admin: true })).json()).toMatchObject({ roles: ['administrator', 'pro_analyst'] })
  expect((await patch({ suspended: true })).json()).toMatchObject({
    state: 'suspended',
    roles: ['administrator', 'pro_analyst'],
  })
  expect((await patch({ admin: false, permissions: [], suspended: false })).json()).toMatchObject({
    state: 'active',
    roles: [],
  })
  expect((await patch({ permissions: ['all'] })).statusCode).toBe(422)
})

describe('the list of accounts', () => {
  test('[decisions §12] is an array, a page at a time, whose headers name the next one and how many match', async () => {
    for (let number = 0; number < 51; number += 1) await aUser(app, { name: `Zzpager ${number}` })
    const headers = { authorization: `Bearer ${admin.token}` }
    const first = await app.inject({ url: '/api/users?search=Zzpager', headers })
    expect([first.json().length, first.headers['x-total-count'], first.headers.link]).toEqual([
      50,
      '51',
      '</api/users?search=Zzpager&page=2>; rel="next"',
    ])
    const second = await app.inject({ url: '/api/users?search=Zzpager&page=2', headers })
    expect([second.json().length, second.headers.link]).toEqual([1, undefined])
  })

  test('is searched by small letters for capital ones of any language', async () => {
    const { id } = await aUser(app, { name: 'ÖZGÜR Ångström' })
    for (const search of ['özgür', 'ÖZG', 'ångström']) expect(await listed({ search })).toMatchObject([{ id }])
  })

  test('is searched by name and address, filtered by role and state, and says how many there are', async () => {
    const user = await aUser(app, { name: 'Pieter 100%' })
    await aDevice(app, user)
    await aLocation(app, user)
    expect(await listed({ search: 'PIETER 100%' })).toMatchObject([
      { id: user.id, state: 'active', roles: [], devices: 1, locations: 1 },
    ])
    expect(await listed({ search: '%' })).toHaveLength(1)
    expect((await listed({ search: user.email })).map(({ id }) => id)).toEqual([user.id])
    expect((await listed({ role: 'administrator' })).map(({ id }) => id)).toEqual([admin.id])
    const waiting = aRegistration({ name: 'Waiting' })
    await app.call(api.register, { body: waiting })
    expect(await listed({ state: 'unconfirmed' })).toMatchObject([{ name: 'Waiting', last_seen_at: null }])
    expect(user.id).toBeGreaterThan(0)
    expect(await listed({ search: 'Pieter', state: 'suspended' })).toEqual([])
  })

  test('takes the same few queries for many accounts as for one', async () => {
    const counted = (query: Record<string, string | number>) => countQueries(app, () => listed(query))
    for (let nth = 0; nth < 5; nth++) await aUser(app, { name: `Many ${nth}` })
    expect(await counted({ search: 'Many' })).toBe(await counted({ search: 'Many 1' }))
  })
})

test('the confirmation is sent again to who still waits for it, and to nobody else', async () => {
  const waiting = aRegistration()
  await app.call(api.register, { body: waiting })
  const [user] = await listed({ search: waiting.email })
  if (!user) throw new Error('nobody registered')
  const letters = async () =>
    (await app.call(api.listMails, {}, admin.token)).filter(one => one.recipient === waiting.email)
  const before = (await letters()).length
  await app.call(api.confirmAgain, byId(user), admin.token)
  expect(await letters()).toHaveLength(before + 1)
  await expect(app.call(api.confirmAgain, byId(admin), admin.token)).rejects.toMatchObject({ code: 'conflict' })
})

test('what goes with an account is said before, and gone afterwards', async () => {
  const user = await aUser(app)
  const other = await aUser(app)
  const device = await aDevice(app, user)
  await aLocation(app, user)
  const shared = await aLocation(app, user)
  await app.services.db.insertInto('location_owners').values({ location_id: shared.id, email: other.email }).execute()
  await anInspection(app, user, shared)
  const project = { name: 'P', research_subject_id: 100, start: app.clock.iso(), people: [other.email] }
  await app.call(api.createResearch, { body: project }, user.token)
  await app.call(api.createDisplay, { params: { id: shared.id }, body: { name: 'Office' } }, user.token)
  await app.call(api.createToken, { body: { name: 'R', scopes: ['read'] } }, user.token)
  expect(await app.call(api.getUserLoss, byId(user), admin.token)).toEqual({
    devices_released: 1,
    rentals_ended: 0,
    locations_shared: 1,
    locations_left: 1,
    groups_passed: 0,
    groups_dissolved: 0,
    projects_left: 1,
    inspections_kept: 1,
    displays: 1,
    feeds: 0,
    tokens: 1,
    alert_rules: 0,
    exports: 0,
  })
  await app.call(api.removeUser, byId(user), admin.token)
  await expect(app.call(api.getUser, byId(user), admin.token)).rejects.toMatchObject({ status: 404 })
  expect(await app.call(api.getSensor, byId(device), admin.token)).toMatchObject({ id: device.id })
  await expect(app.call(api.authenticate, {}, user.token)).rejects.toMatchObject({ status: 401 })
  expect(await app.call(api.listLocations, {}, other.token)).toMatchObject([{ id: shared.id, owners: [other.email] }])
  // A later holder of the address has nothing of the former one.
  const links = () => mailsTo(app, user.email).filter(mail => mail.includes('/sign-in?token=')).length
  await app.call(api.register, { body: aRegistration({ email: user.email }) })
  await expect.poll(links).toBe(2)
  await app.call(api.verifyEmail, { body: { token: await mailedToken(app, user.email) } })
  const next = await signIn(app, user.email)
  expect(await app.call(api.listLocations, {}, next.token)).toEqual([])
  expect(await app.call(api.listSensors, {}, next.token)).toEqual([])
})
