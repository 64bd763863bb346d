import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aFirstUser, aUser, PASSWORD, signIn, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { auditJobs } from './jobs.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app, { name: 'Marieke Vos' })
  stranger = await aUser(app, { name: 'Jan de Wit' })
})
afterAll(() => app.close())

type AuditQuery = CallInput<typeof api.listAudit>['query']

const entriesOf = (user: TestUser, query: AuditQuery = {}) => app.call(api.listAudit, { query }, user.token)
const actionsOf = async (user: TestUser, query: AuditQuery = {}) =>
  (await entriesOf(user, query)).map(({ action }) => action)

describe('an entry', () => {
  test('says who did what when to what, from where, and how it was before and after', async () => {
    const device = await aDevice(app, owner, { name: 'Stall 4' })
    await app.call(api.updateSensor, { params: { id: device.id }, body: { name: 'Stall 5' } }, owner.token)
    const [entry] = await entriesOf(owner)
    expect(entry).toMatchObject({
      action: 'device_changed',
      user: 'Marieke Vos',
      user_id: owner.id,
      object: `device:${device.id}`,
      object_name: 'Stall 4',
      address: '127.0.0.1',
      before: { name: 'Stall 4' },
      after: { name: 'Stall 5' },
    })
    expect(entry?.time).toBe(new Date(app.clock.now()).toISOString())
    expect(await actionsOf(stranger, { object_name: 'Stall' })).toEqual([])
  })

  test('is not written when the change fails', async () => {
    const device = await aDevice(app, owner)
    const before = await actionsOf(owner)
    const taken = await aDevice(app, owner)
    const body = { device_name: taken.device_name }
    await expect(app.call(api.updateSensor, { params: { id: device.id }, body }, owner.token)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await actionsOf(owner)).toEqual(['key_created', 'device_added', ...before].slice(0, 50))
  })

  test('of a sign-in that failed is for the owner of the account, and says nothing of what was typed', async () => {
    const body = { email: owner.email, password: 'Geheimnis-1!' }
    await expect(app.call(api.login, { body })).rejects.toMatchObject({ code: 'invalid_user' })
    const elsewhere = { email: 'Geheimnis-1!@nowhere.example', password: PASSWORD }
    await expect(app.call(api.login, { body: elsewhere })).rejects.toMatchObject({ code: 'invalid_user' })
    expect(await entriesOf(owner, { action: 'sign_in_failed' })).toMatchObject([
      { user: null, user_id: null, object: `user:${owner.id}`, object_name: 'Marieke Vos', address: '127.0.0.1' },
    ])
    expect(await entriesOf(admin, { action: 'sign_in_failed' })).toMatchObject([
      { user: null, object: null, object_name: null, before: null, after: null },
      { user: null, object_name: 'Marieke Vos' },
    ])
  })

  test('never holds a secret', async () => {
    const device = await aDevice(app, owner)
    const { key } = await app.call(api.createKey, { params: { id: device.id }, body: {} }, owner.token)
    const { code } = await app.call(api.releaseSensor, { params: { id: device.id } }, owner.token)
    const { secret } = await app.call(api.createWebhookSecret, {}, owner.token)
    const settings = { wifi_name: 'Barn', wifi_secret: 'Geheimes-WLAN' }
    await app.call(api.changeDeviceSettings, { params: { id: device.id }, body: { version: 0, settings } }, admin.token)
    const { token } = await signIn(app, owner.email)
    const rows = JSON.stringify(await app.services.db.selectFrom('audit_entries').selectAll().execute())
    for (const one of [key, code, secret, token, PASSWORD, 'Geheimes-WLAN']) expect(rows).not.toContain(one)
    expect(await entriesOf(admin, { action: 'device_settings_changed' })).toMatchObject([
      { before: { wifi_name: null, wifi_secret: null }, after: { wifi_name: 'Barn', wifi_secret: null } },
    ])
  })
})

describe('who reads what', () => {
  test('of a device: who owns it, for the time they did; and the hand-over itself', async () => {
    const device = await aDevice(app, owner, { name: 'Handed over' })
    const offer = await app.call(
      api.createTransfer,
      { params: { id: device.id }, body: { email: stranger.email } },
      owner.token,
    )
    app.clock.forward(1000)
    await app.call(api.acceptOffer, { params: { id: offer.id } }, stranger.token)
    app.clock.forward(1000)
    await app.call(api.updateSensor, { params: { id: device.id }, body: { name: 'New' } }, stranger.token)
    expect(await actionsOf(owner, { object_name: 'handed' })).toEqual([
      'device_received',
      'device_offered',
      'key_created',
      'device_added',
    ])
    expect(await actionsOf(stranger, { object_name: 'handed' })).toEqual(['device_changed', 'device_received'])
  })

  test('of a location: all its owners, without from where the others act', async () => {
    const location = await aLocation(app, owner, { name: 'Hoeve' })
    const other = await aUser(app)
    const body = { ...location, owners: [owner.email, other.email] }
    await app.call(api.updateLocation, { params: { id: location.id }, body }, owner.token)
    const [offer] = await app.call(api.listOffers, {}, other.token)
    await app.call(api.acceptOffer, { params: { id: offer?.id ?? 0 } }, other.token)
    await app.call(api.deleteLocation, { params: { id: location.id } }, owner.token)
    const seen = await entriesOf(other, { object_name: 'hoeve' })
    expect(seen.map(({ action }) => action)).toEqual(['location_deleted', 'location_received', 'location_shared'])
    expect(seen[0]).toMatchObject({ user: 'Marieke Vos', user_id: null, address: null, browser: null })
    expect(await actionsOf(stranger, { object_name: 'hoeve' })).toEqual([])
  })

  test('an administrator reads everything, in pages, each entry once', async () => {
    for (let nth = 0; nth < 60; nth++) await signIn(app, stranger.email)
    const all = await app.services.db.selectFrom('audit_entries').select('id').orderBy('id', 'desc').execute()
    const read: number[] = []
    for (let url: string | undefined = urlOf(api.listAudit, { query: { limit: 40 } }); url; ) {
      const answer = await app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
      const page: { id: number }[] = answer.json()
      read.push(...page.map(({ id }) => id))
      url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
      expect(page.length === 40 || url === undefined).toBe(true)
    }
    expect(read).toEqual(all.map(({ id }) => id))
    const found = await entriesOf(admin, { user: 'de wit' })
    expect(new Set(found.map(one => one.user))).toEqual(new Set(['Jan de Wit']))
  })
})

describe('a filter finds', () => {
  const farm = async () => {
    const [maker, other] = [await aUser(app, { name: 'Filter Maker' }), await aUser(app, { name: 'Filter Stranger' })]
    const { id: place } = await aLocation(app, maker, { name: 'Filtered' })
    const { id: device } = await aDevice(app, maker, { name: 'Filtered sensor' })
    const group = await app.call(api.createGroup, { body: { name: 'Filtered group' } }, maker.token)
    const shares = { params: { id: group.id }, body: [{ location_id: place, may: 'read' as const }] }
    await app.call(api.setGroupShares, shares, maker.token)
    app.clock.forward(DAY_MS)
    maker.token = (await signIn(app, maker.email)).token
    await app.call(api.updateSensor, { params: { id: device }, body: { name: 'Later name' } }, maker.token)
    other.token = (await signIn(app, other.email)).token
    const reader = await signIn(app, admin.email)
    return { maker, other, place, device, group: group.id, admin: { ...admin, token: reader.token } }
  }
  let world: Awaited<ReturnType<typeof farm>>
  let today: string
  let yesterday: string
  beforeAll(async () => {
    world = await farm()
    const dayAt = (time: number) => dateTimeAt(time, world.maker.time_zone).slice(0, 10)
    today = dayAt(app.clock.now())
    yesterday = dayAt(app.clock.now() - DAY_MS)
  })

  test.each<[string, () => AuditQuery, string[]]>([
    ['a location', () => ({ object: `location:${world.place}` }), ['place_shared_with_group']],
    ['a device', () => ({ object: `device:${world.device}` }), ['device_changed', 'key_created', 'device_added']],
    ['a group', () => ({ object: `group:${world.group}` }), ['group_created']],
    ['an account', () => ({ object: `user:${world.maker.id}` }), ['sign_in', 'sign_in', 'account_created']],
    ['a name', () => ({ object_name: 'filtered group' }), ['group_created']],
    ['an action', () => ({ action: 'device_added', user_id: world.maker.id }), ['device_added']],
    [
      'a first day',
      () => ({ date_start: today, user_id: world.maker.id, object: `device:${world.device}` }),
      ['device_changed'],
    ],
    [
      'a last day',
      () => ({ date_end: yesterday, user_id: world.maker.id, object: `device:${world.device}` }),
      ['key_created', 'device_added'],
    ],
    [
      'a time',
      () => ({ date_start: app.clock.iso(-1000), object: `device:${world.device}`, date_end: '' }),
      ['device_changed'],
    ],
  ])('by %s, to the owner and administrators, and nothing to strangers', async (_, query, actions) => {
    expect(await actionsOf(world.maker, query())).toEqual(actions)
    expect(await actionsOf(world.admin, query())).toEqual(actions)
    expect(await actionsOf(world.other, query())).toEqual([])
  })

  test('who acted, by account and by name: all to administrators, of others nothing to strangers', async () => {
    for (const query of [{ user_id: world.maker.id }, { user: 'filter maker' }]) {
      const own = await entriesOf(world.maker, query)
      expect(own.length).toBeGreaterThan(5)
      expect(await entriesOf(world.admin, query)).toEqual(own)
      expect(await entriesOf(world.other, query)).toEqual([])
    }
    expect(await actionsOf(world.other, { user_id: world.other.id })).toContain('sign_in')
  })

  test('all where it is left empty', async () => {
    const empty = { object: '', user_id: '', date_start: '', date_end: '', user: '', object_name: '' }
    const url = `${urlOf(api.listAudit)}?${new URLSearchParams(empty)}`
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${world.maker.token}` } })
    expect(answer.json()).toEqual(await entriesOf(world.maker))
  })

  test.each([
    ['object', { object: 'barn:7' }],
    ['object', { object: 'location:' }],
    ['object', { object: 'location:7 or 1' }],
    ['object', { object: 'location:9999999999' }],
    ['user_id', { user_id: 'me' }],
    ['user_id', { user_id: '9999999999' }],
    ['date_start', { date_start: 'soon' }],
    ['date_start', { date_end: '2026-13-45' }],
    ['date_start', { date_start: '2026-02-02', date_end: '2026-02-01' }],
    ['action', { action: 'anything' }],
    ['limit', { limit: 201 }],
  ])('nothing where it is wrong: %s is refused by its name in %o', async (field, query) => {
    const asked = {
      url: `${urlOf(api.listAudit)}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
    }
    const answer = await app.inject({ ...asked, headers: { authorization: `Bearer ${world.maker.token}` } })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('the same in the file', async () => {
    const url = urlOf(api.exportAudit, { query: { object: `location:${world.place}` } })
    const lines = async ({ token }: TestUser) =>
      (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).body.trim().split('\r\n').slice(1)
    expect(await lines(world.maker)).toHaveLength(2)
    expect(await lines(world.admin)).toHaveLength(2)
    expect(await lines(world.other)).toEqual([])
  })
})

test('as a file: a line for each change, in the language of who asks, and nothing of others', async () => {
  const answer = await app.inject({
    url: urlOf(api.exportAudit, { query: {} }),
    headers: { authorization: `Bearer ${owner.token}`, 'accept-language': 'de' },
  })
  expect(answer.headers['content-disposition']).toContain('.csv')
  const [head = '', ...lines] = answer.body.split('\r\n')
  expect(head).toBe('\uFEFFZeit;Wer;Aktion;Objekt-ID;Objekt;Feld;Vorher;Nachher;IP-Adresse;Browser;Zugriffstoken')
  expect(lines.some(line => /;Gerät geändert;device:\d+;Stall 4;Name;Stall 4;Stall 5;127\.0\.0\.1;/.test(line))).toBe(
    true,
  )
  // The new owner of a device did that.
  expect(answer.body).not.toContain('Jan de Wit;Gerät geändert')
})

test('what is older than the setting says is forgotten', async () => {
  await app.services.db
    .updateTable('audit_entries')
    .set({ at: '2015-01-01T00:00:00.000Z' })
    .where('action', '=', 'device_added')
    .execute()
  for (const job of auditJobs) await job.run(app.services)
  expect(await actionsOf(admin, { action: 'device_added' })).toEqual([])
  app.clock.forward(1825 * DAY_MS)
  for (const job of auditJobs) await job.run(app.services)
  expect((await actionsOf(await signIn(app, admin.email))).length).toBeGreaterThan(1)
})
