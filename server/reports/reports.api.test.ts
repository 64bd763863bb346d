import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { Report } from '#shared/contract/measurements/reports.ts'
import { MAX_UNFINISHED_REPORTS } from '#shared/rules/reports/report-states.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { insertReadings } from '../testing/insert-readings.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { forgetReports, makeReports } from './make-reports.ts'
import { changeReport, takeReport } from './store.ts'

const NOW = Date.parse('2026-03-18T06:00:00Z')
const WEEK = { interval: 'week', index: 1, calendar: true, timezone: 'Europe/Amsterdam' } as const

let app: TestApp
let owner: TestUser
let area: number
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
  await aFirstUser(app)
})
beforeEach(async () => {
  app.clock.set(NOW)
  owner = await aUser(app)
  const location = await aLocation(app, owner, {
    time_zone: 'Europe/Amsterdam',
    areas: [{ name: 'Room 3', area_type_id: 25 }],
  })
  area = location.area.id
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  const times = Array.from({ length: 14 * 24 }, (_, hour) => NOW - 14 * DAY_MS + hour * HOUR_MS)
  await insertReadings(
    app,
    times.map(time => [device.id, 't', time, 24]),
  )
})
afterAll(() => app.close())

const list = (of: TestUser = owner) => app.call(api.listReports, {}, of.token)
const create = (body: object = {}, of: TestUser = owner): Promise<Report> =>
  app.call(api.createReport, { body: { area_ids: [area], ...WEEK, ...body } }, of.token)
const made = async (body: object = {}): Promise<Report> => {
  const { id } = await create(body)
  await makeReports(app.services)
  const report = (await list()).find(one => one.id === id)
  if (!report) throw new Error('a test report is not listed')
  return report
}
const linkTo = async ({ id }: Report): Promise<string> =>
  (await app.call(api.createReportLink, { params: { id } }, owner.token)).path

describe('[decisions §10] a report on demand', () => {
  test('is about the last full week in the zone that was asked for, and opens by its link without signing in', async () => {
    const report = await made()
    expect(report).toMatchObject({
      status: 'ready',
      title: 'week',
      names: ['Room 3'],
      parts: 1,
      parts_done: 1,
      error: null,
    })
    expect([report.from, report.until]).toEqual(['2026-03-08T23:00:00.000Z', '2026-03-15T23:00:00.000Z'])
    expect(Date.parse(report.expires_at ?? '')).toBe(NOW + DAY_MS)
    const answer = await app.inject({ url: await linkTo(report) })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.rawPayload).toHaveLength(report.bytes)
    const pages = pdfText(answer.rawPayload)
    expect(pages).toHaveLength(report.pages)
    expect(pages.join(' ')).toContain('Weekly climate report')
    expect(pages.join(' ')).toContain('2026-03-09 00:00 to 2026-03-15 23:59, Europe/Amsterdam')
  })

  test('its link opens nothing while the account is suspended', async () => {
    const url = await linkTo(await made())
    const suspend = (suspended_at: string | null) =>
      app.services.db.updateTable('users').set({ suspended_at }).where('id', '=', owner.id).execute()
    await suspend(app.clock.iso())
    expect((await app.inject({ url })).statusCode).toBe(404)
    await suspend(null)
    expect((await app.inject({ url })).statusCode).toBe(200)
  })

  test('a scanner that looks at its link, or opens it, takes nothing away', async () => {
    const url = await linkTo(await made())
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const)
      expect((await app.inject({ method, url })).statusCode).toBe(200)
  })

  test('a link taken back opens nothing, and the next one is another', async () => {
    const report = await made()
    const first = await linkTo(report)
    expect(await linkTo(report)).toBe(first)
    await app.call(api.deleteReportLink, { params: { id: report.id } }, owner.token)
    expect((await app.inject({ url: first })).statusCode).toBe(404)
    const byHand = await app.inject({ url: first, headers: { accept: 'text/html,application/xhtml+xml' } })
    expect([byHand.statusCode, byHand.headers.location]).toEqual([302, '/report-link'])
    const second = await linkTo(report)
    expect(second).not.toBe(first)
    expect((await app.inject({ url: first })).statusCode).toBe(404)
    expect((await app.inject({ url: second })).statusCode).toBe(200)
  })

  test('a guessed link, that of another report, and one of a report nobody linked open nothing', async () => {
    const [one, other] = [await made(), await made()]
    const path = await linkTo(one)
    const [, token = ''] = /([^/]+)$/.exec(path) ?? []
    const signature = token.slice(token.indexOf('-') + 1)
    for (const guess of [`${other.id}-${signature}`, `${one.id}-${'A'.repeat(43)}`, 'x', '1-', '99999999999-x'])
      expect((await app.inject({ url: `/api/reports/${guess}` })).statusCode).toBe(404)
  })

  test('after a day the file is gone, the link leads to where it is made again, and again makes the same', async () => {
    const report = await made()
    const url = await linkTo(report)
    app.clock.set(NOW + DAY_MS)
    await forgetReports(app.services)
    const answer = await app.inject({ url })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/report-link?again=${report.id}`])
    const again = await app.call(api.repeatReport, { params: { id: report.id } }, owner.token)
    await makeReports(app.services)
    expect(again).toMatchObject({ from: report.from, until: report.until, names: report.names, title: 'week' })
    expect((await list())[0]).toMatchObject({ id: again.id, status: 'ready' })
    app.clock.set(NOW + 31 * DAY_MS)
    await forgetReports(app.services)
    expect(await list()).toEqual([])
  })

  test('what is thrown away is gone with its file and its link', async () => {
    const report = await made()
    const url = await linkTo(report)
    await app.call(api.deleteReport, { params: { id: report.id } }, owner.token)
    expect((await app.inject({ url })).statusCode).toBe(404)
    await forgetReports(app.services)
    const rows = await app.services.db.selectFrom('reports').selectAll().where('id', '=', report.id).execute()
    expect(rows).toEqual([])
  })

  test('is there for nobody else, whoever they are', async () => {
    const report = await made()
    const stranger = await aUser(app)
    expect(await list(stranger)).toEqual([])
    const params = { id: report.id }
    for (const endpoint of [api.createReportLink, api.deleteReportLink, api.repeatReport, api.deleteReport])
      await expect(app.call(endpoint, { params }, stranger.token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(create({}, stranger)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a few may wait at once, and bad input is told where it is', async () => {
    for (let n = 0; n < MAX_UNFINISHED_REPORTS; n++) await create()
    await expect(create()).rejects.toMatchObject({ code: 'limit_exceeded' })
    await makeReports(app.services)
    await expect(create({ area_ids: [] })).rejects.toMatchObject({ code: 'no_valid_input' })
    await expect(create({ timezone: 'Nowhere/Else' })).rejects.toMatchObject({ code: 'no_valid_input' })
    await expect(create({ interval: 'selection' })).rejects.toMatchObject({ code: 'no_valid_input' })
    await expect(
      create({ interval: 'selection', date_start: '2026-03-10', date_end: '2026-03-01' }),
    ).rejects.toMatchObject({ code: 'no_valid_input' })
    const long = { interval: 'selection', date_start: '2024-01-01', date_end: '2026-03-01', rows: 'hour' }
    await expect(create(long)).rejects.toMatchObject({ code: 'too_much_data' })
    const wide = { area_ids: [area, 9001, 9002, 9003], interval: 'month', index: 1, rows: 'hour' }
    await expect(create(wide)).rejects.toMatchObject({ code: 'too_much_data' })
  })
})

describe('[decisions §10] the making of reports', () => {
  test('two that look for work at the same time make each of them once', async () => {
    const ids = [await create(), await create(), await create()].map(({ id }) => id)
    await Promise.all([makeReports(app.services), makeReports(app.services)])
    const reports = (await list()).filter(({ id }) => ids.includes(id))
    expect(reports.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
    const rows = await app.services.db.selectFrom('reports').select(['id', 'tries']).where('id', 'in', ids).execute()
    expect(rows.map(({ tries }) => tries)).toEqual([1, 1, 1])
  })

  test('what a killed process leaves is made by the next, and the killed one could not note anything any more', async () => {
    const { id } = await create()
    const at = (ms: number) => new Date(NOW + ms).toISOString()
    const killed = await takeReport(app.services.db, at(0), at(2 * MINUTE_MS))
    expect(killed?.id).toBe(id)
    await makeReports(app.services)
    expect((await list())[0]).toMatchObject({ id, status: 'running' })
    app.clock.set(NOW + 3 * MINUTE_MS)
    await makeReports(app.services)
    expect((await list())[0]).toMatchObject({ id, status: 'ready' })
    if (killed) expect(await changeReport(app.services.db, killed, { status: 'failed' })).toBe(false)
    expect((await list())[0]).toMatchObject({ id, status: 'ready' })
  })

  test('whoever may no longer see the areas gets no report', async () => {
    const { id } = await create()
    await app.services.db.deleteFrom('location_owners').where('email', '=', owner.email).execute()
    await app.services.db.deleteFrom('rentals').where('user_id', '=', owner.id).execute()
    await makeReports(app.services)
    expect((await list()).find(one => one.id === id)).toMatchObject({ status: 'failed', error: expect.any(String) })
  })
})
