import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
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

const entriesOf = async (user: TestUser, query: Record<string, string> = {}) =>
  (await app.call(api.listAudit, { query }, user.token)).entries
const actionsOf = async (user: TestUser, query: Record<string, string> = {}) =>
  (await entriesOf(user, query)).map(({ action }) => action)

describe('an entry', () => {
  test('says who did what when to what, from where, and how it was before and after', async () => {
    const device = await aDevice(app, owner, { name: 'Stall 4' })
    await app.call(api.updateSensor, { params: { id: device.id }, body: { name: 'Stall 5' } }, owner.token)
    const [entry] = await entriesOf(owner)
    expect(entry).toMatchObject({
      action: 'device_changed',
      person: 'Marieke Vos',
      object_name: 'Stall 4',
      ip: '127.0.0.1',
      changes: [{ field: 'name', before: 'Stall 4', after: 'Stall 5' }],
    })
    expect(entry?.at).toBe(new Date(app.clock.now()).toISOString())
    expect(await actionsOf(stranger, { object: 'Stall' })).toEqual([])
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
      { person: null, object_name: 'Marieke Vos', ip: '127.0.0.1' },
    ])
    expect(await entriesOf(admin, { action: 'sign_in_failed' })).toMatchObject([
      { person: null, object_name: null },
      { person: null, object_name: 'Marieke Vos' },
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
      {
        changes: [
          { field: 'wifi_name', before: null, after: 'Barn' },
          { field: 'wifi_secret', before: null, after: null },
        ],
      },
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
    expect(await actionsOf(owner, { object: 'handed' })).toEqual([
      'device_received',
      'device_offered',
      'key_created',
      'device_added',
    ])
    expect(await actionsOf(stranger, { object: 'handed' })).toEqual(['device_changed', 'device_received'])
  })

  test('of a location: all its owners, without from where the others act', async () => {
    const location = await aLocation(app, owner, { name: 'Hoeve' })
    const other = await aUser(app)
    const body = { ...location, owners: [owner.email, other.email] }
    await app.call(api.updateLocation, { params: { id: location.id }, body }, owner.token)
    const [offer] = await app.call(api.listOffers, {}, other.token)
    await app.call(api.acceptOffer, { params: { id: offer?.id ?? 0 } }, other.token)
    await app.call(api.deleteLocation, { params: { id: location.id } }, owner.token)
    const seen = await entriesOf(other, { object: 'hoeve' })
    expect(seen.map(({ action }) => action)).toEqual(['location_deleted', 'location_received', 'location_shared'])
    expect(seen[0]).toMatchObject({ person: 'Marieke Vos', ip: null, browser: null })
    expect(await actionsOf(stranger, { object: 'hoeve' })).toEqual([])
  })

  test('an administrator reads everything, in pages, each entry once', async () => {
    for (let nth = 0; nth < 60; nth++) await signIn(app, stranger.email)
    const all = await app.services.db.selectFrom('audit_entries').select('id').orderBy('id', 'desc').execute()
    const read: number[] = []
    for (let before: number | undefined; ; ) {
      const page = await app.call(api.listAudit, { query: { before } }, admin.token)
      read.push(...page.entries.map(({ id }) => id))
      if (page.next === null) break
      before = page.next
    }
    expect(read).toEqual(all.map(({ id }) => id))
    const person = await entriesOf(admin, { person: 'de wit' })
    expect(new Set(person.map(one => one.person))).toEqual(new Set(['Jan de Wit']))
  })
})

test('as a file: a line for each change, in the language of who asks, and nothing of others', async () => {
  const answer = await app.inject({
    url: urlOf(api.exportAudit, { query: {} }),
    headers: { authorization: `Bearer ${owner.token}`, 'accept-language': 'de' },
  })
  expect(answer.headers['content-disposition']).toContain('.csv')
  const [head = '', ...lines] = answer.body.split('\r\n')
  expect(head).toBe('\uFEFFZeit;Wer;Aktion;Woran;Feld;Vorher;Nachher;IP-Adresse;Browser;Zugriffstoken')
  expect(lines.some(line => line.includes(';Gerät geändert;Stall 4;Name;Stall 4;Stall 5;127.0.0.1;'))).toBe(true)
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
