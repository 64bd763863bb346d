import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFloorPlan } from '../testing/a-floor-plan.ts'
import { aGroup } from '../testing/a-group.ts'
import { aLocation } from '../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { anInspection } from '../testing/an-inspection.ts'
import { mailed, mailsTo } from '../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { forgetCopies, makeCopies } from './make-copies.ts'
import { PARTS } from './parts.ts'
import { takeCopy } from './store.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: CallFailed) => error.code,
  )
const request = (user: TestUser) => app.call(api.createDataCopy, {}, user.token)
const listed = (user: TestUser) => app.call(api.listDataCopies, {}, user.token)
const download = (user: TestUser, id: number) =>
  app.inject({ url: `/api/user/data_copies/${id}/file`, headers: { authorization: `Bearer ${user.token}` } })
const contentOf = async (user: TestUser, id: number): Promise<Record<string, string>> => {
  const answer = await download(user, id)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzipSync(answer.rawPayload)
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
}
const rowsIn = (files: Record<string, string>, name: string): Record<string, unknown>[] =>
  JSON.parse(files[`json/${name}.json`] ?? 'null')
const stored = (file: string | null) => app.services.files.read(file ?? '')
const rowOf = (id: number) =>
  app.services.db.selectFrom('data_copies').selectAll().where('id', '=', id).executeTakeFirst()

describe('a copy of the own data', () => {
  test('holds what the person did and has, readable, and nothing of anybody else', async () => {
    const user = await aUser(app, { name: 'Greta =1+1 Meyer' })
    const other = await aUser(app, { name: 'Otto Other' })
    const [location, foreign] = [await aLocation(app, user), await aLocation(app, other, { name: 'Foreign farm' })]
    const device = await aDevice(app, user, { name: 'Sow barn' })
    await anInspection(app, user, location, { notes: 'Fan is "loud";\nlook again' })
    await anInspection(app, other, foreign, { notes: 'Not for Greta' })
    await app.call(api.saveSettings, { body: { charts_per_row: '2' } }, user.token)
    const { id, status } = await request(user)
    expect(status).toBe('waiting')
    await makeCopies(app.services)
    expect(await listed(user)).toMatchObject([{ id, status: 'ready' }])
    const files = await contentOf(user, id)
    expect(Object.keys(files)).toHaveLength(PARTS.length * 2 + 1)
    expect(rowsIn(files, 'account')).toMatchObject([
      { id: user.id, email: user.email, name: 'Greta =1+1 Meyer', roles: [] },
    ])
    expect(rowsIn(files, 'locations')).toMatchObject([{ id: location.id, name: location.name }])
    expect(rowsIn(files, 'devices')).toMatchObject([{ id: device.id, name: 'Sow barn' }])
    expect(rowsIn(files, 'custodies')).toMatchObject([{ device_id: device.id, owner: 1, email: user.email }])
    expect(rowsIn(files, 'inspections')).toMatchObject([{ notes: 'Fan is "loud";\nlook again', answers: {} }])
    expect(rowsIn(files, 'settings')).toEqual([{ name: 'charts_per_row', value: '2' }])
    expect(rowsIn(files, 'sessions')).toHaveLength(1)
    expect(rowsIn(files, 'audit-log-by-me').map(row => row.action)).toContain('data_copy_requested')
    expect(rowsIn(files, 'messages').map(row => row.recipient)).toEqual([user.email])
    expect(files['csv/inspections.csv']).toContain('"Fan is ""loud"";\nlook again"')
    expect(files['csv/settings.csv']).toBe('\uFEFFname,value\r\ncharts_per_row,2\r\n')
    expect(files['README.txt']).toContain(`inspections (1): inspections you wrote`)
    const all = Object.values(files).join('')
    expect(all).not.toMatch(/Otto Other|Not for Greta|Foreign farm|argon2|[0-9a-f]{64}/)
    expect(all).not.toContain(other.email)
    await mailed(app, user.email, /\/profile\/data/)
  })

  test('holds the floor plans of own locations, whoever drew them, and none of a farm that was shared once', async () => {
    const [owner, editor] = [await aUser(app), await aUser(app)]
    const location = await aLocation(app, owner)
    const share = { location_id: location.id, may: 'edit' as const }
    const group = await aGroup(app, owner, { people: [[editor, 'member']], shares: [share] })
    const plan = await aFloorPlan(app, editor, location, 'Barns')
    await app.call(api.setGroupShares, { params: { id: group.id }, body: [] }, owner.token)
    await app.call(api.updateFloorPlan, { params: { id: plan.id }, body: { name: 'Quarantine' } }, owner.token)
    const plansOf = async (user: TestUser) => {
      const { id } = await request(user)
      await makeCopies(app.services)
      return rowsIn(await contentOf(user, id), 'floor-plans')
    }
    expect(await plansOf(owner)).toMatchObject([{ id: plan.id, name: 'Quarantine' }])
    expect(await plansOf(editor)).toEqual([])
  })

  test('speaks the language of who asked', async () => {
    const user = await aUser(app)
    const { id } = await app.call(api.createDataCopy, {}, user.token, 'de')
    await makeCopies(app.services)
    const files = await contentOf(user, id)
    expect(files['README.txt']).toContain('IHRE DATEN IN BARNOMETER')
    expect(files['csv/settings.csv']).toBe('\uFEFFname;value\r\n')
  })

  test('pages through more rows than are read at once, each once', async () => {
    const user = await aUser(app)
    const settings = Array.from({ length: 2345 }, (_, index) => ({ user_id: user.id, name: `n${index}`, value: 'v' }))
    for (let at = 0; at < settings.length; at += 500)
      await app.services.db
        .insertInto('settings')
        .values(settings.slice(at, at + 500))
        .execute()
    const { id } = await request(user)
    await makeCopies(app.services)
    const names = rowsIn(await contentOf(user, id), 'settings').map(row => row.name)
    expect([names.length, new Set(names).size]).toEqual([2345, 2345])
  })

  test('is there for who asked for it alone, not for an administrator either', async () => {
    const [user, stranger] = [await aUser(app), await aUser(app)]
    const { id } = await request(user)
    await makeCopies(app.services)
    for (const other of [stranger, admin]) {
      expect((await download(other, id)).statusCode).toBe(404)
      expect(await codeOf(app.call(api.deleteDataCopy, { params: { id } }, other.token))).toBe('not_found')
      expect(await listed(other)).toEqual([])
    }
    expect((await app.inject({ url: `/api/user/data_copies/${id}/file` })).statusCode).toBe(401)
  })

  test('holds nothing of who had the address before', async () => {
    const [email, farmer] = ['barn@farm.example', await aUser(app)]
    const before = await aUser(app, { name: 'Former Holder' })
    const location = await aLocation(app, farmer, { name: 'Farm of then' })
    const told = {
      location_id: location.id,
      user_id: before.id,
      name: before.name,
      phone: '+31 6 1234',
      email,
      locale: 'en' as const,
      told_at: app.clock.iso(0),
    }
    await app.services.db.insertInto('alarm_tellings').values(told).execute()
    await app.services.db
      .insertInto('research_consents')
      .values({
        research_id: 1,
        research_name: 'Project of then',
        kind: 'asked',
        email,
        said_at: app.clock.iso(0),
      })
      .execute()
    await app.services.db
      .insertInto('outbox')
      .values({
        channel: 'email',
        recipient: email,
        lane: email,
        turn: 0,
        priority: 2,
        subject: 'News of then',
        text: '',
        html: '',
        secret: 0,
        state: 'sent',
        created_at: app.clock.iso(0),
        expires_at: app.clock.iso(0),
        attempts: 1,
        next_attempt_at: app.clock.iso(0),
      })
      .execute()
    await app.call(api.removeUser, { params: { id: before.id } }, admin.token)
    app.clock.forward(MINUTE_MS)
    const user = await aUser(app, { email })
    const { id } = await request(user)
    await makeCopies(app.services)
    const files = await contentOf(user, id)
    expect(Object.values(files).join('')).not.toMatch(/Former Holder|1234|of then/)
    expect(rowsIn(files, 'messages')).toHaveLength(1)
  })

  test('holds no code that lets in, for whoever has a session and not the password', async () => {
    const user = await aUser(app)
    await app.call(api.requestPasswordCode, { body: { email: user.email } })
    const [, code = ''] = await mailed(app, user.email, /(\d{6}) is your code/)
    const { id } = await request(user)
    await makeCopies(app.services)
    const files = await contentOf(user, id)
    expect(rowsIn(files, 'messages').map(row => row.subject)).toEqual([null, null])
    expect(Object.values(files).join('')).not.toContain(code)
  })

  test('five may be unfinished, also when they are asked for side by side', async () => {
    const user = await aUser(app)
    const codes = await Promise.all(Array.from({ length: 9 }, () => codeOf(request(user))))
    expect(codes.filter(code => code === 'limit_exceeded')).toHaveLength(4)
    await makeCopies(app.services)
    expect((await listed(user)).map(({ status }) => status)).toEqual(Array(5).fill('ready'))
  })

  test('goes with its file when it is thrown away, and by itself after a week', async () => {
    const user = await aUser(app)
    const [thrown, old] = [await request(user), await request(user)]
    await makeCopies(app.services)
    const [first, second] = [await rowOf(thrown.id), await rowOf(old.id)]
    await app.call(api.deleteDataCopy, { params: { id: thrown.id } }, user.token)
    expect((await download(user, thrown.id)).statusCode).toBe(404)
    app.clock.forward(2 * MINUTE_MS)
    await forgetCopies(app.services)
    expect([await rowOf(thrown.id), await stored(first?.file ?? null)]).toEqual([undefined, null])
    expect((await download(user, old.id)).statusCode).toBe(200)
    app.clock.forward(7 * DAY_MS)
    expect((await download(user, old.id)).statusCode).toBe(404)
    await forgetCopies(app.services)
    expect([await rowOf(old.id), await stored(second?.file ?? null)]).toEqual([undefined, null])
  })
})

describe('a process or an account that ends meanwhile', () => {
  test('what a process had taken and did not finish is made by the next, once', async () => {
    const user = await aUser(app)
    const { id } = await request(user)
    const iso = (ms: number) => app.clock.iso(ms)
    const taken = await takeCopy(app.services.db, iso(0), iso(MINUTE_MS))
    expect(taken?.id).toBe(id)
    await makeCopies(app.services)
    expect((await listed(user))[0]?.status).toBe('running')
    app.clock.forward(2 * MINUTE_MS)
    await Promise.all([makeCopies(app.services), makeCopies(app.services)])
    expect((await listed(user))[0]?.status).toBe('ready')
    await mailed(app, user.email, /\/profile\/data/)
    expect(mailsTo(app, user.email).filter(mail => mail.includes('/profile/data'))).toHaveLength(1)
  })

  test('one that fails is tried three times, then says so', async () => {
    const user = await aUser(app)
    await request(user)
    const { write } = app.services.files
    app.services.files.write = () => Promise.reject(new Error('disk full'))
    for (let tries = 0; tries < 3; tries++) {
      await makeCopies(app.services)
      app.clock.forward(2 * MINUTE_MS)
    }
    app.services.files.write = write
    expect((await listed(user))[0]?.status).toBe('failed')
    expect(mailsTo(app, user.email).filter(mail => mail.includes('/profile/data'))).toHaveLength(0)
  })

  test('one that ends each process that makes it is given up after three', async () => {
    const user = await aUser(app)
    await request(user)
    for (let tries = 0; tries < 3; tries++) {
      await takeCopy(app.services.db, app.clock.iso(0), app.clock.iso(MINUTE_MS))
      app.clock.forward(2 * MINUTE_MS)
    }
    await makeCopies(app.services)
    expect((await listed(user))[0]?.status).toBe('failed')
  })

  test('a copy goes with its account, also one that waits', async () => {
    const user = await aUser(app)
    const made = await request(user)
    await makeCopies(app.services)
    const waiting = await request(user)
    const row = await rowOf(made.id)
    expect(await stored(row?.file ?? null)).not.toBeNull()
    await app.call(api.removeUser, { params: { id: user.id } }, admin.token)
    await makeCopies(app.services)
    app.clock.forward(2 * MINUTE_MS)
    await forgetCopies(app.services)
    expect(await stored(row?.file ?? null)).toBeNull()
    expect([await rowOf(made.id), await rowOf(waiting.id)]).toEqual([undefined, undefined])
  })

  test('a file that was written after its copy was forgotten goes, too', async () => {
    const user = await aUser(app)
    await request(user)
    const { write } = app.services.files
    let written = ''
    app.services.files.write = async (name, bytes) => {
      await app.call(api.removeUser, { params: { id: user.id } }, admin.token)
      app.clock.forward(2 * MINUTE_MS)
      await forgetCopies(app.services)
      await write(name, bytes)
      written = name
    }
    await makeCopies(app.services)
    app.services.files.write = write
    expect(written).not.toBe('')
    expect(await stored(written)).toBeNull()
  })

  test('nothing is made for somebody who is suspended', async () => {
    const user = await aUser(app)
    const { id } = await request(user)
    await app.call(api.changeAccount, { params: { id: user.id }, body: { suspended: true } }, admin.token)
    await makeCopies(app.services)
    expect((await rowOf(id))?.status).toBe('failed')
  })
})
