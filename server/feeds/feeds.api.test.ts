import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { FEED_EVENTS, FEED_IDLE_DAYS } from '#shared/rules/accounts/feeds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { anInspection } from '../testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { endOtherWaysIn, endSecretsOf } from '../users/sign-in/other-ways-in.ts'
import { deleteSessionsOf } from '../users/store.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const CALENDAR = { kind: 'calendar' as const, events: [...FEED_EVENTS] }
const make = async (user: TestUser, content: object = CALENDAR) =>
  app.call(api.createFeed, { body: { name: 'Barn', ...CALENDAR, ...content } }, user.token)
const read = async (path: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url: path })

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
const namesIn = async (path: string): Promise<string[]> =>
  eventsOf((await read(path)).body)
    .map(({ summary }) => summary)
    .sort()

const aFarm = async () => {
  const owner = await aUser(app)
  const location = await aLocation(app, owner, {
    name: 'Zonneveld; Süd, 1',
    areas: [{ name: 'Barn 1', area_type_id: BROILER }],
  })
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  return { owner, location, device }
}

describe('a calendar', () => {
  test('has the own reminders, the inspections and the days on which animals come and go', async () => {
    const { owner, location } = await aFarm()
    const reminder_date = app.clock.iso(3 * DAY_MS)
    await anInspection(app, owner, location, {
      notes: `Straw is wet,\nfan; 2 rattles \u0001${'🐓'.repeat(600)}`,
      reminder: 'Look at fan 2',
      reminder_date,
    })
    const round = { name: 'Ross', date_in: app.clock.iso(-DAY_MS).slice(0, 10), animals: 30_000 }
    const date_out = app.clock.iso(40 * DAY_MS).slice(0, 10)
    await app.call(api.createRound, { params: { id: location.area.id }, body: { ...round, date_out } }, owner.token)
    const { path } = await make(owner)
    expect(path).toMatch(/^\/api\/feeds\/bmf_[\w-]{43}\/calendar\.ics$/)
    const answer = await read(path)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
    })
    const events = eventsOf(answer.body)
    expect(events.map(({ summary }) => summary).sort()).toEqual([
      'Barn 1: animals arrive',
      'Barn 1: animals leave',
      'Inspection: Zonneveld; Süd, 1',
      'Look at fan 2',
    ])
    const reminder = events.find(({ summary }) => summary === 'Look at fan 2')
    expect(reminder?.startDate.toJSDate().toISOString()).toBe(`${reminder_date.slice(0, 19)}.000Z`)
    expect(reminder).toMatchObject({ location: 'Zonneveld; Süd, 1' })
    // Long notes are cut, and no half of a letter is left.
    expect(reminder?.description).toMatch(/^Straw is wet,\nfan; 2 rattles {2}(🐓)+.?…$/u)
    const leave = events.find(({ summary }) => summary === 'Barn 1: animals leave')
    expect(leave?.startDate).toMatchObject({ isDate: true })
    expect(leave?.startDate.toString()).toBe(date_out)
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(4)
    // Read again, it is the same event and not one more.
    expect(eventsOf((await read(path)).body).map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid))
    // Every line is at most 75 octets long and ends as the standard says.
    for (const line of answer.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  test('has only what was chosen, in the language of the account', async () => {
    const { owner, location } = await aFarm()
    await anInspection(app, owner, location, { reminder: '', reminder_date: app.clock.iso(HOUR_MS) })
    const { path } = await make(owner, { events: ['reminders'] })
    expect(await namesIn(path)).toEqual(['Reminder: Zonneveld; Süd, 1'])
    await app.call(api.updateUser, { body: { locale: 'de' } }, owner.token)
    expect(await namesIn(path)).toEqual(['Erinnerung: Zonneveld; Süd, 1'])
  })

  test('has nothing of others: no reminder of a co-owner, no place that was left, nothing that only an administrator sees', async () => {
    const { owner, location } = await aFarm()
    const other = await aUser(app)
    await app.services.db
      .insertInto('location_owners')
      .values({ location_id: location.id, email: other.email })
      .execute()
    await anInspection(app, owner, location, { reminder: 'Mine alone', reminder_date: app.clock.iso(HOUR_MS) })
    const [own, theirs, administrators] = [await make(owner), await make(other), await make(admin)]
    expect(await namesIn(own.path)).toContain('Mine alone')
    expect(await namesIn(theirs.path)).toEqual(['Inspection: Zonneveld; Süd, 1'])
    expect(await namesIn(administrators.path)).toEqual([])
    await app.services.db.deleteFrom('location_owners').where('email', '=', other.email).execute()
    expect(await namesIn(theirs.path)).toEqual([])
  })
})

describe('a table of values', () => {
  const valuesOf = (location: { area: { id: number } }, content: object = {}) => ({
    ...{ kind: 'values', area_id: location.area.id, measurements: ['t', 'h'] },
    ...content,
  })
  const rowsOf = (body: string) => body.trim().split(/\r?\n/)

  test('has the means of all devices of the area, goes on with the next one, and moves with the clock', async () => {
    const { owner, location, device } = await aFarm()
    await app.call(api.sendMeasurements, { body: { t: 20, h: 60 } }, device.key)
    await app.app.settle()
    const { path } = await make(owner, valuesOf(location, { interval: 'day', measurements: ['t'] }))
    expect(path).toMatch(/\/values\.csv$/)
    const answer = await read(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.body).toContain('Barn 1')
    expect(rowsOf(answer.body).filter(row => /,20(\.0+)?$/.test(row))).toHaveLength(1)
    expect(rowsOf(answer.body).filter(row => /,60(\.0+)?(,|$)/.test(row))).toEqual([])
    const next = await aDevice(app, owner)
    await aPlacement(app, owner, next, location)
    app.clock.forward(2 * HOUR_MS)
    await app.call(api.sendMeasurements, { body: { t: 25 } }, next.key)
    await app.app.settle()
    expect(rowsOf((await read(path)).body).filter(row => /,2[05](\.0+)?$/.test(row))).toHaveLength(2)
    app.clock.forward(23 * HOUR_MS)
    expect(rowsOf((await read(path)).body).filter(row => /,2[05](\.0+)?$/.test(row))).toHaveLength(1)
  })

  test('is written as it was chosen', async () => {
    const { owner, location, device } = await aFarm()
    await app.call(api.sendMeasurements, { body: { t: 20.5 } }, device.key)
    await app.app.settle()
    const { path } = await make(owner, valuesOf(location, { separator: 'semicolon', decimal: 'comma' }))
    expect((await read(path)).body).toMatch(/;20,5/)
    const headers = await read(path, 'HEAD')
    expect([headers.statusCode, headers.body]).toEqual([200, ''])
  })

  test('notes one download a day, however often it is read', async () => {
    const { owner, location, device } = await aFarm()
    await app.call(api.sendMeasurements, { body: { t: 20 } }, device.key)
    await app.app.settle()
    const { path } = await make(owner, valuesOf(location))
    const noted = async () =>
      (await app.call(api.listAudit, { query: {} }, owner.token)).filter(
        ({ action }) => action === 'measurements_downloaded',
      ).length
    await read(path)
    await read(path)
    app.clock.forward(11 * MINUTE_MS)
    await read(path)
    expect(await noted()).toBe(1)
    app.clock.forward(DAY_MS)
    await read(path)
    expect(await noted()).toBe(2)
  })

  test('is refused of an area that is not there, not seen, or of a measurement that is none', async () => {
    const { location } = await aFarm()
    const stranger = await aUser(app)
    for (const user of [stranger, admin])
      await expect(make(user, valuesOf(location))).rejects.toMatchObject({
        status: 422,
        errors: { area_id: [expect.any(String)] },
      })
    const { owner, location: own } = await aFarm()
    await expect(make(owner, valuesOf(own, { measurements: ['nonsense'] }))).rejects.toMatchObject({ status: 422 })
    await expect(make(owner, { events: [] })).rejects.toMatchObject({ status: 422 })
  })

  test('says so while nothing hangs in the area, and is gone once the area is not seen', async () => {
    const owner = await aUser(app)
    const location = await aLocation(app, owner, { areas: [{ name: 'Empty', area_type_id: BROILER }] })
    const { path } = await make(owner, valuesOf(location))
    const answer = await read(path)
    expect([answer.statusCode, answer.body]).toEqual([200, '"No device is placed in this area in this period."\r\n'])
    // That was a reading, too.
    expect(await app.call(api.listFeeds, {}, owner.token)).toMatchObject([{ last_read_at: app.clock.iso() }])
    await app.services.db.deleteFrom('location_owners').where('location_id', '=', location.id).execute()
    expect((await read(path)).statusCode).toBe(404)
    expect(await app.call(api.listFeeds, {}, owner.token)).toMatchObject([{ area_name: null, location_name: null }])
  })
})

describe('a feed', () => {
  test('opens nothing else, and nothing else opens it', async () => {
    const { owner, location } = await aFarm()
    const { path } = await make(owner)
    const secret = path.split('/')[3] ?? ''
    await expect(app.call(api.listLocations, {}, secret)).rejects.toMatchObject({ status: 401 })
    expect((await read(`/api/feeds/${secret}/values.csv`)).statusCode).toBe(404)
    for (const other of ['rubbish', owner.token, `bmf_${'x'.repeat(43)}`])
      expect((await read(`/api/feeds/${other}/calendar.ics`)).statusCode).toBe(404)
    expect((await read(`/api/feeds/${'x'.repeat(101)}/calendar.ics`)).statusCode).toBe(404)
    const table = await make(owner, { kind: 'values', area_id: location.area.id, measurements: ['t'] })
    expect((await read(table.path.replace('values.csv', 'calendar.ics'))).statusCode).toBe(404)
    const rows = await app.services.db.selectFrom('feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
    expect(JSON.stringify(await app.call(api.listFeeds, {}, owner.token))).not.toContain(secret.slice(4, -4))
  })

  test('ends when it is revoked, by its owner alone, and both are in the log', async () => {
    const { owner } = await aFarm()
    const { id, path } = await make(owner)
    for (const other of [await aUser(app), admin])
      await expect(app.call(api.deleteFeed, { params: { id } }, other.token)).rejects.toMatchObject({ status: 404 })
    expect((await read(path)).statusCode).toBe(200)
    await app.call(api.deleteFeed, { params: { id } }, owner.token)
    expect((await read(path)).statusCode).toBe(404)
    const entries = await app.call(api.listAudit, { query: {} }, owner.token)
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'feed_revoked', object_name: 'Barn' },
      { action: 'feed_created', object_name: 'Barn' },
    ])
  })

  test('is read ten times a minute, whoever reads others from the same address', async () => {
    const [one, other] = [await make((await aFarm()).owner), await make((await aFarm()).owner)]
    for (let times = 0; times < 10; times++) expect((await read(one.path)).statusCode).toBe(200)
    const refused = await read(one.path)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await read(other.path)).statusCode).toBe(200)
    app.clock.forward(MINUTE_MS)
    expect((await read(one.path)).statusCode).toBe(200)
  })

  test('is not made by a session that was ended meanwhile, and making one is told by mail', async () => {
    const { owner } = await aFarm()
    await make(owner, { name: 'Told' })
    const mail = await app.services.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', owner.email)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(mail?.subject).toContain('Told')
    // An end of all sessions holds the account until that is done.
    const making = await app.services.db.transaction().execute(async trx => {
      await lockUser(trx, owner.id)
      const late = make(owner, { name: 'Late' }).catch((failure: unknown) => failure)
      await deleteSessionsOf(trx, owner.id)
      await endSecretsOf(trx, owner.id)
      return { late }
    })
    expect(await making.late).toMatchObject({ status: 401 })
    expect(await app.services.db.selectFrom('feeds').select('id').where('user_id', '=', owner.id).execute()).toEqual([])
  })

  test('ends with a suspension, with ended sessions and with a password that was forgotten', async () => {
    const [suspended, signedOut, forgotten] = [await aFarm(), await aFarm(), await aFarm()]
    const [first, second, third] = [
      await make(suspended.owner),
      await make(signedOut.owner),
      await make(forgotten.owner),
    ]
    await app.services.db.transaction().execute(trx => endOtherWaysIn(trx, forgotten.owner.id))
    await app.call(api.changeAccount, { params: { id: suspended.owner.id }, body: { suspended: true } }, admin.token)
    await app.call(api.endUserSessions, { params: { id: signedOut.owner.id } }, admin.token)
    for (const { path } of [first, second, third]) expect((await read(path)).statusCode).toBe(404)
    await app.call(api.changeAccount, { params: { id: suspended.owner.id }, body: { suspended: false } }, admin.token)
    expect((await read(first.path)).statusCode).toBe(404)
  })

  test('ends when nobody reads it for half a year, not while somebody does', async () => {
    const { owner } = await aFarm()
    const { path } = await make(owner)
    app.clock.forward((FEED_IDLE_DAYS - 1) * DAY_MS)
    expect((await read(path)).statusCode).toBe(200)
    app.clock.forward((FEED_IDLE_DAYS - 1) * DAY_MS)
    expect((await read(path)).statusCode).toBe(200)
    app.clock.forward(FEED_IDLE_DAYS * DAY_MS)
    expect((await read(path)).statusCode).toBe(404)
  })
})
