import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { sendAllDue } from '../notifications/outbox/outbox.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { insertReadings } from '../testing/insert-readings.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { moveReportAddresses } from './addresses.ts'
import { addDemoSchedules, deleteDemoSchedules } from './demo.ts'
import { forgetReports, makeReports } from './make-reports.ts'
import { recipientIdsOf, setStopped } from './recipient-store.ts'
import { runSchedules } from './run-schedules.ts'
import { takeReport } from './store.ts'

type Input = CallInput<typeof api.createReportSchedule>['body']

/** A Tuesday. */
const NOW = Date.parse('2026-03-17T12:00:00Z')
const MONDAY_0700 = Date.parse('2026-03-23T06:00:00Z')

let app: TestApp
let owner: TestUser
let area: number
let placement: { id: number }
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
  await aFirstUser(app)
})
beforeEach(async () => {
  app.clock.set(NOW)
  await app.services.db.deleteFrom('report_schedules').execute()
  await app.services.db.deleteFrom('outbox').execute()
  owner = await aUser(app)
  const location = await aLocation(app, owner, { areas: [{ name: 'Room 3', area_type_id: 25 }] })
  area = location.area.id
  const device = await aDevice(app, owner)
  placement = await aPlacement(app, owner, device, location)
  await insertReadings(
    app,
    Array.from({ length: 20 * 24 }, (_, hour) => [device.id, 't', NOW - 10 * DAY_MS + hour * HOUR_MS, 24]),
  )
})
afterAll(() => app.close())

const input = (changes: Partial<Input> = {}): Input => ({
  name: 'Weekly, Room 3',
  area_ids: [area],
  frequency: 'week',
  weekday: 1,
  language: 'nl',
  timezone: 'Europe/Amsterdam',
  recipients: ['marieke@farm.example', 'vet@farm.example'],
  ...changes,
})
const create = (changes: Partial<Input> = {}, of = owner) =>
  app.call(api.createReportSchedule, { body: input(changes) }, of.token)
const save = (id: number, changes: Partial<Input>) =>
  app.call(api.updateReportSchedule, { params: { id }, body: input(changes) }, owner.token)
/** Id of the newest report. */
const made = async () => (await app.call(api.listReports, {}, owner.token))[0]?.id ?? 0
const list = (of = owner) => app.call(api.listReportSchedules, {}, of.token)
const runAll = async () => {
  await runSchedules(app.services)
  await makeReports(app.services)
}
const mails = () =>
  app.services.db.selectFrom('outbox').selectAll().where('topic', '=', 'reports').orderBy('id').execute()

describe('[specification §7] report schedules', () => {
  test('are listed with their next runs, changed, switched off and deleted', async () => {
    const made = await create()
    expect(made).toMatchObject({ state: 'active', about: ['Room 3'], last_run: null, relative: false })
    expect(made.next_run).toBe(new Date(MONDAY_0700).toISOString())
    expect(made.upcoming).toEqual(['2026-03-23T06:00:00.000Z', '2026-03-30T05:00:00.000Z'])
    const params = { id: made.id }
    const off = await app.call(api.updateReportSchedule, { params, body: input({ active: false }) }, owner.token)
    expect(off).toMatchObject({ state: 'inactive', next_run: null, upcoming: [] })
    await app.call(api.deleteReportSchedule, { params }, owner.token)
    expect(await list()).toEqual([])
  })

  test('say beforehand when they would run and what each run is about', async () => {
    const query = { frequency: 'month', timezone: 'Europe/Amsterdam' } as const
    const [first] = await app.call(api.listScheduleTimes, { query }, owner.token)
    expect(first).toEqual({
      time: '2026-04-01T05:00:00.000Z',
      from: '2026-02-28T23:00:00.000Z',
      until: '2026-03-31T22:00:00.000Z',
    })
  })

  test('refuse a name that is empty or too long, no recipient, a bad address, a zone or an area that is none', async () => {
    const bad: Partial<Input>[] = [
      { name: '' },
      { name: 'x'.repeat(256) },
      { recipients: [] },
      { recipients: ['lisa@'] },
      { timezone: 'Nowhere/Else' },
      { weekday: 8 },
      { area_ids: [] },
    ]
    for (const changes of bad) await expect(create(changes)).rejects.toMatchObject({ code: 'no_valid_input' })
    await expect(create({}, await aUser(app))).rejects.toMatchObject({ code: 'not_found' })
    await expect(create({ recipients: Array.from({ length: 21 }, (_, n) => `a${n}@b.example`) })).rejects.toMatchObject(
      {
        code: 'no_valid_input',
      },
    )
  })

  test('are about no area that is lost in the moment they are saved', async () => {
    const { id } = await create({ active: false })
    const lose = () => app.call(api.deleteLocationResearch, { params: { id: placement.id } }, owner.token)
    await expect(meanwhile(app, () => save(id, {}), lose)).rejects.toMatchObject({ code: 'not_found' })
    await expect(create()).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each([
    ['run', (id: number) => app.call(api.runReportSchedule, { params: { id } }, owner.token)],
    ['tried', () => app.call(api.createSchedulePreview, { body: input() }, owner.token)],
    [
      'asked for at once',
      () => app.call(api.createReport, { body: { area_ids: [area], interval: 'day', index: 1 } }, owner.token),
    ],
  ])('make no report of an area that is lost in the moment it is %s', async (_, ask) => {
    const { id } = await create()
    const lose = () => app.call(api.deleteLocationResearch, { params: { id: placement.id } }, owner.token)
    await expect(meanwhile(app, () => ask(id), lose)).rejects.toMatchObject({ code: 'not_found' })
    expect(await app.call(api.listReports, {}, owner.token)).toEqual([])
  })

  test('have no table of more rows than a report on demand may have', async () => {
    const rows = { frequency: 'year', interval: 'hour' } as const
    await expect(create(rows)).rejects.toMatchObject({ code: 'too_much_data' })
    const { id } = await create({ frequency: 'month', interval: 'hour' })
    const change = app.call(api.updateReportSchedule, { params: { id }, body: input(rows) }, owner.token)
    await expect(change).rejects.toMatchObject({ code: 'too_much_data' })
  })

  test('keep a run that is due when they are saved before it is made, and are due anew at other times', async () => {
    const { id } = await create()
    const save = (changes: Partial<Input>) =>
      app.call(api.updateReportSchedule, { params: { id }, body: input(changes) }, owner.token)
    app.clock.set(MONDAY_0700 + 2000)
    await save({ name: 'Room 3, each week' })
    await runAll()
    const [made] = await list()
    expect(made).toMatchObject({ name: 'Room 3, each week', next_run: '2026-03-30T05:00:00.000Z' })
    expect(made?.runs.map(({ time }) => time)).toEqual([new Date(MONDAY_0700).toISOString()])
    await save({ name: 'once more' })
    await runAll()
    expect((await list())[0]?.runs).toHaveLength(1)
    app.clock.set(MONDAY_0700 + 7 * DAY_MS)
    await save({ weekday: 2 })
    await runAll()
    expect((await list())[0]).toMatchObject({ runs: [{}], next_run: '2026-03-31T05:00:00.000Z' })
    await save({ active: false })
    app.clock.set(MONDAY_0700 + 9 * DAY_MS)
    await save({})
    await runAll()
    expect((await list())[0]?.runs).toHaveLength(1)
  })

  test('can be switched off by who no longer sees their areas', async () => {
    const { id } = await create()
    await app.services.db.deleteFrom('location_owners').where('email', '=', owner.email).execute()
    await app.services.db.deleteFrom('rentals').where('user_id', '=', owner.id).execute()
    const change = (changes: Partial<Input>) =>
      app.call(api.updateReportSchedule, { params: { id }, body: input(changes) }, owner.token)
    await expect(change({})).rejects.toMatchObject({ code: 'not_found' })
    expect(await change({ active: false })).toMatchObject({ active: false, about: [] })
  })

  test('are their owner’s alone', async () => {
    const { id } = await create()
    const stranger = await aUser(app)
    expect(await list(stranger)).toEqual([])
    for (const endpoint of [api.deleteReportSchedule, api.runReportSchedule])
      await expect(app.call(endpoint, { params: { id } }, stranger.token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      app.call(api.updateReportSchedule, { params: { id }, body: input() }, stranger.token),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('have expired once nothing hangs in their areas any more, and run no more', async () => {
    await create()
    app.clock.set(MONDAY_0700 - HOUR_MS)
    const end = new Date(MONDAY_0700 - 2 * HOUR_MS).toISOString()
    await app.services.db.updateTable('location_research').set({ end }).where('id', '=', placement.id).execute()
    expect((await list())[0]).toMatchObject({ state: 'expired', next_run: null, upcoming: [] })
    app.clock.set(MONDAY_0700)
    await runAll()
    expect(await mails()).toEqual([])
  })

  test('that had expired run again once something hangs in their areas', async () => {
    await create({ frequency: 'day' })
    const hang = (end: string | null) =>
      app.services.db.updateTable('location_research').set({ end }).where('id', '=', placement.id).execute()
    await hang(new Date(NOW).toISOString())
    app.clock.set(NOW + DAY_MS)
    await runAll()
    expect(await mails()).toEqual([])
    await hang(null)
    expect((await list())[0]).toMatchObject({ state: 'active', next_run: '2026-03-19T06:00:00.000Z' })
    app.clock.forward(DAY_MS)
    await runAll()
    expect(await mails()).toHaveLength(2)
  })
})

describe('the demo farm', () => {
  test('has schedules with a report of last week and of the emission of last month, which mail nobody and go with it', async () => {
    const { db } = app.services
    await addDemoSchedules(app.services, owner.id)
    expect(await list()).toEqual([])
    const { location_id } = await db
      .selectFrom('areas')
      .select('location_id')
      .where('id', '=', area)
      .executeTakeFirstOrThrow()
    await db.updateTable('locations').set({ demo: 1 }).where('id', '=', location_id).execute()
    await addDemoSchedules(app.services, owner.id)
    await makeReports(app.services)
    const [emission, schedule] = await list()
    expect(schedule).toMatchObject({ name: 'Weekly climate report', area_ids: [area], recipients: [owner.email] })
    expect(schedule?.last_run).toMatchObject({ state: 'ready', time: '2026-03-16T06:00:00.000Z', is_there: true })
    expect(emission).toMatchObject({ name: 'Emission report', source: 'Emission', gas: 'nh3', frequency: 'month' })
    expect(emission?.last_run).toMatchObject({ state: 'ready', is_there: true })
    app.clock.set(MONDAY_0700)
    await runAll()
    expect((await list())[1]?.runs).toHaveLength(2)
    expect(await mails()).toEqual([])
    const [report] = await app.call(api.listReports, {}, owner.token)
    await deleteDemoSchedules(db)
    expect([await list(), await app.call(api.listReports, {}, owner.token)]).toEqual([[], []])
    await forgetReports(app.services)
    expect(
      await db
        .selectFrom('reports')
        .selectAll()
        .where('id', '=', report?.id ?? 0)
        .execute(),
    ).toEqual([])
  })

  test('keeps a schedule that somebody changed: it is theirs', async () => {
    const { id } = await create()
    const { db } = app.services
    await db.updateTable('report_schedules').set({ demo: 1 }).execute()
    await app.call(api.updateReportSchedule, { params: { id }, body: input({ name: 'Mine' }) }, owner.token)
    await deleteDemoSchedules(db)
    expect((await list()).map(({ name }) => name)).toEqual(['Mine'])
  })
})

describe('[decisions §10] a run', () => {
  test('comes at 07:00 and not before, is about the last full week, and mails a link to each recipient', async () => {
    await create()
    app.clock.set(MONDAY_0700 - 1)
    await runAll()
    expect(await mails()).toEqual([])
    app.clock.set(MONDAY_0700)
    await runAll()
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual(['marieke@farm.example', 'vet@farm.example'])
    const [mail] = sent
    expect(mail?.subject).toBe('Weekly, Room 3: Klimaatrapport van de week')
    expect(mail?.html).toMatch(
      /<html lang="nl">[\s\S]*<th scope="row"[^>]*>Temperatuur, °C<\/th>(<td[^>]*>24,0<\/td>){3}<td/,
    )
    const [, path = ''] = /(\/api\/reports\/[\w-]+)/.exec(mail?.text ?? '') ?? []
    const answer = await app.inject({ url: path })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const [schedule] = await list()
    expect(schedule?.next_run).toBe(new Date(MONDAY_0700 + 7 * DAY_MS - HOUR_MS).toISOString())
    expect(schedule?.last_run).toMatchObject({
      state: 'ready',
      time: new Date(MONDAY_0700).toISOString(),
      is_there: true,
    })
    const rows = await app.services.db
      .selectFrom('reports')
      .selectAll()
      .where('schedule_id', '=', schedule?.id ?? 0)
      .execute()
    expect(rows.map(({ from, until }) => [from, until])).toEqual([
      ['2026-03-15T23:00:00.000Z', '2026-03-22T23:00:00.000Z'],
    ])
  })

  test('is written down once, however many look, and what was missed is made up once', async () => {
    await create({ frequency: 'day' })
    app.clock.set(NOW + 5 * DAY_MS)
    await Promise.all([runSchedules(app.services), runSchedules(app.services), runSchedules(app.services)])
    await Promise.all([makeReports(app.services), makeReports(app.services)])
    expect(await mails()).toHaveLength(2)
    expect((await list())[0]?.runs.map(({ time }) => time)).toEqual(['2026-03-22T06:00:00.000Z'])
    await runAll()
    expect(await mails()).toHaveLength(2)
  })

  test('about a time without readings is mailed all the same, and says so instead of a table', async () => {
    await create({ frequency: 'day', recipients: ['vet@farm.example'] })
    app.clock.set(NOW + 40 * DAY_MS)
    await runAll()
    const [mail] = await mails()
    expect(mail?.html).toMatch(/<h2[^>]*>Room 3<\/h2><p[^>]*>In deze periode is niets gemeten\.<\/p>/)
    expect(mail?.html).not.toContain('<table')
    expect(mail?.text).toContain('Room 3\nIn deze periode is niets gemeten.')
  })

  test('that cannot be written down stops no other', async () => {
    const { id } = await create({ frequency: 'day' })
    await create({ name: 'Well', frequency: 'day' })
    const { db } = app.services
    await db.updateTable('report_schedules').set({ next_run_at: '2026-00-00' }).where('id', '=', id).execute()
    app.clock.set(MONDAY_0700)
    await runAll()
    expect((await mails()).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => 'Well: Klimaatrapport van de dag'),
    )
  })

  test('of one account does not wait for the many of another', async () => {
    for (const name of ['A', 'B', 'C']) await create({ name })
    const other = await aUser(app)
    const location = await aLocation(app, other, { areas: [{ name: 'Room 4', area_type_id: 25 }] })
    await aPlacement(app, other, await aDevice(app, other), location)
    await create({ area_ids: [location.area.id] }, other)
    app.clock.set(MONDAY_0700)
    const ask = () => app.call(api.createReport, { body: { area_ids: [area], interval: 'day', index: 1 } }, owner.token)
    for (let n = 0; n < 3; n++) await ask()
    await makeReports(app.services)
    await runSchedules(app.services)
    await ask()
    const taken: (number | null | undefined)[] = []
    for (let n = 0; n < 5; n++) {
      const at = app.services.now()
      const [now, until] = [new Date(at).toISOString(), new Date(at + HOUR_MS).toISOString()]
      taken.push((await takeReport(app.services.db, now, until))?.user_id)
    }
    expect(taken).toEqual([owner.id, other.id, owner.id, owner.id, owner.id])
  })

  test('hands no mail over before its report is stored', async () => {
    await create()
    app.clock.set(MONDAY_0700)
    await runSchedules(app.services)
    const { files } = app.services
    const broken = { ...app.services, files: { ...files, write: () => Promise.reject(new Error('the disk is full')) } }
    await makeReports(broken)
    expect(await mails()).toEqual([])
    app.clock.forward(10 * 60_000)
    await makeReports(app.services)
    expect(await mails()).toHaveLength(2)
  })

  test('brings the values as a CSV file where that is wished, as its table has them', async () => {
    const attached = async (changes: Partial<Input>) => {
      await app.services.db.deleteFrom('outbox').execute()
      const { id } = await create({ recipients: ['vet@farm.example'], ...changes })
      await app.call(api.runReportSchedule, { params: { id } }, owner.token)
      await makeReports(app.services)
      const [mail] = await mails()
      const files: { filename: string; content: string }[] = JSON.parse(mail?.attachments ?? '[]')
      return {
        text: mail?.text,
        files: files.map(one => ({ ...one, content: Buffer.from(one.content, 'base64').toString() })),
      }
    }
    expect(await attached({})).toMatchObject({ files: [] })
    const daily = await attached({ csv: true })
    expect(daily.text).toContain('De waarden zijn bijgevoegd als CSV-bestand.')
    expect(daily.files[0]?.filename).toMatch(/_room-3_2026-03-09_2026-03-15\.csv$/)
    const lines = daily.files[0]?.content.split('\r\n') ?? []
    expect(lines[0]).toBe(
      '\uFEFFLocatie;Ruimte;Tijdzone;Dag;"Temperatuur, Min., °C";"Temperatuur, Gem., °C";"Temperatuur, Max., °C"',
    )
    expect(lines.slice(1, -1)).toHaveLength(7)
    expect(lines[1]).toMatch(/;Room 3;[\w/]+;2026-03-09;24;24;24$/)
    const whole = await attached({ csv: true, interval: 'none', language: 'en' })
    expect(whole.files[0]?.content.split('\r\n')[1]).toMatch(/,2026-03-09 00:00,2026-03-15 23:59,24,24,24$/)
  })

  test('tells the two hours of autumn apart by the offset of the clocks', async () => {
    app.clock.set(Date.parse('2026-10-26T05:00:00Z'))
    const other = await aUser(app)
    const location = await aLocation(app, other)
    const { id: device } = await aDevice(app, other)
    await aPlacement(app, other, { id: device }, location)
    const first = Date.parse('2026-10-25T00:00:00Z')
    await insertReadings(
      app,
      [0, 1, 2].map(hour => [device, 't', first + hour * HOUR_MS, 20 + hour]),
    )
    const { id } = await create({ area_ids: [location.area.id], frequency: 'day', interval: 'hour', csv: true }, other)
    await app.call(api.runReportSchedule, { params: { id } }, other.token)
    await makeReports(app.services)
    const [mail] = await mails()
    const [file]: { content: string }[] = JSON.parse(mail?.attachments ?? '[]')
    const lines = Buffer.from(file?.content ?? '', 'base64')
      .toString()
      .split('\r\n')
      .slice(1, -1)
    const hours = lines.map(line => line.split(';').slice(3, 5))
    expect(hours).toHaveLength(25)
    expect(hours.filter(([, value]) => value !== '')).toEqual([
      ['2026-10-25T02:00:00+02:00', '20'],
      ['2026-10-25T02:00:00+01:00', '21'],
      ['2026-10-25T03:00:00+01:00', '22'],
    ])
  })

  test('says so where the values are too many for a file', async () => {
    await create({ csv: true })
    app.clock.set(MONDAY_0700)
    await runSchedules(app.services)
    const long = 'many words '.repeat(23)
    const { db } = app.services
    await db
      .updateTable('areas')
      .set({ name: long.repeat(600) })
      .where('id', '=', area)
      .execute()
    await makeReports(app.services)
    const [mail] = await mails()
    expect([mail?.attachments, mail?.text.includes('te veel waarden')]).toEqual([null, true])
  })

  test('tells which mails did not go out, and why', async () => {
    await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    await sendAllDue(app.services)
    const [schedule] = await list()
    // Mails without a mail server are kept as files, which nobody gets.
    expect(schedule?.last_run?.failed.map(({ recipient }) => recipient)).toEqual([
      'marieke@farm.example',
      'vet@farm.example',
    ])
    expect(schedule?.last_run?.failed[0]?.error).toMatch(/\w+ \w+/)
  })

  test('as a test goes to who asks for it alone, and is no run', async () => {
    const { id } = await create()
    const report = await app.call(api.runReportSchedule, { params: { id } }, owner.token)
    await makeReports(app.services)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([owner.email])
    const [schedule] = await list()
    expect(schedule).toMatchObject({ last_run: null, next_run: new Date(MONDAY_0700).toISOString() })
    const reports = await app.call(api.listReports, {}, owner.token)
    expect(reports.find(one => one.id === report.id)).toMatchObject({ status: 'ready', is_linked: true })
  })

  test('mails nobody who was dropped before its report was there, and nothing once its schedule is off or deleted', async () => {
    const { id } = await create()
    const left = await create({ name: 'Switched off' })
    const gone = await create({ name: 'Deleted' })
    app.clock.set(MONDAY_0700)
    await runSchedules(app.services)
    const change = (of: number, changes: Partial<Input>) =>
      app.call(api.updateReportSchedule, { params: { id: of }, body: input(changes) }, owner.token)
    await change(id, { recipients: ['vet@farm.example'] })
    await change(left.id, { active: false })
    await app.call(api.deleteReportSchedule, { params: { id: gone.id } }, owner.token)
    await makeReports(app.services)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['vet@farm.example'])
    expect((await app.call(api.listReports, {}, owner.token)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'ready'),
    )
  })

  test('lets who gets it stop its mails without an account, by one press or after a question, and start them again', async () => {
    const { id } = await create({ frequency: 'day' })
    const runOn = async (days: number) => {
      await app.services.db.deleteFrom('outbox').execute()
      app.clock.set(MONDAY_0700 + days * DAY_MS)
      await runAll()
      return mails()
    }
    const [own, vet] = await runOn(0)
    const link = JSON.parse(vet?.payload ?? '{}').stop
    expect(link).toMatch(/^http:\/\/barnometer\.test\/report-mail\/\d+-[\w-]{43}$/)
    expect([vet?.text.includes(link), vet?.html.includes(link), own?.text.includes(link)]).toEqual([true, true, false])
    const token = link.split('/').at(-1)
    const url = `/report-mail/${token}`
    for (const method of ['HEAD', 'GET'] as const) await app.inject({ method, url })
    const shown = await app.call(api.getReportRecipient, { params: { token } })
    expect(shown).toMatchObject({ name: 'Weekly, Room 3', email: 'vet@farm.example', stopped_at: null })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const press = { method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' } as const
    const form = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const asForm = { ...press, headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: form }
    for (const one of [press, asForm, press]) expect((await app.inject(one)).statusCode).toBe(204)
    expect((await list())[0]).toMatchObject({ stopped: ['vet@farm.example'] })
    expect((await runOn(1)).map(({ recipient }) => recipient)).toEqual(['marieke@farm.example'])
    // Neither saving it again nor taking the address out and in changes what the recipient said.
    for (const recipients of [['marieke@farm.example'], ['marieke@farm.example', 'Vet@farm.example']])
      await app.call(
        api.updateReportSchedule,
        { params: { id }, body: input({ frequency: 'day', recipients }) },
        owner.token,
      )
    expect((await runOn(2)).map(({ recipient }) => recipient)).toEqual(['marieke@farm.example'])
    const again = await app.call(api.answerReportRecipient, { params: { token }, body: { stopped: false } })
    expect(again.stopped_at).toBeNull()
    expect(await runOn(3)).toHaveLength(2)
  })

  test('tells its owner in the audit log who stopped its mails and wants them again, without from where', async () => {
    await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    const [, vet] = await mails()
    const token = JSON.parse(vet?.payload ?? '{}')
      .stop.split('/')
      .at(-1)
    const stop = { method: 'POST', url: `/report-mail/${token}`, payload: 'List-Unsubscribe=One-Click' } as const
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (let times = 0; times < 2; times++) await app.inject({ ...stop, headers })
    for (let times = 0; times < 2; times++)
      await app.call(api.answerReportRecipient, { params: { token }, body: { stopped: false } })
    const entries = await app.call(api.listAudit, { query: { object_name: 'Weekly, Room 3' } }, owner.token)
    const told = { user: null, address: null, browser: null, object_name: 'Weekly, Room 3' }
    const [nobody, vets] = [{ recipients: null }, { recipients: 'vet@farm.example' }]
    expect(entries).toMatchObject([
      { ...told, action: 'report_mails_wanted_again', before: nobody, after: vets },
      { ...told, action: 'report_mails_stopped', before: vets, after: nobody },
    ])
    const stranger = await aUser(app)
    const seen = await app.call(api.listAudit, { query: { object_name: 'Weekly, Room 3' } }, stranger.token)
    expect(seen).toEqual([])
  })

  test('is mailed to nobody when its account was suspended while it waited in the outbox', async () => {
    await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    await sendAllDue(app.services)
    const { db } = app.services
    await db.updateTable('outbox').set({ state: 'waiting', sent_at: null }).where('topic', '=', 'reports').execute()
    await db.updateTable('report_mails').set({ state: 'waiting', error: null }).execute()
    const suspend = (suspended_at: string | null) =>
      db.updateTable('users').set({ suspended_at }).where('id', '=', owner.id).execute()
    await suspend(app.clock.iso())
    await sendAllDue(app.services)
    await suspend(null)
    expect(await mails()).toEqual([])
  })

  test('is not mailed to who stopped it while it waited in the outbox', async () => {
    await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    await sendAllDue(app.services)
    // Both wait again, as they do while the mail server is away.
    const { db } = app.services
    await db.updateTable('outbox').set({ state: 'waiting', sent_at: null }).where('topic', '=', 'reports').execute()
    await db.updateTable('report_mails').set({ state: 'waiting', error: null }).execute()
    const [, vet] = await mails()
    const token = JSON.parse(vet?.payload ?? '{}')
      .stop.split('/')
      .at(-1)
    await app.call(api.answerReportRecipient, { params: { token }, body: { stopped: true } })
    await sendAllDue(app.services)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['marieke@farm.example'])
    expect((await list())[0]?.last_run?.failed.map(({ recipient }) => recipient)).toEqual(['marieke@farm.example'])
  })

  test.each([
    ['its schedule is off', 0, async (id: number) => save(id, { active: false })],
    ['its recipient was dropped', 1, async (id: number) => save(id, { recipients: ['marieke@farm.example'] })],
    ['its schedule is deleted', 0, (id: number) => app.call(api.deleteReportSchedule, { params: { id } }, owner.token)],
    [
      'its link was taken back',
      0,
      async () => app.call(api.deleteReportLink, { params: { id: await made() } }, owner.token),
    ],
    [
      'its report was thrown away',
      0,
      async () => app.call(api.deleteReport, { params: { id: await made() } }, owner.token),
    ],
    [
      'its person may no longer read of its areas',
      0,
      async () => {
        await app.services.db.deleteFrom('location_owners').where('email', '=', owner.email).execute()
        await app.services.db.deleteFrom('rentals').where('user_id', '=', owner.id).execute()
      },
    ],
  ])('is not mailed any more where it waited in the outbox and %s', async (_, left, change) => {
    const { id } = await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    await sendAllDue(app.services)
    // Both wait again, as they do while the mail server is away.
    const again = { state: 'waiting', sent_at: null, attempts: 1 } as const
    await app.services.db.updateTable('outbox').set(again).where('topic', '=', 'reports').execute()
    await change(id)
    await sendAllDue(app.services)
    expect(await mails()).toHaveLength(left)
  })

  test('is mailed once more to those whose mail failed, as long as its file is there', async () => {
    const { id } = await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    await sendAllDue(app.services)
    const { db } = app.services
    const [first] = await mails()
    await db
      .updateTable('outbox')
      .set({ state: 'sent' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await db
      .updateTable('report_mails')
      .set({ state: 'sent' })
      .where('message_id', '=', first?.id ?? 0)
      .execute()
    const run = (await list())[0]?.last_run
    expect(run).toMatchObject({ sent: 1, failed: [{ recipient: 'vet@farm.example' }], is_there: true })
    const params = { id, report_id: run?.report_id ?? 0 }
    expect(await app.call(api.sendRunAgain, { params }, owner.token)).toEqual({ sent: 1 })
    await sendAllDue(app.services)
    const attempts = (await mails()).map(({ recipient, attempts }) => [recipient, attempts])
    expect(attempts).toEqual([
      ['marieke@farm.example', 1],
      ['vet@farm.example', 1],
    ])
    expect((await list())[0]?.last_run?.failed).toHaveLength(1)
    const other = await create({ name: 'another' })
    const missing = { code: 'not_found' }
    await expect(
      app.call(api.sendRunAgain, { params: { ...params, id: other.id } }, owner.token),
    ).rejects.toMatchObject(missing)
    await expect(app.call(api.sendRunAgain, { params }, (await aUser(app)).token)).rejects.toMatchObject(missing)
    app.clock.set(MONDAY_0700 + 2 * DAY_MS)
    await expect(app.call(api.sendRunAgain, { params }, owner.token)).rejects.toMatchObject(missing)
  })

  test('has a day of its own from when its mail goes out', async () => {
    await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    const link = async () => {
      const [report] = await app.call(api.listReports, {}, owner.token)
      return report?.expires_at
    }
    expect(await link()).toBe(new Date(MONDAY_0700 + DAY_MS).toISOString())
    await sendAllDue(app.services)
    const again = { state: 'waiting', sent_at: null } as const
    await app.services.db.updateTable('outbox').set(again).where('topic', '=', 'reports').execute()
    app.clock.set(MONDAY_0700 + 20 * HOUR_MS)
    await sendAllDue(app.services)
    expect(await link()).toBe(new Date(MONDAY_0700 + 20 * HOUR_MS + DAY_MS).toISOString())
  })

  test('stays stopped for who has another address since, also one that it is mailed to', async () => {
    const { id } = await create()
    const { db } = app.services
    const ids = await recipientIdsOf(db, id, ['marieke@farm.example', 'vet@farm.example'], app.clock.iso())
    await setStopped(db, ids.get('vet@farm.example') ?? 0, app.clock.iso())
    const move = (from: string, to: string) => moveReportAddresses(db, { user_id: owner.id, from, to }, app.clock.iso())
    await move('vet@farm.example', 'animals@farm.example')
    expect((await list())[0]?.stopped).toEqual(['animals@farm.example'])
    await move('animals@farm.example', 'marieke@farm.example')
    expect((await list())[0]).toMatchObject({
      recipients: ['marieke@farm.example'],
      stopped: ['marieke@farm.example'],
    })
  })

  test('is stopped by its own link alone, and by none once its schedule is deleted', async () => {
    const { id } = await create()
    app.clock.set(MONDAY_0700)
    await runAll()
    const tokens = (await mails()).map(
      ({ payload }) =>
        JSON.parse(payload ?? '{}')
          .stop.split('/')
          .at(-1) as string,
    )
    const [first = '', second = ''] = tokens
    const mixed = `${first.split('-')[0]}-${second.slice(second.indexOf('-') + 1)}`
    const wrong = [mixed, 'x', '1-', `99999999999-${'A'.repeat(43)}`, `${first.split('-')[0]}-${'A'.repeat(43)}`]
    const refused = { code: 'invalid_code' }
    for (const token of wrong) {
      const params = { token }
      await expect(app.call(api.getReportRecipient, { params })).rejects.toMatchObject(refused)
      await expect(app.call(api.stopReportMails, { params })).rejects.toMatchObject(refused)
      await expect(app.call(api.answerReportRecipient, { params, body: { stopped: true } })).rejects.toMatchObject(
        refused,
      )
    }
    expect((await list())[0]?.stopped).toEqual([])
    await app.call(api.deleteReportSchedule, { params: { id } }, owner.token)
    const params = { token: first }
    await expect(app.call(api.getReportRecipient, { params })).rejects.toMatchObject(refused)
  })

  test('does not come for an account that is gone', async () => {
    await create()
    await app.services.db.deleteFrom('users').where('id', '=', owner.id).execute()
    app.clock.set(MONDAY_0700)
    await runAll()
    expect(await mails()).toEqual([])
  })
})

describe('a preview of a schedule', () => {
  const preview = (changes: Partial<CallInput<typeof api.createSchedulePreview>['body']> = {}, of = owner) => {
    const { name, recipients, ...fields } = input()
    return app.call(api.createSchedulePreview, { body: { ...fields, ...changes } }, of.token)
  }
  const look = (id: number, of = owner) => app.call(api.getSchedulePreview, { params: { id } }, of.token)
  const fileOf = (id: number, of = owner) =>
    app.inject({
      url: `/api/research_report/schedule/preview/${id}/file`,
      headers: { authorization: `Bearer ${of.token}` },
    })

  test('is the paper that the schedule would mail, unsaved, in no list, mailed to nobody and gone within minutes', async () => {
    const { id, status } = await preview()
    expect(status).toBe('waiting')
    expect((await fileOf(id)).statusCode).toBe(404)
    await makeReports(app.services)
    const ready = await look(id)
    expect(ready).toMatchObject({
      status: 'ready',
      names: ['Room 3'],
      from: '2026-03-08T23:00:00.000Z',
      language: 'nl',
    })
    const shown = await fileOf(id)
    expect(shown.headers['content-type']).toBe('application/pdf')
    const schedule = await create()
    const run = await app.call(api.runReportSchedule, { params: { id: schedule.id } }, owner.token)
    await makeReports(app.services)
    const { path } = await app.call(api.createReportLink, { params: { id: run.id } }, owner.token)
    const mailed = await app.inject({ url: path })
    expect(pdfText(shown.rawPayload)).toEqual(pdfText(mailed.rawPayload))
    const reports = await app.call(api.listReports, {}, owner.token)
    expect(reports.map(one => one.id)).toEqual([run.id])
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([owner.email])
    await expect(app.call(api.createReportLink, { params: { id } }, owner.token)).rejects.toMatchObject({ status: 404 })
    app.clock.forward(11 * MINUTE_MS)
    expect((await fileOf(id)).statusCode).toBe(404)
    await forgetReports(app.services)
    app.clock.forward(HOUR_MS)
    await forgetReports(app.services)
    await expect(look(id)).rejects.toMatchObject({ status: 404 })
  })

  test('is for who asked for it, about what they see, and takes the place of one that is not made yet', async () => {
    const stranger = await aUser(app)
    await expect(preview({}, stranger)).rejects.toMatchObject({ code: 'not_found' })
    await expect(preview({ area_ids: [] })).rejects.toMatchObject({ code: 'no_valid_input' })
    await expect(preview({ frequency: 'year', interval: 'hour' })).rejects.toMatchObject({ code: 'too_much_data' })
    const first = await preview()
    const second = await preview({ language: 'de' })
    await expect(look(first.id)).rejects.toMatchObject({ status: 404 })
    await makeReports(app.services)
    expect(await look(second.id)).toMatchObject({ status: 'ready', language: 'de' })
    await expect(look(second.id, stranger)).rejects.toMatchObject({ status: 404 })
    expect((await fileOf(second.id, stranger)).statusCode).toBe(404)
    const run = await app.call(api.runReportSchedule, { params: { id: (await create()).id } }, owner.token)
    await expect(look(run.id)).rejects.toMatchObject({ status: 404 })
  })

  test('is refused where somebody asks for very many', async () => {
    for (let nth = 0; nth < 60; nth++) await preview()
    await expect(preview()).rejects.toMatchObject({ code: 'limit_exceeded' })
  })
})
