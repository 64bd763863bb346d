import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { formatNumber, THIN_SPACE } from '#shared/rules/ingest/value.ts'
import { massDecimals } from '#shared/rules/science/emission-sum.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { anInspection } from '../testing/an-inspection.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { forgetReports, makeReports } from './make-reports.ts'
import { runSchedules } from './run-schedules.ts'

type Input = CallInput<typeof api.createReportSchedule>['body']

/** A Tuesday. */
const NOW = Date.parse('2026-03-17T12:00:00Z')
const MONDAY_0700 = Date.parse('2026-03-23T06:00:00Z')
const FIRST = '2026-02-01T00:00:00.000Z'
const DAIRY = 29

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
  await aFirstUser(app)
})
beforeEach(async () => {
  app.clock.set(NOW)
  await app.services.db.deleteFrom('report_schedules').execute()
  await app.services.db.deleteFrom('outbox').execute()
  owner = await aUser(app)
})
afterAll(() => app.close())

/** A barn with one device, which measures each half hour from the first of February on; what it measures is told. */
const aBarn = async (name: string, values: Record<string, number>, of = owner) => {
  const areas = [{ name, area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13 }]
  const location = await aLocation(app, of, { name: `Farm of ${name}`, time_zone: 'Europe/Amsterdam', areas })
  const device = await aDevice(app, of, { name: `Monitor of ${name}` })
  const placement = await aPlacement(app, of, device, location, { start: FIRST })
  const rows: ReadingRow[] = []
  for (let at = Date.parse(FIRST); at < MONDAY_0700; at += HOUR_MS / 2)
    for (const [key, value] of Object.entries(values)) rows.push([device.id, key, at, value])
  await insertReadings(app, rows)
  return { location, device, placement, area: location.area.id }
}
const GASES = { co2: 1000, nh3: 4, t: 10 }

const weekly = (changes: Partial<Input>): Input => ({
  name: 'Weekly',
  frequency: 'week',
  language: 'en',
  timezone: 'Europe/Amsterdam',
  recipients: ['vet@farm.example'],
  ...changes,
})
const create = (changes: Partial<Input>, of = owner) =>
  app.call(api.createReportSchedule, { body: weekly(changes) }, of.token)
const list = async (of = owner) => app.call(api.listReportSchedules, {}, of.token)
const runAt = async (time: number) => {
  app.clock.set(time)
  await runSchedules(app.services)
  await makeReports(app.services)
}
const mails = () =>
  app.services.db.selectFrom('outbox').selectAll().where('topic', '=', 'reports').orderBy('id').execute()
const paperOf = async (text: string | undefined) => {
  const [, path = ''] = /(\/api\/reports\/[\w-]+)/.exec(text ?? '') ?? []
  return pdfText((await app.inject({ url: path })).rawPayload)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}
const frozenOf = (reportId: number) =>
  app.services.db.selectFrom('emission_reports').selectAll().where('report_id', '=', reportId).executeTakeFirst()
const mass = (kg: number) => formatNumber(kg, massDecimals(kg), 'en').replaceAll(THIN_SPACE, ' ')

describe('a report of emissions', () => {
  test('is mailed by its schedule with the numbers of the dashboard, as paper, mail and CSV', async () => {
    const barn = await aBarn('Barn 1', GASES)
    const made = await create({ source: 'Emission', area_ids: [barn.area], csv: true })
    expect(made).toMatchObject({ source: 'Emission', gas: 'nh3', about: ['Barn 1'], state: 'active' })
    await runAt(MONDAY_0700)
    const query = { area_id: barn.area, date_start: '2026-03-16', date_end: '2026-03-22', interval: 'week' } as const
    const shown = await app.call(api.getEmissions, { query }, owner.token)
    const { kg } = shown.total
    if (kg === null) throw new Error('the barn emits')
    const [mail] = await mails()
    expect(mail?.subject).toBe('Weekly: Emission report')
    expect(mail?.text).toContain(`Ammonia: ${mass(kg)} kg`)
    expect(mail?.html).toMatch(/<th scope="row"[^>]*>Ammonia<\/th>/)
    expect(mail?.text).toContain('only the authority decides')
    const paper = await paperOf(mail?.text)
    const run = (await list())[0]?.last_run
    const frozen = await frozenOf(run?.report_id ?? 0)
    for (const words of [mass(kg), '2026-03-16 – 2026-03-22', `SHA-256 ${frozen?.checksum.slice(0, 20)}`])
      expect(paper).toContain(words)
    expect(JSON.parse(frozen?.content ?? '').answer).toEqual(shown)
    expect(
      createHash('sha256')
        .update(frozen?.content ?? '')
        .digest('hex'),
    ).toBe(frozen?.checksum)
    const [file]: { content: string }[] = JSON.parse(mail?.attachments ?? '[]')
    expect(Buffer.from(file?.content ?? '', 'base64').toString()).toContain(frozen?.checksum)
    // It is kept with its run, not among the reports that somebody keeps.
    expect(await app.call(api.listEmissionReports, {}, owner.token)).toEqual([])
  })

  test('is the same when it is made again, whatever changed, and is forgotten with its run', async () => {
    const { area } = await aBarn('Barn 2', GASES)
    const body = {
      source: 'Emission' as const,
      gas: 'nh3' as const,
      area_ids: [area],
      interval: 'month' as const,
      index: 0,
    }
    const { id } = await app.call(api.createReport, { body }, owner.token)
    await makeReports(app.services)
    const first = await frozenOf(id)
    const settings = { factors: [{ valid_from: '2020-01-01', kg: 5 }] }
    await app.call(api.saveEmissionSettings, { params: { id: area }, body: settings }, owner.token)
    const again = await app.call(api.repeatReport, { params: { id } }, owner.token)
    expect(again).toMatchObject({ gas: 'nh3', names: ['Barn 2'] })
    await makeReports(app.services)
    const second = await frozenOf(again.id)
    expect([second?.content, second?.checksum]).toEqual([first?.content, first?.checksum])
    const { id: other } = await app.call(api.createReport, { body }, owner.token)
    await makeReports(app.services)
    expect((await frozenOf(other))?.checksum).not.toBe(first?.checksum)
    await app.call(api.deleteReport, { params: { id } }, owner.token)
    await forgetReports(app.services)
    expect(await frozenOf(id)).toBeUndefined()
  })

  test('says the same on the second try, when what was read changed since the first', async () => {
    const { area, device } = await aBarn('Barn 3', GASES)
    await create({ source: 'Emission', area_ids: [area] })
    const { files } = app.services
    const broken = { ...app.services, files: { ...files, write: () => Promise.reject(new Error('the disk is full')) } }
    app.clock.set(MONDAY_0700)
    await runSchedules(app.services)
    await makeReports(broken)
    const run = async () => (await list())[0]?.last_run
    const id = (await run())?.report_id ?? 0
    const first = await frozenOf(id)
    await insertReadings(app, [[device.id, 'nh3', MONDAY_0700 - DAY_MS + 1000, 90]])
    app.clock.forward(10 * 60_000)
    await makeReports(app.services)
    expect(await run()).toMatchObject({ state: 'ready' })
    expect((await frozenOf(id))?.checksum).toBe(first?.checksum)
    expect(await mails()).toHaveLength(1)
  })

  test('is made once by two processes', async () => {
    const { area } = await aBarn('Barn 4', GASES)
    await create({ source: 'Emission', area_ids: [area] })
    app.clock.set(MONDAY_0700)
    await Promise.all([runSchedules(app.services), runSchedules(app.services)])
    await Promise.all([makeReports(app.services), makeReports(app.services), makeReports(app.services)])
    expect(await mails()).toHaveLength(1)
  })

  test('is refused of areas that are not seen, of more than a year, and of devices', async () => {
    const { area, device } = await aBarn('Barn 5', GASES)
    const stranger = await aUser(app)
    await expect(create({ source: 'Emission', area_ids: [area] }, stranger)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(create({ source: 'Emission', device_ids: [device.id] })).rejects.toMatchObject({
      code: 'no_valid_input',
    })
    const long = { interval: 'selection', date_start: '2024-01-01', date_end: '2026-01-01' } as const
    const body = { source: 'Emission' as const, area_ids: [area], ...long }
    await expect(app.call(api.createReport, { body }, owner.token)).rejects.toMatchObject({ code: 'too_much_data' })
  })
})

describe('a run after something was taken away', () => {
  test.each(['Data', 'Emission'] as const)('leaves out an area that was deleted, and says so: %s', async source => {
    const kept = await aBarn('Kept', GASES)
    const gone = await aBarn('Gone', GASES)
    await create({ source, area_ids: [kept.area, gone.area] })
    await app.call(api.deleteLocation, { params: { id: gone.location.id } }, owner.token)
    await runAt(MONDAY_0700)
    const [mail] = await mails()
    const said = '1 area or device of this schedule is left out'
    expect(mail?.text).toContain(said)
    const paper = await paperOf(mail?.text)
    expect(paper).toContain(said)
    expect([paper.includes('Kept'), paper.includes('Farm of Gone')]).toEqual([true, false])
  })

  test.each([
    [1, 'has one row per day'],
    [8, 'with one row per day is left out'],
  ])('has fewer rows where hours would be too much, and says so: areas, %i', async (areas, said) => {
    const barns = []
    for (let n = 0; n < areas; n++) barns.push(await aBarn(`Large ${n}`, { t: 10 }))
    await create({ frequency: 'year', interval: 'none', area_ids: barns.map(({ area }) => area) })
    const { db } = app.services
    // Schedules are kept as they were before there was a limit.
    const { id, content } = await db
      .selectFrom('report_schedules')
      .select(['id', 'content'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const before = { content: jsonOf({ ...fromJson(content), rows: 'hour' as const }) }
    await db.updateTable('report_schedules').set(before).where('id', '=', id).execute()
    await runAt(Date.parse('2027-01-01T06:00:00Z'))
    const [mail] = await mails()
    expect(mail?.text).toContain(said)
    expect(await paperOf(mail?.text)).toContain(said)
  })

  /** A device that goes from area to area, an hour in each from the morning of the 16th of March on, and stays in the last. */
  const aRound = async (areas: number) => {
    const names = Array.from({ length: areas }, (_, n) => ({ name: `Pen ${n}`, area_type_id: DAIRY }))
    const location = await aLocation(app, owner, { name: 'Many pens', areas: names })
    const device = await aDevice(app, owner)
    const begin = Date.parse('2026-03-16T06:00:00Z')
    const hour = (n: number) => new Date(begin + n * HOUR_MS).toISOString()
    await aPlacement(app, owner, device, location, { start: FIRST, end: hour(0) })
    return {
      device,
      move: async () => {
        for (const [n, area] of location.areas.entries())
          await aPlacement(
            app,
            owner,
            device,
            { ...location, area },
            {
              start: hour(n),
              end: n + 1 < areas ? hour(n + 1) : null,
            },
          )
      },
    }
  }

  test('leaves out the areas for which a report has no room, and says so on paper, in the mail and in the list', async () => {
    const { device, move } = await aRound(22)
    const { id } = await create({ device_ids: [device.id] })
    await move()
    await runAt(MONDAY_0700)
    const [mail] = await mails()
    const said = '2 areas are left out: a report has room for 20.'
    expect(mail?.text).toContain(said)
    expect(await paperOf(mail?.text)).toContain(said)
    const run = (await list())[0]?.last_run
    expect(run).toMatchObject({ state: 'ready', error: null, left_out: 2 })
    // It can still be changed, as long as it is about the same.
    const renamed = weekly({ device_ids: [device.id], name: 'All pens' })
    const changed = await app.call(api.updateReportSchedule, { params: { id }, body: renamed }, owner.token)
    expect(changed).toMatchObject({ name: 'All pens', active: true })
    // A test is what would be mailed, and a run can be made once more.
    const params = { id }
    const test = await app.call(api.runReportSchedule, { params }, owner.token)
    const again = await app.call(api.repeatReport, { params: { id: run?.report_id ?? 0 } }, owner.token)
    await makeReports(app.services)
    const made = await app.call(api.listReports, {}, owner.token)
    expect(made.filter(one => [test.id, again.id].includes(one.id))).toMatchObject([
      { status: 'ready', parts: 20 },
      { status: 'ready', parts: 20 },
    ])
  })

  test('is refused beforehand, with the number of areas, where somebody is there who can choose fewer', async () => {
    const { device, move } = await aRound(21)
    await move()
    app.clock.set(MONDAY_0700)
    const body = { device_ids: [device.id], frequency: 'week' as const, language: 'en' as const }
    const refused = { code: 'too_much_data', message: 'These are 21 areas; a report has room for 20.' }
    await expect(create(body)).rejects.toMatchObject(refused)
    await expect(app.call(api.createSchedulePreview, { body }, owner.token)).rejects.toMatchObject(refused)
    // Areas of long ago do not count: a report of the week after is about one.
    app.clock.set(MONDAY_0700 + 7 * DAY_MS)
    expect(await create(body)).toMatchObject({ state: 'active' })
  })

  test.each(['Data', 'Emission'] as const)('mails nothing and says why where nothing is left: %s', async source => {
    const { area, location } = await aBarn('Sold', GASES)
    await create({ source, area_ids: [area] })
    const { db } = app.services
    await db.deleteFrom('location_owners').where('location_id', '=', location.id).execute()
    await db.deleteFrom('rentals').where('user_id', '=', owner.id).execute()
    await aPlacement(app, await buyerOf(location.id), await aDevice(app, await buyerOf(location.id)), location)
    await runAt(MONDAY_0700)
    expect(await mails()).toEqual([])
    expect((await list())[0]?.last_run).toMatchObject({ state: 'failed' })
    expect((await list())[0]?.last_run?.error).toMatch(/\w/)
  })

  test('mails nothing for an account that is suspended', async () => {
    const { area } = await aBarn('Barn', GASES)
    await create({ area_ids: [area] })
    const { db } = app.services
    const at = app.clock.iso()
    await db.updateTable('users').set({ suspended_at: at }).where('id', '=', owner.id).execute()
    await runAt(MONDAY_0700)
    expect(await mails()).toEqual([])
  })
})

const buyers = new Map<number, TestUser>()
/** Account that owns a location from now on. */
const buyerOf = async (locationId: number): Promise<TestUser> => {
  const known = buyers.get(locationId)
  if (known) return known
  const buyer = await aUser(app)
  buyers.set(locationId, buyer)
  const row = { location_id: locationId, email: buyer.email }
  await app.services.db.insertInto('location_owners').values(row).execute()
  return buyer
}

describe('a report about devices', () => {
  test('tells of these alone, wherever they hung, and has expired once none of them does', async () => {
    const barn = await aBarn('Shared barn', { t: 10 })
    const other = await aDevice(app, owner, { name: 'Other monitor' })
    await aPlacement(app, owner, other, barn.location, { start: FIRST })
    await insertReadings(
      app,
      Array.from({ length: 7 * 24 }, (_, hour) => [other.id, 't', MONDAY_0700 - 7 * DAY_MS + hour * HOUR_MS, 30]),
    )
    const made = await create({ device_ids: [barn.device.id] })
    expect(made).toMatchObject({ about: ['Monitor of Shared barn'], area_ids: [], device_ids: [barn.device.id] })
    app.clock.set(MONDAY_0700 - HOUR_MS)
    const date = new Date(MONDAY_0700 - DAY_MS).toISOString()
    await anInspection(app, owner, barn.location, { date, area_ids: [barn.area], notes: 'Vet called at noon' })
    await runAt(MONDAY_0700)
    const [mail] = await mails()
    expect(mail?.text).toContain('Temperature, °C: Min 10.0, Mean 10.0, Max 10.0, Grade ')
    const paper = await paperOf(mail?.text)
    expect([paper.includes('Monitor of Shared barn'), paper.includes('Other monitor')]).toEqual([true, false])
    // The diary tells of the whole area.
    expect(paper).not.toContain('Vet called')
    const { db } = app.services
    const end = new Date(MONDAY_0700).toISOString()
    await db.updateTable('location_research').set({ end }).where('device_id', '=', barn.device.id).execute()
    app.clock.forward(HOUR_MS)
    expect((await list())[0]).toMatchObject({ state: 'expired', next_run: null })
  })

  test('is refused of a device of somebody else', async () => {
    const { device } = await aBarn('Barn', { t: 10 })
    await expect(create({ device_ids: [device.id] }, await aUser(app))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is about one kind of thing', async () => {
    const { device, area } = await aBarn('Barn', { t: 10 })
    for (const changes of [{}, { area_ids: [area], device_ids: [device.id] }])
      await expect(create(changes)).rejects.toMatchObject({ code: 'no_valid_input' })
  })
})

describe('[decisions §8] a report about a research project', () => {
  /** Project of a researcher at the barn of the owner, who shares temperature from the 10th of March on. */
  const aProject = async () => {
    const barn = await aBarn('Secret barn', { t: 10, nh3: 4 })
    const researcher = await aUser(app)
    const purpose = '<p>Less <strong>ammonia</strong>, for two reasons:</p><ul><li>health</li><li>smell</li></ul>'
    const body = {
      name: 'Winter air',
      start: FIRST,
      end: '2026-05-01T00:00:00.000Z',
      institution: 'Institute',
      purpose,
    }
    const { id } = await app.call(api.createResearch, { body }, researcher.token)
    await app.call(api.askForConsent, { params: { id }, body: { email: owner.email } }, researcher.token)
    const answer = (one: 'yes' | 'no', more: object = {}) =>
      app.call(
        api.createConsent,
        {
          params: { id },
          body: { location_id: barn.location.id, answer: one, from: '2026-03-18T23:00:00.000Z', ...more },
        },
        owner.token,
      )
    await answer('yes', { measurements: ['t'] })
    return { ...barn, researcher, id, answer }
  }
  const readsOf = (researchId: number) =>
    app.services.db.selectFrom('research_reads').selectAll().where('research_id', '=', researchId).execute()

  test('holds what was consented to, under numbers, and puts it on record before it is mailed', async () => {
    const { researcher, id, area, device } = await aProject()
    const made = await create({ research_id: id, csv: true }, researcher)
    expect(made).toMatchObject({ about: ['Winter air'], research_id: id, expires_at: '2026-05-01T00:00:00.000Z' })
    await runAt(MONDAY_0700)
    const [mail] = await mails()
    const paper = await paperOf(mail?.text)
    expect(paper).toContain('Winter air · ')
    expect(paper).toContain(`Area ${area}`)
    expect(paper).toContain(`Device ${device.id}`)
    for (const name of ['Secret barn', 'Monitor of', owner.email])
      expect(JSON.stringify([paper, mail])).not.toContain(name)
    // Alerts, visits and the care of devices are nothing that anybody consented to.
    expect(paper).not.toMatch(/NH3|Sensor log|diary/)
    const reads = (await readsOf(id)).filter(({ kind }) => kind === 'downloaded')
    expect(reads.map(({ from, until, measurements, user_id }) => [from, until, measurements, user_id])).toEqual([
      ['2026-03-18T23:00:00.000Z', '2026-03-22T23:00:00.000Z', '["t"]', researcher.id],
    ])
  })

  test('begins with the purpose of the project, in each language', async () => {
    const { researcher, id } = await aProject()
    const words = {
      de: 'Zweck des Projekts',
      en: 'Purpose of the project',
      es: 'Finalidad del proyecto',
      nl: 'Waarvoor het project is',
    }
    for (const language of LANGUAGES) await create({ research_id: id, language }, researcher)
    await runAt(MONDAY_0700)
    const papers = await Promise.all((await mails()).map(({ text }) => paperOf(text)))
    expect(papers).toHaveLength(LANGUAGES.length)
    for (const language of LANGUAGES)
      expect(papers.filter(paper => paper.includes(words[language]))).toEqual([
        expect.stringMatching(/Less ammonia, for two reasons: .*health .*smell/),
      ])
  })

  test('holds no more for who sees the places anyway: its paper goes to others', async () => {
    const { placement } = await aBarn('Own barn', { t: 10 })
    const body = { name: 'Own', start: FIRST, institution: 'Farm' }
    const own = await app.call(api.createResearch, { body }, owner.token)
    const { db } = app.services
    await db.updateTable('location_research').set({ research_id: own.id }).where('id', '=', placement.id).execute()
    await create({ research_id: own.id })
    await runAt(MONDAY_0700)
    expect(await mails()).toEqual([])
    expect((await list())[0]?.last_run).toMatchObject({ state: 'failed' })
  })

  test('tells nothing after a no, to a former member, and to nobody else', async () => {
    const { researcher, id, answer } = await aProject()
    await create({ research_id: id, frequency: 'day' }, researcher)
    await expect(create({ research_id: id }, await aUser(app))).rejects.toMatchObject({ code: 'not_found' })
    await answer('no', { from: '2026-03-18T23:00:00.000Z' })
    await runAt(MONDAY_0700)
    expect(await mails()).toEqual([])
    expect((await list(researcher))[0]?.last_run).toMatchObject({ state: 'failed' })
    const { db } = app.services
    await db.updateTable('research').set({ owner_id: null }).where('id', '=', id).execute()
    expect((await list(researcher))[0]).toMatchObject({ about: [], state: 'active' })
    await runAt(MONDAY_0700 + DAY_MS)
    expect(await mails()).toEqual([])
    expect((await readsOf(id)).filter(({ kind }) => kind === 'downloaded')).toEqual([])
  })

  test('has expired once the project has concluded, and runs no more', async () => {
    const { researcher, id } = await aProject()
    await create({ research_id: id }, researcher)
    const { db } = app.services
    const end = new Date(MONDAY_0700 - DAY_MS).toISOString()
    await db.updateTable('research').set({ end }).where('id', '=', id).execute()
    await runAt(MONDAY_0700)
    expect((await list(researcher))[0]).toMatchObject({ state: 'expired', next_run: null, last_run: null })
    expect(await mails()).toEqual([])
  })
})
