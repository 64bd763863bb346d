import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { insertReadings } from '../testing/insert-readings.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { makeReports } from './make-reports.ts'
import { runSchedules } from './run-schedules.ts'

const NOW = Date.parse('2026-03-17T12:00:00Z')
const FIRST = '2026-03-01T00:00:00.000Z'
const NAMES = ['Hidden farm', 'Hidden room', 'Hidden monitor']

let app: TestApp
let researcher: TestUser
let area: number
let device: number
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
  await aFirstUser(app)
  const owner = await aUser(app)
  researcher = await aUser(app)
  const [farm, room, monitor] = NAMES as [string, string, string]
  const location = await aLocation(app, owner, { name: farm, areas: [{ name: room, area_type_id: 25 }] })
  area = location.area.id
  const measuring = await aDevice(app, owner, { name: monitor })
  device = measuring.id
  await aPlacement(app, owner, measuring, location, { start: FIRST })
  await insertReadings(
    app,
    Array.from({ length: 17 * 24 }, (_, hour) => [device, 't', Date.parse(FIRST) + hour * HOUR_MS, 24]),
  )
  const body = { name: 'Winter air', start: FIRST, end: '2026-05-01T00:00:00Z', institution: 'Institute' }
  const { id } = await app.call(api.createResearch, { body }, researcher.token)
  await app.call(api.askForConsent, { params: { id }, body: { email: owner.email } }, researcher.token)
  const yes = { location_id: location.id, answer: 'yes' as const, from: FIRST }
  await app.call(api.createConsent, { params: { id }, body: yes }, owner.token)
})
afterAll(() => app.close())

describe('[decisions §8] areas that are read by consent', () => {
  test('stand under their numbers in schedules, lists, mails and on paper', async () => {
    const body = {
      name: 'Daily',
      area_ids: [area],
      frequency: 'day' as const,
      language: 'en' as const,
      recipients: [researcher.email],
    }
    const schedule = await app.call(api.createReportSchedule, { body }, researcher.token)
    expect(schedule.about).toEqual([`Area ${area}`])
    app.clock.set(NOW + DAY_MS)
    await runSchedules(app.services)
    await makeReports(app.services)
    const [report] = await app.call(api.listReports, {}, researcher.token)
    expect(report).toMatchObject({ status: 'ready', names: [`Area ${area}`] })
    const mails = await app.services.db.selectFrom('outbox').selectAll().where('topic', '=', 'reports').execute()
    const [, path = ''] = /(\/api\/reports\/[\w-]+)/.exec(mails[0]?.text ?? '') ?? []
    const paper = pdfText((await app.inject({ url: path })).rawPayload).join(' ')
    expect(paper).toContain(`Device ${device}`)
    for (const name of NAMES) expect(JSON.stringify([schedule, report, mails, paper])).not.toContain(name)
  })
})
