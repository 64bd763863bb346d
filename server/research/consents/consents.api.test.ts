import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { noteReads, readBoundsOf } from '../../consents/ledger.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aGroup } from '../../testing/a-group.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, giveRoles, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { mailed } from '../../testing/outgoing-mail.ts'
import { pdfStructure, pdfText } from '../../testing/pdf-text.ts'
import { someMeasurements } from '../../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { remindOfQuestions } from '../jobs.ts'
import { deleteDemoProjects } from '../projects.ts'
import { mailReceipts } from '../receipts/mail-receipts.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2025-01-20T12:00:00Z')
const [FIRST, EIGHTH, TENTH, TWELFTH, FIFTEENTH] = [1, 8, 10, 12, 15].map(
  day => `2025-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
) as [string, string, string, string, string]

let app: TestApp
let admin: TestUser
let owner: TestUser
let researcher: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
  admin = await aFirstUser(app)
  owner = await aUser(app)
  researcher = await aUser(app)
})
afterAll(() => app.close())

const SECRET_NAMES = ['De Linde', 'Barn 1', 'Dorpsstraat']

/** A barn of `owner` that measures temperature and humidity every hour, and a project of `researcher` that asks for it. */
const aQuestion = async () => {
  const location = await aLocation(app, owner, { street: 'Dorpsstraat', lat: 51.4416, lon: 5.4697 })
  const device = await aDevice(app, owner)
  const placement = await aPlacement(app, owner, device, location, { start: FIRST })
  for (const measurement of ['t', 'h'])
    await someMeasurements(app, device, {
      from: FIRST,
      until: FIFTEENTH,
      everySeconds: 3600,
      measurement,
      value: n => (n % 24) + (measurement === 'h' ? 50 : 0),
    })
  const body = { name: 'Winter air', start: FIRST, end: '2025-03-01T00:00:00Z', institution: 'Institute' }
  const research = await app.call(api.createResearch, { body }, researcher.token)
  await app.call(api.askForConsent, { params: { id: research.id }, body: { email: owner.email } }, researcher.token)
  const params = { id: research.id }
  const say = (answer: 'yes' | 'no', from: string, more: object = {}) =>
    app.call(api.createConsent, { params, body: { location_id: location.id, answer, from, ...more } }, owner.token)
  const series = (token: string, more: object = {}) =>
    app.call(
      api.getSeries,
      {
        query: {
          device_id: device.id,
          interval: 'selection',
          date_start: '2025-01-01',
          date_end: '2025-01-19',
          ...more,
        },
      },
      token,
    )
  return { location, device, placement, research, params, say, series }
}

/** Readings in a frame: one an hour, so that their count tells exactly which hours are shown. */
const hoursOf = (frame: { series: Record<string, { count: number[] }> }, key = 't') =>
  (frame.series[key]?.count ?? []).reduce((sum, count) => sum + count, 0)
const hoursBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 3_600_000

describe('[decisions §8] consent', () => {
  test('is asked for by mail; nothing is shared by silence', async () => {
    const { research, series, params, location, device } = await aQuestion()
    const [seen] = await app.call(api.listResearch, {}, owner.token)
    expect(seen).toMatchObject({ id: research.id, answer: 'asked', may: [], readers: 1 })
    expect(seen?.led_by).toEqual({ name: expect.any(String), email: researcher.email })
    await expect(series(researcher.token)).rejects.toMatchObject({ status: 404 })
    expect(await app.call(api.listResearchPlaces, { params }, researcher.token)).toEqual([])
    const mails = await app.services.db.selectFrom('outbox').selectAll().where('recipient', '=', owner.email).execute()
    expect(JSON.stringify(mails)).toContain(`/research/${research.id}`)
    const again = app.call(api.askForConsent, { params, body: { email: owner.email } }, researcher.token)
    await expect(again).rejects.toMatchObject({ status: 422, errors: { email: [expect.stringMatching('already')] } })
    expect(location.id).toBeGreaterThan(0)
    expect(device.id).toBeGreaterThan(0)
  })

  test('a yes shows what it says, from when it says, under pseudonyms, and nothing else', async () => {
    const { params, say, series, device, location, placement } = await aQuestion()
    const entry = await say('yes', EIGHTH, { measurements: ['t'] })
    expect(entry).toMatchObject({ kind: 'yes', from: EIGHTH, measurements: ['t'], location_name: 'De Linde' })
    const frame = await series(researcher.token)
    expect(Object.keys(frame.series)).toEqual(['t'])
    expect(hoursOf(frame)).toBe(hoursBetween(EIGHTH, FIFTEENTH))
    await expect(series(researcher.token, { measurements: 'h' })).rejects.toMatchObject({ status: 404 })
    const byPlacement = { location_research_id: placement.id, device_id: undefined }
    expect(hoursOf(await series(researcher.token, byPlacement))).toBe(hoursOf(frame))
    const places = await app.call(api.listResearchPlaces, { params }, researcher.token)
    expect(places).toMatchObject([
      {
        location_research_id: placement.id,
        location_name: `Location ${location.id}`,
        device_name: `Device ${device.id}`,
        pseudonymous: true,
        readable: [{ from: EIGHTH, measurements: ['t'] }],
      },
    ])
    expect(places[0]?.lat).not.toBe(51.4416)
    expect(Math.abs((places[0]?.lat ?? 0) - 51.4416)).toBeLessThan(0.05)
    const everything = [
      places,
      frame,
      await app.call(api.getResearch, { params }, researcher.token),
      await app.call(api.listConsents, { params }, researcher.token),
      await app.call(api.listLocations, {}, researcher.token),
      await app.call(api.listSensors, { query: {} }, researcher.token),
      await app.call(api.listLocationResearch, { query: {} }, researcher.token),
    ]
    for (const name of SECRET_NAMES) expect(JSON.stringify(everything)).not.toContain(name)
    expect(JSON.stringify(everything.slice(0, 2))).not.toContain(owner.email)
  })

  test('a project gets no longer than it was when an owner said yes', async () => {
    const { params, say, research, series } = await aQuestion()
    const change = (start: string, end: string | null) =>
      app.call(api.updateResearch, { params, body: { name: research.name, start, end, people: [] } }, researcher.token)
    await change(EIGHTH, TWELFTH)
    await say('yes', FIRST)
    await expect(change(FIRST, TWELFTH)).rejects.toMatchObject({ status: 422, errors: { start: [expect.any(String)] } })
    for (const end of [FIFTEENTH, null])
      await expect(change(EIGHTH, end)).rejects.toMatchObject({ status: 422, errors: { end: [expect.any(String)] } })
    await change(EIGHTH, TENTH)
    expect(hoursOf(await series(researcher.token))).toBe(hoursBetween(EIGHTH, TENTH))
  })

  test('a file holds the same, by numbers, and is on record for the owner', async () => {
    const { params, say, device } = await aQuestion()
    await say('yes', EIGHTH, { measurements: ['t'] })
    const query = `device_ids=${device.id}&date_start=2025-01-01&date_end=2025-01-19&format=csv`
    const file = await app.inject({
      url: `/api/export?${query}`,
      headers: { authorization: `Bearer ${researcher.token}` },
    })
    expect(file.statusCode).toBe(200)
    for (const name of SECRET_NAMES) expect(file.body).not.toContain(name)
    const rows = file.body.trim().split(/\r?\n/)
    expect(rows[0]).toMatch(/t/)
    expect(rows[1]).toContain('2025-01-08')
    const reads = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    expect(reads).toMatchObject([
      { kind: 'downloaded', device_id: device.id, measurements: ['t'], from: EIGHTH, read_by: expect.any(String) },
    ])
    expect(await app.call(api.listConsentReads, { params, query: {} }, researcher.token)).toEqual([])
  })

  test('a kept file that is refused when it goes on record is closed again', async () => {
    const { say, device } = await aQuestion()
    await say('yes', EIGHTH, { measurements: ['t'] })
    const body = { device_ids: [device.id], date_start: '2025-01-08', date_end: '2025-01-14', format: 'csv' as const }
    const { id } = await app.call(api.createExport, { body }, researcher.token)
    const read = () => app.call(api.readExport, { params: { id } }, researcher.token)
    await expect.poll(async () => (await read()).status).toBe('ready')
    const { files } = app.services
    const open = files.open
    let opened: Readable | null = null
    const opening = vi.spyOn(files, 'open').mockImplementation(async name => {
      opened = await open(name)
      await say('no', EIGHTH, { measurements: ['t'] })
      return opened
    })
    const headers = { authorization: `Bearer ${researcher.token}` }
    const answer = await app.inject({ url: `/api/exports/${id}/file`, headers })
    opening.mockRestore()
    expect(answer.statusCode).toBe(404)
    expect(opened).toMatchObject({ destroyed: true })
  })

  test('who asks for the headers of a file has taken nothing', async () => {
    const { say, device, params } = await aQuestion()
    await say('yes', EIGHTH, { measurements: ['t'] })
    const period = { date_start: '2025-01-08', date_end: '2025-01-14', format: 'csv' as const }
    const body = { ...period, device_ids: [device.id] }
    const { id } = await app.call(api.createExport, { body }, researcher.token)
    const read = () => app.call(api.readExport, { params: { id } }, researcher.token)
    await expect.poll(async () => (await read()).status).toBe('ready')
    const headers = { authorization: `Bearer ${researcher.token}` }
    const kept = { method: 'HEAD' as const, url: `/api/exports/${id}/file`, headers }
    const streamed = { ...kept, url: '/api/export', query: { ...period, device_ids: String(device.id) } }
    const answers = [await app.inject(kept), await app.inject(streamed)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]?.headers['content-length']).toBe(String((await read()).bytes))
    expect(await app.call(api.listConsentReads, { params, query: {} }, owner.token)).toEqual([])
  })

  test('puts on record the CO2 by which empty days are left out of statistics', async () => {
    const { say, device, placement, params } = await aQuestion()
    await someMeasurements(app, device, {
      from: FIRST,
      until: FIFTEENTH,
      everySeconds: 3600,
      measurement: 'co2',
      value: () => 900,
    })
    await say('yes', EIGHTH)
    await giveRoles(app, researcher.id, ['pro_analyst'])
    const query = {
      calculation: 'COUNT',
      measurements: 't',
      without_empty: '1',
      location_research_ids: String(placement.id),
      interval: 'selection',
      date_start: '2025-01-01',
      date_end: '2025-01-19',
    } as const
    const { areas } = await app.call(api.getStatistics, { query }, researcher.token)
    expect(areas[0]?.measurements.t?.bins).toBeGreaterThan(0)
    const reads = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    expect(reads.map(({ measurements }) => measurements.toSorted())).toEqual([['co2', 't']])
  })

  test('looks up what a person opened before by as many queries for many reads as for one', async () => {
    const { say, device, location, research } = await aQuestion()
    await say('yes', EIGHTH)
    const person = { id: researcher.id, name: 'Researcher' }
    const day = (n: number) => Date.parse(EIGHTH) + n * DAY_MS
    const read = (n: number) => ({
      ...{ researchId: research.id, locationId: location.id, deviceId: device.id, measurements: ['t'] },
      ...{ from: day(n), until: day(n) + DAY_MS / 2 },
    })
    const queriesOf = async (count: number): Promise<number> => {
      let queries = 0
      const db = app.services.db.withPlugin({
        transformQuery: ({ node }) => {
          queries++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const reads = Array.from({ length: count }, (_, n) => read(n))
      await noteReads({ ...app.services, db }, person, 'opened', reads)
      return queries
    }
    expect(await queriesOf(1)).toBe(await queriesOf(7))
    const [before] = await app.call(api.listConsentReads, { params: { id: research.id }, query: {} }, owner.token)
    await queriesOf(7)
    const reads = await app.call(api.listConsentReads, { params: { id: research.id }, query: {} }, owner.token)
    expect([reads.length, reads[0]]).toEqual([7, before])
  })

  test('puts more reads on record than one insert takes', async () => {
    const { say, device, location, research } = await aQuestion()
    await say('yes', EIGHTH)
    // Eleven parameters each: more than SQLite (32,766) and PostgreSQL (65,535) take in one query.
    const reads = Array.from({ length: 6600 }, (_, n) => ({
      ...{ researchId: research.id, locationId: location.id, deviceId: device.id, measurements: ['t'] },
      ...{ from: Date.parse(EIGHTH) + n * 60_000, until: Date.parse(EIGHTH) + n * 60_000 + 1000 },
    }))
    await noteReads(app.services, { id: researcher.id, name: 'Researcher' }, 'frozen', reads)
    const rows = await app.services.db
      .selectFrom('research_reads')
      .select('id')
      .where('research_id', '=', research.id)
      .execute()
    expect(rows).toHaveLength(reads.length)
  })

  test('a look that goes on with one of the same day lengthens its entry; others are entries of their own', async () => {
    const { say, device, location, research } = await aQuestion()
    await say('yes', EIGHTH)
    const by = { params: { id: research.id } }
    const look = (from: string, until: string, measurements = ['t', 'h']) =>
      noteReads(app.services, { id: researcher.id, name: 'Researcher' }, 'opened', [
        {
          ...{ researchId: research.id, locationId: location.id, deviceId: device.id, measurements },
          ...{ from: Date.parse(from), until: Date.parse(until) },
        },
      ])
    await look(TENTH, TWELFTH)
    await look(EIGHTH, TENTH, ['h', 't'])
    await look(TENTH, FIFTEENTH)
    const listed = async (query: object = {}) => app.call(api.listConsentReads, { ...by, query }, owner.token)
    expect(await listed()).toMatchObject([{ from: EIGHTH, until: FIFTEENTH, measurements: ['t', 'h'] }])
    await look(FIFTEENTH, '2025-01-16T00:00:00.000Z', ['t'])
    app.clock.set(NOW + DAY_MS)
    await look(FIFTEENTH, '2025-01-17T00:00:00.000Z')
    app.clock.set(NOW)
    const all = await listed()
    expect(all.map(({ until }) => until.slice(8, 10))).toEqual(['17', '16', '15'])
    const first = await listed({ limit: 2 })
    expect([...first, ...(await listed({ limit: 2, before: first.at(-1)?.id }))]).toEqual(all)
    const spans = ({ token }: TestUser) => app.call(api.listConsentReadSpans, by, token)
    expect(await spans(owner)).toEqual([{ location_id: location.id, from: EIGHTH, until: '2025-01-17T00:00:00.000Z' }])
    expect(await spans(researcher)).toEqual([])
  })

  test('a look that goes on keeps when it began, and stands before those that came meanwhile', async () => {
    const { say, device, location, research } = await aQuestion()
    await say('yes', EIGHTH)
    const look = (minute: number, measurement: string, until: string) => {
      app.clock.set(NOW + minute * 60_000)
      const what = { researchId: research.id, locationId: location.id, deviceId: device.id }
      const time = { from: Date.parse(EIGHTH), until: Date.parse(until) }
      const reads = [{ ...what, ...time, measurements: [measurement] }]
      return noteReads(app.services, { id: researcher.id, name: 'Researcher' }, 'opened', reads)
    }
    await look(0, 't', TENTH)
    await look(5, 'h', TENTH)
    await look(9, 't', TWELFTH)
    app.clock.set(NOW)
    const listed = (query: object) =>
      app.call(api.listConsentReads, { params: { id: research.id }, query }, owner.token)
    const times = (await listed({})).map(({ measurements, at, last_at }) => [...measurements, at, last_at])
    const [began, between, last] = [0, 5, 9].map(minute => new Date(NOW + minute * 60_000).toISOString())
    expect(times).toEqual([
      ['t', began, last],
      ['h', between, between],
    ])
    const [first] = await listed({ limit: 1 })
    expect((await listed({ before: first?.id })).map(({ measurements }) => measurements)).toEqual([['h']])
    // The first is looked at once more between two pages: none of what was read stands on the second.
    const cursor = { before: first?.id, before_at: first?.last_at }
    await look(12, 't', FIFTEENTH)
    app.clock.set(NOW)
    expect((await listed(cursor)).map(({ measurements }) => measurements)).toEqual([['h']])
    const [, second] = await listed({})
    await look(14, 'h', FIFTEENTH)
    app.clock.set(NOW)
    expect(await listed({ before: second?.id, before_at: second?.last_at })).toEqual([])
    // A process of the release before sets the one time that it knows.
    const late = new Date(NOW + 20 * 60_000).toISOString()
    const { db } = app.services
    await db
      .updateTable('research_reads')
      .set({ at: late })
      .where('id', '=', first?.id ?? 0)
      .execute()
    expect((await listed({ limit: 1 })).map(({ id, last_at }) => [id, last_at])).toEqual([[first?.id, late]])
  })

  test('a no looks at as many rows after many reads as after one', async () => {
    const { say, device, location, research } = await aQuestion()
    await say('yes', EIGHTH)
    const read = (n: number) => ({
      ...{ researchId: research.id, locationId: location.id, deviceId: device.id, measurements: ['t'] },
      ...{ from: Date.parse(EIGHTH) + n * 60_000, until: Date.parse(EIGHTH) + n * 60_000 + 1000 },
    })
    const person = { id: researcher.id, name: 'Researcher' }
    const rowsOf = async () => (await readBoundsOf(app.services.db, research.id, location.id)).length
    await noteReads(app.services, person, 'downloaded', [read(0)])
    expect(await rowsOf()).toBe(1)
    const many = Array.from({ length: 2000 }, (_, n) => read(n))
    await noteReads(app.services, person, 'downloaded', many)
    expect(await rowsOf()).toBe(1)
    await expect(say('no', new Date(read(1999).until - 1000).toISOString())).rejects.toMatchObject({ status: 422 })
    expect(await say('no', new Date(read(1999).until).toISOString())).toMatchObject({ kind: 'no' })
  })

  test('a project that is deleted goes on to tell owners what they said and who read it', async () => {
    const { say, series, params, location } = await aQuestion()
    await say('yes', EIGHTH)
    await series(researcher.token, { date_end: '2025-01-11' })
    const left = async (token: string) =>
      (await app.call(api.listLeftResearch, {}, token)).filter(({ id }) => id === params.id)
    expect(await left(owner.token)).toEqual([])
    const before = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    await app.call(api.deleteResearch, { params }, researcher.token)
    expect(await left(owner.token)).toMatchObject([
      {
        ...{ name: 'Winter air', led_by: expect.stringContaining(researcher.email) },
        consent_history: [{ kind: 'yes', location_name: 'De Linde', from: EIGHTH, said_by: expect.any(String) }],
      },
    ])
    expect(await app.call(api.listConsentReads, { params, query: {} }, owner.token)).toEqual(before)
    expect(await app.call(api.listConsentReadSpans, { params }, owner.token)).toMatchObject([
      { location_id: location.id, from: EIGHTH },
    ])
    for (const { token } of [researcher, await aUser(app)]) {
      expect(await left(token)).toEqual([])
      await expect(app.call(api.listConsentReads, { params, query: {} }, token)).rejects.toMatchObject({ status: 404 })
    }
  })

  test('a project of the demo farm leaves nothing on record', async () => {
    const { say, params } = await aQuestion()
    await say('yes', EIGHTH)
    const { db } = app.services
    await db.updateTable('research').set({ demo: 1 }).where('id', '=', params.id).execute()
    await deleteDemoProjects(db)
    expect((await app.call(api.listLeftResearch, {}, owner.token)).filter(({ id }) => id === params.id)).toEqual([])
  })

  test('a no ends it; what was opened or taken cannot be taken back', async () => {
    const { say, series, params } = await aQuestion()
    await say('yes', EIGHTH)
    const opened = await series(researcher.token, { date_end: '2025-01-11' })
    expect(hoursOf(opened)).toBe(4 * 24 - 1)
    const [read] = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    expect(read).toMatchObject({ kind: 'opened', from: EIGHTH })
    await expect(say('no', TENTH)).rejects.toMatchObject({
      status: 422,
      errors: { from: [expect.stringMatching('stays shared')] },
    })
    expect(await say('no', TWELFTH)).toMatchObject({ kind: 'no', from: TWELFTH })
    expect(hoursOf(await series(researcher.token))).toBe(hoursBetween(EIGHTH, TWELFTH))
    await expect(say('no', TENTH)).rejects.toMatchObject({ status: 422 })
    expect((await say('no', FIFTEENTH)).from).toBe(FIFTEENTH)
    const history = await app.call(api.listConsents, { params }, owner.token)
    expect(history.map(({ kind }) => kind)).toEqual(['asked', 'yes', 'no', 'no'])
  })

  test('a no that names no measurement ends all that is shared, also what the project is about no more', async () => {
    const { say, series, params } = await aQuestion()
    const about = (...target_measurements: string[]) =>
      app.call(
        api.updateResearch,
        { params, body: { name: 'Winter air', start: FIRST, end: '2025-03-01T00:00:00Z', target_measurements } },
        researcher.token,
      )
    await about('h')
    await say('yes', EIGHTH)
    await about('t')
    expect((await say('no', EIGHTH)).measurements).toEqual(expect.arrayContaining(['t', 'h']))
    await expect(series(researcher.token)).rejects.toMatchObject({ status: 404 })
  })

  test('a yes is to the project that was read: one that was changed since is read again first, a no is not held up', async () => {
    const { say, params, series, location } = await aQuestion()
    const { version } = await app.call(api.getResearch, { params }, owner.token)
    const body = { name: 'Winter air', start: FIRST, end: '2026-03-01T00:00:00Z', purpose: 'Sold to others' }
    expect(await app.call(api.updateResearch, { params, body }, researcher.token)).toMatchObject({
      version: version + 1,
    })
    const changed = { status: 409, code: 'changed_meanwhile' }
    await expect(say('yes', EIGHTH, { version })).rejects.toMatchObject(changed)
    const answer = { location_id: location.id, answer: 'yes' as const, from: EIGHTH, version }
    await expect(app.call(api.previewConsent, { params, body: answer }, owner.token)).rejects.toMatchObject(changed)
    await expect(series(researcher.token)).rejects.toMatchObject({ status: 404 })
    await say('yes', EIGHTH, { version: version + 1 })
    expect(await say('no', EIGHTH, { version })).toMatchObject({ kind: 'no' })
  })

  test('an answer that comes twice at once is one answer with one receipt', async () => {
    const { say, params } = await aQuestion()
    for (const answer of ['yes', 'no'] as const) {
      const said = await Promise.allSettled([say(answer, EIGHTH), say(answer, EIGHTH)])
      expect(said.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    }
    const history = await app.call(api.listConsents, { params }, owner.token)
    expect(history.map(({ kind }) => kind)).toEqual(['asked', 'yes', 'no'])
    const ids = history.slice(1).map(({ id }) => id)
    const receipts = await app.services.db
      .selectFrom('research_receipts')
      .selectAll()
      .where('consent_id', 'in', ids)
      .execute()
    expect(receipts).toHaveLength(2)
  })

  test('an answer is repeated by who gave it, once its own answer was lost, and is the same entry', async () => {
    const { say, params, location, device } = await aQuestion()
    const later = '2025-02-01T00:00:00.000Z'
    const said = [
      await say('yes', EIGHTH),
      await say('no', later, { device_ids: [device.id], measurements: ['t', 'h'] }),
    ]
    const again = { device_ids: [device.id], measurements: ['h', 't'] }
    expect(await say('no', later, again)).toEqual(said[1])
    const partner = await aUser(app)
    await app.services.db
      .insertInto('location_owners')
      .values({ location_id: location.id, email: partner.email })
      .execute()
    const body = { location_id: location.id, answer: 'no' as const, from: later, ...again }
    await expect(app.call(api.createConsent, { params, body }, partner.token)).rejects.toMatchObject({
      errors: { from: [expect.stringContaining('can only be moved later')] },
    })
    const history = await app.call(api.listConsents, { params }, owner.token)
    expect(history.map(({ kind }) => kind)).toEqual(['asked', 'yes', 'no'])
  })

  test('a device that is named twice is on record once, and the answer is repeated all the same', async () => {
    const { say, device } = await aQuestion()
    const once = await say('yes', EIGHTH, { device_ids: [device.id, device.id] })
    expect(once.device_ids).toEqual([device.id])
    expect(await say('yes', EIGHTH, { device_ids: [device.id, device.id] })).toEqual(once)
  })

  test('a refused time is told in the formats of who said it', async () => {
    const { say } = await aQuestion()
    const read = (formats: object) => app.call(api.updateUser, { body: { formats } }, owner.token)
    await expect(say('yes', '2024-12-01T00:00:00Z')).rejects.toMatchObject({
      errors: { from: [expect.stringMatching(/2025-01-0\d/)] },
    })
    await read({ dates: 'month_first' })
    await expect(say('yes', '2024-12-01T00:00:00Z')).rejects.toMatchObject({
      errors: { from: [expect.stringMatching(/01\/0\d\/2025/)] },
    })
    await read({ dates: 'iso' })
  })

  test('an answer after one that was not read is refused, and the last one repeated is the same entry', async () => {
    const { say, params, location } = await aQuestion()
    const partner = await aUser(app)
    const people = { location_id: location.id, email: partner.email }
    await app.services.db.insertInto('location_owners').values(people).execute()
    const overtaken = { status: 409, code: 'changed_meanwhile' }
    const yes = await say('yes', EIGHTH, { last_entry_id: null })
    expect(await say('yes', EIGHTH, { last_entry_id: null })).toEqual(yes)
    const no = { location_id: location.id, answer: 'no' as const, from: TENTH }
    const byPartner = (last_entry_id: number | null) =>
      app.call(api.createConsent, { params, body: { ...no, last_entry_id } }, partner.token)
    await expect(byPartner(null)).rejects.toMatchObject(overtaken)
    const { id } = await byPartner(yes.id)
    for (const last_entry_id of [null, yes.id])
      await expect(say('yes', EIGHTH, { last_entry_id })).rejects.toMatchObject(overtaken)
    expect(await say('yes', EIGHTH, { last_entry_id: id })).toMatchObject({ kind: 'yes' })
  })

  test('a yes said once more puts a device that hangs there since into the project', async () => {
    const { say, params, location } = await aQuestion()
    const first = await say('yes', EIGHTH)
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location, { start: TENTH })
    const second = await say('yes', EIGHTH)
    expect(second.id).toBeGreaterThan(first.id)
    const places = await app.call(api.listResearchPlaces, { params }, researcher.token)
    expect(places.map(one => one.device_id)).toContain(device.id)
    expect(await say('yes', EIGHTH)).toEqual(second)
  })

  test('a yes that takes in one more device shares of it what it says, or is refused', async () => {
    const { say, location, params } = await aQuestion()
    await say('yes', EIGHTH, { measurements: ['t', 'h'] })
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location, { start: TENTH })
    const one = { device_ids: [device.id] }
    // The yes before is about all devices: this one would be shared from the tenth, with both.
    for (const [from, measurements] of [
      [FIFTEENTH, ['t', 'h']],
      [TENTH, ['t']],
      [FIFTEENTH, ['co2']],
    ] as const)
      await expect(say('yes', from, { ...one, measurements })).rejects.toMatchObject({
        errors: { from: [expect.stringContaining('about every device here')] },
      })
    const places = () => app.call(api.listResearchPlaces, { params }, researcher.token)
    expect((await places()).map(({ device_id }) => device_id)).not.toContain(device.id)
    await say('yes', TENTH, { ...one, measurements: ['t', 'h'] })
    expect((await places()).map(({ device_id }) => device_id)).toContain(device.id)
  })

  test('who was asked once more and answers the same has answered', async () => {
    const { say, params } = await aQuestion()
    const first = await say('yes', EIGHTH)
    await app.call(api.askForConsent, { params, body: { email: owner.email } }, researcher.token)
    const again = await say('yes', EIGHTH)
    // It is an entry of its own, after the question.
    expect(again.id).toBeGreaterThan(first.id + 1)
    expect(await say('yes', EIGHTH)).toEqual(again)
    const { open_questions } = await app.call(api.getResearch, { params }, researcher.token)
    expect(open_questions).toEqual([])
    const open = await app.services.db
      .selectFrom('research_questions')
      .select('email')
      .where('research_id', '=', params.id)
      .where('answered_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test('who may plan at a location and does not see its projects takes no placement out of one', async () => {
    const { say, location, params } = await aQuestion()
    await say('yes', EIGHTH)
    const editor = await aUser(app)
    await aGroup(app, owner, { people: [[editor, 'member']], shares: [{ location_id: location.id, may: 'edit' }] })
    const device = await aDevice(app, editor)
    const placed = await aPlacement(app, editor, device, location, { start: TENTH })
    await say('yes', EIGHTH)
    const change = (body: object) =>
      app.call(
        api.updateLocationResearch,
        { params: { id: placed.id }, body: { start: TENTH, end: FIFTEENTH, ...body } },
        editor.token,
      )
    expect(await change({ research_id: null })).toMatchObject({ research_id: null })
    const places = await app.call(api.listResearchPlaces, { params }, researcher.token)
    expect(places.map(({ device_id }) => device_id)).toContain(device.id)
    const own = await app.call(api.createResearch, { body: { name: 'Mine', start: FIRST } }, editor.token)
    await expect(change({ research_id: own.id })).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('nobody answers for a place of others: not who asks, nor another owner who is asked, nor who owned it before', async () => {
    const { location, params, say, series } = await aQuestion()
    const [other, heir] = [await aUser(app), await aUser(app)]
    await aLocation(app, other)
    await app.call(api.askForConsent, { params, body: { email: other.email } }, researcher.token)
    const answer = (user: TestUser, kind: 'yes' | 'no') =>
      app.call(
        api.createConsent,
        { params, body: { location_id: location.id, answer: kind, from: EIGHTH } },
        user.token,
      )
    const notThere = { status: 404, code: 'not_found' }
    for (const user of [researcher, other, heir]) await expect(answer(user, 'yes')).rejects.toMatchObject(notThere)
    const yes = await say('yes', EIGHTH)
    await app.services.db
      .updateTable('location_owners')
      .set({ email: heir.email })
      .where('location_id', '=', location.id)
      .execute()
    await expect(say('no', EIGHTH)).rejects.toMatchObject(notThere)
    expect(await app.call(api.listConsentReads, { params, query: {} }, heir.token)).toEqual([])
    expect(await answer(heir, 'no')).toMatchObject({ kind: 'no', location_name: 'De Linde' })
    await expect(series(researcher.token)).rejects.toMatchObject({ status: 404 })
    // Receipts are of who gave the answer, and of who owns the place.
    const receipt = (user: TestUser) => app.call(api.getConsentReceipt, { params: { id: yes.id } }, user.token)
    for (const user of [owner, heir]) expect(await receipt(user)).toMatchObject({ '@context': expect.anything() })
    for (const user of [researcher, other]) await expect(receipt(user)).rejects.toMatchObject(notThere)
  })

  test('a kept file opens no more for who is taken out of the project, nor for anybody once it is deleted', async () => {
    const { say, params, device } = await aQuestion()
    const colleague = await aUser(app)
    const body = { name: 'Winter air', start: FIRST, end: '2025-03-01T00:00:00Z' }
    const show = (...people: string[]) =>
      app.call(api.updateResearch, { params, body: { ...body, people } }, researcher.token)
    await show(colleague.email)
    await accepted(app, colleague)
    await say('yes', EIGHTH)
    const wanted = { device_ids: [device.id], date_start: '2025-01-01', date_end: '2025-01-19' }
    const kept = async (user: TestUser) => {
      const { id } = await app.call(api.createExport, { body: wanted }, user.token)
      const stateOf = async () => (await app.call(api.readExport, { params: { id } }, user.token)).status
      await expect.poll(stateOf).toBe('ready')
      const { path } = await app.call(api.createExportLink, { params: { id } }, user.token)
      return async () => (await app.inject({ url: path })).statusCode
    }
    const [ofColleague, ofResearcher] = [await kept(colleague), await kept(researcher)]
    await show()
    expect([await ofColleague(), await ofResearcher()]).toEqual([404, 200])
    await app.call(api.deleteResearch, { params }, researcher.token)
    expect(await ofResearcher()).toBe(404)
  })

  test('a yes can be moved earlier, not later, and not before the placement', async () => {
    const { say } = await aQuestion()
    await say('yes', TENTH)
    await expect(say('yes', TWELFTH)).rejects.toMatchObject({ errors: { from: [expect.stringMatching('earlier')] } })
    expect((await say('yes', EIGHTH)).from).toBe(EIGHTH)
    await expect(say('yes', '2024-12-01T00:00:00Z')).rejects.toMatchObject({
      errors: { from: ['The first whole day with a device there is 2025-01-02. Choose this day or a later one.'] },
    })
    await expect(say('yes', '2025-03-01T00:00:00Z')).rejects.toMatchObject({ errors: { from: [expect.any(String)] } })
  })

  test('shows before a yes what it would show, and shows nothing to anybody', async () => {
    const { location, params, device, series } = await aQuestion()
    const body = { location_id: location.id, answer: 'yes' as const, from: TENTH, measurements: ['t', 'h', 'co2'] }
    const preview = await app.call(api.previewConsent, { params, body }, owner.token)
    expect(preview.map(one => [one.device_id, one.measurement, one.values]).sort()).toEqual([
      [device.id, 'h', 120],
      [device.id, 't', 120],
    ])
    expect(preview[0]?.by_step.reduce((sum, count) => sum + count, 0)).toBe(120)
    await expect(app.call(api.previewConsent, { params, body }, researcher.token)).rejects.toMatchObject({
      status: 404,
    })
    await expect(series(researcher.token)).rejects.toMatchObject({ status: 404 })
  })

  test('is given by an owner alone: an administrator consents for nobody', async () => {
    const { location, params } = await aQuestion()
    const body = { location_id: location.id, answer: 'yes' as const, from: TENTH }
    await expect(app.call(api.createConsent, { params, body }, admin.token)).rejects.toMatchObject({ status: 403 })
    await app.services.db.deleteFrom('location_owners').where('location_id', '=', location.id).execute()
    await expect(app.call(api.createConsent, { params, body }, admin.token)).rejects.toMatchObject({
      status: 422,
      errors: { location_id: ['This location has no owner who could consent.'] },
    })
  })

  test('asks nobody at the own address, and only who leads the project asks', async () => {
    const { params } = await aQuestion()
    const ask = (email: string, token: string) => app.call(api.askForConsent, { params, body: { email } }, token)
    await expect(ask(researcher.email, researcher.token)).rejects.toMatchObject({
      errors: { email: ['This is your own address.'] },
    })
    await expect(ask('somebody@else.example', owner.token)).rejects.toMatchObject({ status: 403 })
  })

  test('a receipt is for the owner: as a call, and by mail', async () => {
    const { say, research, params } = await aQuestion()
    const { id } = await say('yes', EIGHTH, { measurements: ['t'] })
    const receipt = await app.call(api.getConsentReceipt, { params: { id } }, owner.token)
    expect(receipt).toMatchObject({
      '@type': 'dpv:ConsentReceipt',
      'dct:identifier': expect.stringMatching(/^C-2025-\d{4,}$/),
      'dpv:hasConsentStatus': { '@type': 'dpv:ConsentGiven' },
      'dpv:hasProcess': { 'dct:title': research.name, 'dpv:hasData': [{ 'dct:identifier': 't' }] },
    })
    const body = { ...research, name: 'Other air', purpose: 'Something else', institution: 'Elsewhere', people: [] }
    await app.call(api.updateResearch, { params, body }, researcher.token)
    expect(await app.call(api.getConsentReceipt, { params: { id } }, owner.token)).toEqual(receipt)
    await expect(app.call(api.getConsentReceipt, { params: { id } }, researcher.token)).rejects.toMatchObject({
      status: 404,
    })
    await Promise.all([mailReceipts(app.services), mailReceipts(app.services)])
    const number = String(receipt['dct:identifier'])
    const subject = `Receipt ${number}`
    const mails = await app.services.db.selectFrom('outbox').select('id').where('subject', '=', subject).execute()
    expect(mails).toHaveLength(1)
    const files = new RegExp(`filename=${number}\\.pdf\\s+([\\w+/\\s]+)[^]*filename=${number}\\.jsonld`)
    const [, content = ''] = await mailed(app, owner.email, files)
    // In words: the key of a measurement tells an owner nothing.
    await mailed(app, owner.email, /Measurements:[\s=]+Temperature/)
    const paper = Buffer.from(content, 'base64')
    expect(pdfText(paper).join(' ')).toContain('2025-01-08')
    expect(pdfStructure(paper)?.children.length).toBeGreaterThan(0)
  })

  test('a receipt on paper is in the language of who reads it, and says what is seen and what never', async () => {
    const { say, research, params, device } = await aQuestion()
    const purpose =
      '<p>Less NH<sub>3</sub>, <a href="https://example.org/plan">the plan</a></p><ul><li>in winter</li></ul>'
    await app.call(api.updateResearch, { params, body: { ...research, purpose, people: [] } }, researcher.token)
    const { id } = await say('yes', EIGHTH, { measurements: ['t'], device_ids: [device.id] })
    const paperOf = (token: string) =>
      app.inject({
        url: `/api/consents/${id}/receipt/pdf?locale=de`,
        headers: { authorization: `Bearer ${token}` },
      })
    const { rawPayload } = await paperOf(owner.token)
    const text = pdfText(rawPayload).join(' ').replaceAll(/\s+/g, ' ')
    const words = [
      'Sie teilen Daten',
      'Temperatur',
      'in winter',
      'Less NH 3',
      'the plan (https://example.org/plan)',
      'Was sie nie sehen',
      device.name,
    ]
    for (const word of [...words, 'Winter air']) expect(text).toContain(word)
    for (const secret of ['Dorpsstraat', '51.4', '<p>']) expect(text).not.toContain(secret)
    expect((await paperOf(researcher.token)).statusCode).toBe(404)
  })

  test('a receipt says who led the project and when it ended at the answer, also once it is over or gone', async () => {
    const { say, research, params } = await aQuestion()
    const { id } = await say('yes', EIGHTH)
    const receipt = () => app.call(api.getConsentReceipt, { params: { id } }, owner.token)
    const before = await receipt()
    expect(JSON.stringify(before)).toContain(researcher.email)
    expect(JSON.stringify(before)).toContain('"dpv:hasEndTime":"2025-03-01T00:00:00.000Z"')
    await app.call(
      api.updateResearch,
      { params, body: { ...research, end: '2025-02-01T00:00:00Z', people: [] } },
      researcher.token,
    )
    expect(await receipt()).toEqual(before)
    await app.call(api.deleteResearch, { params }, researcher.token)
    expect(await receipt()).toEqual(before)
  })

  test('a receipt that cannot be printed goes out without its paper', async () => {
    const { say } = await aQuestion()
    const { id } = await say('yes', EIGHTH)
    await app.services.db.updateTable('research_receipts').set({ tries: 3 }).execute()
    await mailReceipts(app.services)
    const [mail] = await mailed(app, owner.email, new RegExp(`Receipt C-2025-0*${id}\\b[^]*`))
    expect(mail).toMatch(/jsonld/)
    expect(mail).not.toMatch(/\.pdf/)
  })

  test('open questions are told again after 7 and 14 days, once each, and no more', async () => {
    const { params } = await aQuestion()
    const email = 'not-here-yet@farm.example'
    await app.call(api.askForConsent, { params, body: { email } }, researcher.token)
    const told = async () =>
      (await app.services.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()).length
    const after: number[] = []
    for (const days of [6, 7, 8, 14, 15, 21, 30]) {
      app.clock.set(NOW + days * DAY_MS)
      await Promise.all([remindOfQuestions(app.services), remindOfQuestions(app.services)])
      after.push(await told())
    }
    app.clock.set(NOW)
    expect(after).toEqual([1, 2, 2, 3, 3, 3, 3])
  })

  test('open questions of a project that is over keep no others from being told again', async () => {
    const [over, open] = [await aQuestion(), await aQuestion()]
    const end = '2025-01-10T00:00:00.000Z'
    await app.services.db.updateTable('research').set({ end }).where('id', '=', over.params.id).execute()
    const asked = { asked_at: FIRST, reminded_at: FIRST, reminders: 0, answered_at: null }
    const many = Array.from({ length: 500 }, (_, n) => `over-${n}@farm.example`)
    for (const email of many)
      await app.services.db
        .insertInto('research_questions')
        .values({ research_id: over.params.id, email, ...asked })
        .execute()
    const email = 'still-asked@farm.example'
    await app.call(api.askForConsent, { params: open.params, body: { email } }, researcher.token)
    for (const days of [8, 9]) {
      app.clock.set(NOW + days * DAY_MS)
      await remindOfQuestions(app.services)
    }
    app.clock.set(NOW)
    const told = await app.services.db.selectFrom('outbox').select('recipient').execute()
    expect(told.filter(({ recipient }) => recipient === email)).toHaveLength(2)
    expect(told.filter(({ recipient }) => recipient.startsWith('over-'))).toEqual([])
  })

  test('questions of which nobody can answer any now keep no others from being told again', async () => {
    const [gone, open] = [await aQuestion(), await aQuestion()]
    const many = Array.from({ length: 510 }, (_, n) => `gone-${n}@farm.example`)
    const { db } = app.services
    const about = { research_id: gone.params.id, research_name: 'Winter air', location_id: gone.location.id }
    const nothing = { from: null, device_ids: null, measurements: null, said_by: null, said_by_name: null }
    const facts = { research_purpose: null, research_institution: null, research_end: null, research_leader: null }
    for (const email of many) {
      await db
        .insertInto('research_questions')
        .values({
          research_id: about.research_id,
          email,
          asked_at: FIRST,
          reminded_at: FIRST,
          reminders: 0,
          answered_at: null,
        })
        .execute()
      await db
        .insertInto('research_consents')
        .values({ kind: 'asked', ...about, ...facts, ...nothing, location_name: 'De Linde', email, said_at: FIRST })
        .execute()
    }
    const email = 'asked-after-them@farm.example'
    await app.call(api.askForConsent, { params: open.params, body: { email } }, researcher.token)
    app.clock.set(NOW + 8 * DAY_MS)
    await remindOfQuestions(app.services)
    app.clock.set(NOW)
    const told = await db.selectFrom('outbox').select('recipient').execute()
    expect(told.filter(({ recipient }) => recipient === email)).toHaveLength(2)
    expect(told.filter(({ recipient }) => recipient.startsWith('gone-'))).toEqual([])
  })

  test('deleting a project ends all reading; what was said stays on record', async () => {
    const { params, say, series } = await aQuestion()
    await say('yes', EIGHTH)
    await series(researcher.token)
    await app.call(api.deleteResearch, { params }, researcher.token)
    await expect(series(researcher.token)).rejects.toMatchObject({ status: 404 })
    const kept = await app.services.db
      .selectFrom('research_consents')
      .selectAll()
      .where('research_id', '=', params.id)
      .orderBy('id')
      .execute()
    expect(kept.map(({ kind }) => kind)).toEqual(['asked', 'yes'])
  })

  test('somebody the researcher adds reads by the same consent, under the same numbers', async () => {
    const { params, say, series, location } = await aQuestion()
    const colleague = await aUser(app)
    await say('yes', EIGHTH)
    const body = { name: 'Winter air', start: FIRST, end: '2025-03-01T00:00:00Z', people: [colleague.email] }
    await app.call(api.updateResearch, { params, body }, researcher.token)
    await accepted(app, colleague)
    expect(hoursOf(await series(colleague.token))).toBe(hoursBetween(EIGHTH, FIFTEENTH))
    expect(await app.call(api.listResearchPlaces, { params }, colleague.token)).toMatchObject([
      { location_name: `Location ${location.id}`, pseudonymous: true },
    ])
    expect(await app.call(api.listSensors, { query: {} }, colleague.token)).toEqual([])
  })
})
