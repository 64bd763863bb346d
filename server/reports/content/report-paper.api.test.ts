import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { summaryOf } from '#shared/rules/ingest/frame.ts'
import { formatNumber, THIN_SPACE } from '#shared/rules/ingest/value.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { wordsIn } from '../../kit/language.ts'
import { printPaper } from '../../kit/paper/paper.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPicture } from '../../testing/a-photo.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../../testing/insert-readings.ts'
import { pdfOutline, pdfStructure, pdfText } from '../../testing/pdf-text.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { accountOfId, callerOf } from '../../users/accounts.ts'
import { eventsOf } from './events.ts'
import { type ReportContent, readReportFacts } from './facts.ts'
import { leadOf, reportPaper } from './paper.ts'

const NOW = Date.parse('2026-03-18T06:00:00Z')
const FROM = Date.parse('2026-03-09T23:00:00Z')
const UNTIL = FROM + 7 * DAY_MS
const KEYS = ['t', 'h', 'co2', 'nh3']

let app: TestApp
let owner: TestUser
let area: number
let device: Awaited<ReturnType<typeof aDevice>>
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
  await aFirstUser(app)
  owner = await aUser(app)
  const location = await aLocation(app, owner, {
    name: 'Hoeve Zonneveld',
    time_zone: 'Europe/Amsterdam',
    areas: [{ name: 'Piglet room 3', area_type_id: 25 }],
  })
  area = location.area.id
  device = await aDevice(app, owner, { name: 'BM 2041' })
  await aPlacement(app, owner, device, location)
  const rows: ReadingRow[] = []
  for (let at = FROM - 7 * DAY_MS; at < UNTIL; at += 5 * MINUTE_MS) {
    // Eight hours without power on the fourth day.
    if (at >= FROM + 3 * DAY_MS && at < FROM + 3 * DAY_MS + 8 * HOUR_MS) continue
    const wave = Math.sin((2 * Math.PI * at) / DAY_MS)
    rows.push([device.id, 't', at, 25 + 2 * wave], [device.id, 'h', at, 63 + 5 * wave])
    rows.push([device.id, 'co2', at, 1800 + 700 * wave])
    rows.push([device.id, 'nh3', at, (at < FROM ? 9 : 14) + 8 * wave])
  }
  await insertReadings(app, rows)
})
afterAll(() => app.close())

const reading = async (of: TestUser = owner) => {
  const person = await accountOfId(app.services.db, of.id)
  if (!person) throw new Error('the test account is gone')
  return { ...app.services, user: callerOf(person), t: wordsIn('en') }
}

const content = (changes: Partial<ReportContent> = {}): ReportContent => ({
  areaIds: [area],
  deviceIds: null,
  project: null,
  from: FROM,
  until: UNTIL,
  measurements: null,
  rows: 'day',
  language: 'en',
  formats: USUAL_FORMATS,
  zone: 'Europe/Amsterdam',
  ...changes,
})

const printed = async (changes: Partial<ReportContent> = {}) => {
  const facts = await readReportFacts(await reading(), content(changes))
  const { pdf, pages } = await printPaper(reportPaper(facts, { title: 'week', name: 'Marieke', now: NOW }))
  return { facts, pdf, pages, text: pdfText(pdf).join('\n') }
}

describe('[decisions §10] a report on paper', () => {
  test.each(LANGUAGES)('says the numbers of the screen, in %s', async (language: Language) => {
    const { text } = await printed({ language })
    const query = { area_id: area, interval: 'selection' as const, compare: 'previous' as const }
    const dates = { date_start: new Date(FROM).toISOString(), date_end: new Date(UNTIL).toISOString() }
    const frame = await app.call(api.getSeries, { query: { ...query, ...dates } }, owner.token)
    const digits: Record<string, number> = { t: 1, h: 0, co2: 0, nh3: 1 }
    for (const key of KEYS) {
      const summary = frame.series[key] && summaryOf(frame.series[key])
      const before = frame.compare?.series[key] && summaryOf(frame.compare.series[key])
      if (!summary || !before) throw new Error(`${key} was not measured`)
      // On paper a number does not part.
      for (const value of [summary.min, summary.mean, summary.max, before.mean])
        expect(text).toContain(formatNumber(value, digits[key] ?? 0, language).replaceAll(THIN_SPACE, '\u00a0'))
    }
    expect(text).toContain('Piglet room 3')
    expect(text).not.toContain('\uFFFD')
    expect(text).not.toContain('{{')
  })

  test('[decisions 0160] is in the formats of whoever made it', async () => {
    const formats = { temperature: 'fahrenheit', dates: 'month_first', clock: '12', week: 'sunday' } as const
    const { facts, text } = await printed({ formats })
    const mean = facts.areas[0]?.means.find(({ definition }) => definition.type.abbreviation === 't')?.mean ?? 0
    expect(text).toContain('°F')
    expect(text).not.toContain('°C')
    expect(text).toContain(formatNumber(mean * 1.8 + 32, 1, 'en'))
    expect(text).toMatch(/\d\d\/\d\d\/\d{4} \d{1,2}:\d\d\s[ap]m/)
    expect(text).not.toMatch(/\d{4}-\d\d-\d\d/)
  })

  test('says hours over the limit and time in comfort as the data dashboard does', async () => {
    const { facts, text } = await printed()
    const nh3 = facts.areas[0]?.measurements.nh3?.peak
    if (!nh3?.hours_over_limit || nh3.in_comfort === null) throw new Error('NH3 was never over its limit')
    const row = text.slice(text.indexOf('Measurement'), text.indexOf('means of'))
    expect(row).toContain(`${formatNumber(nh3.hours_over_limit, nh3.hours_over_limit < 10 ? 1 : 0, 'en')} h`)
    expect(row).toContain(`${formatNumber(nh3.in_comfort * 100, 0, 'en')}\u00a0%`)
    const outside = nh3.hours_outside_comfort ?? 0
    expect(outside).toBeGreaterThan(nh3.hours_over_limit)
    expect(row.replaceAll(/\s+/g, ' ')).toContain(`${formatNumber(outside, outside < 10 ? 1 : 0, 'en')} h outside`)
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/NH3 was over the limit of \d+ ppm for [\d.]+ h\./)
  })

  test('names the gap, the days and the areas in its outline', async () => {
    const { pdf, text } = await printed()
    expect(text.replaceAll('\n', ' ')).toMatch(/2026-03-13 00:0\d ?No data for (8 h|7 h 5\d min)/)
    for (const day of ['2026-03-10', '2026-03-16']) expect(text).toContain(day)
    expect(pdfOutline(pdf)).toEqual(['Piglet room 3', 'Day by day', 'What happened', 'Sensor log'])
  })

  test('says the notes of the area in the order of what happened', async () => {
    const at = (hours: number) => new Date(FROM + hours * HOUR_MS).toISOString()
    const params = { id: area }
    const written = [
      { start: at(30), text: 'Opened the inlets' },
      { start: at(20), end: at(40), text: 'Fan 2 broken' },
      { start: at(-50), text: 'Before the period' },
    ]
    const notes = await Promise.all(written.map(body => app.call(api.createAreaNote, { params, body }, owner.token)))
    const text = (await printed()).text.replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/Note until 2026-03-\d\d \d\d:\d\d: Fan 2 broken.*Note: Opened the inlets/)
    expect(text).not.toContain('Before the period')
    for (const { id } of notes) await app.call(api.deleteAreaNote, { params: { id } }, owner.token)
    expect((await printed()).text).not.toContain('Fan 2 broken')
  })

  test('says that nothing was measured, and draws nothing', async () => {
    const [from, until] = [FROM - 100 * DAY_MS, FROM - 93 * DAY_MS]
    const { text, pages } = await printed({ from, until })
    expect(pages).toBe(1)
    expect(text).toContain('Nothing was measured in this period.')
    expect(text).toContain('No alert, no gap in the data, no diary entry.')
  })

  test('a report of chosen measurements holds these alone', async () => {
    const { facts } = await printed({ measurements: ['nh3'] })
    expect(facts.areas[0]?.means.map(({ definition }) => definition.type.abbreviation)).toEqual(['nh3'])
  })

  test('single readings over a limit are not called none, though no mean of five minutes was over it', async () => {
    const facts = await readReportFacts(await reading(), content({ measurements: ['co2'] }))
    const [room] = facts.areas
    const [co2] = room?.means ?? []
    const peak = room?.measurements.co2?.peak
    if (!room || !co2?.definition.edges || !peak) throw new Error('CO2 was not measured')
    const limit = co2.definition.edges.limit_value ?? 0
    const said = (high: number, hours_over_limit: number) => {
      const measurements = { co2: { ...room.measurements.co2, peak: { ...peak, limit, hours_over_limit } } }
      return leadOf({ ...room, means: [{ ...co2, high }], measurements } as typeof room, {
        language: 'en',
        formats: USUAL_FORMATS,
      }).join(' ')
    }
    expect(said(limit, 0)).toContain('No limit was exceeded.')
    expect(said(limit + 50, 0)).toMatch(/: single readings over the limit of .+, the highest .+; no five/)
    expect(said(limit + 50, 0)).not.toContain('No limit')
    expect(said(limit + 50, 1)).toContain('CO2 was over the limit')
    expect(said(limit + 50, 1)).not.toContain('single')
  })

  test('of very many events alerts come before visits and gaps, and all that are left out are counted', async () => {
    const facts = await readReportFacts(await reading(), content({ measurements: ['nh3'], rows: 'none' }))
    const [room] = facts.areas
    if (!room) throw new Error('nothing was read')
    const gaps = eventsOf(room, facts.content, NOW).length
    const alerts = Array.from({ length: 58 }, (_, index) => ({
      ...{ id: index, kind: 'rule', measurement: 'nh3', device_name: 'BM 2041', unit: 'ppm', acknowledged: null },
      ...{ fired_at: new Date(UNTIL - (index + 1) * HOUR_MS).toISOString(), worst_value: 100 + index },
      resolved_at: new Date(UNTIL).toISOString(),
    }))
    const visits = Array.from({ length: 30 }, (_, id) => ({
      ...{ id, impression: 'good', notes: `visit ${id}.` },
      date: new Date(FROM + id * HOUR_MS).toISOString(),
    }))
    const full = { ...room, alerts, visits, unread: 300 } as unknown as typeof room
    const paper = reportPaper({ ...facts, areas: [full] }, { title: 'week', name: 'Marieke', now: NOW })
    const shown = paper.blocks.find(block => block.kind === 'events')
    const marks = shown?.kind === 'events' ? shown.events.map(({ mark }) => mark) : []
    expect(marks.filter(mark => mark === 'alert')).toHaveLength(58)
    expect(marks.filter(mark => mark === 'visit')).toHaveLength(2)
    expect(JSON.stringify(paper)).toContain(`And ${300 + 28 + gaps} more.`)
  })

  test('prints photos of inspections, calibrations and doubtful stretches, each where a screen reader finds it', async () => {
    const facts = await readReportFacts(await reading(), content({ measurements: ['nh3'], rows: 'none' }))
    const [room] = facts.areas
    if (!room) throw new Error('nothing was read')
    const at = new Date(FROM + DAY_MS).toISOString()
    const full = {
      ...room,
      visits: [{ id: 7, date: at, impression: 'good' as const, notes: 'Inlets opened.' }],
      photos: new Map([[7, await aPicture()]]),
      calibrations: [{ device_id: device.id, measurement: 'nh3', offset: -1.5, valid_from: at }],
      faults: [
        { device_id: device.id, measurement: 'nh3', fault: 'range', start: at, end: new Date(UNTIL).toISOString() },
      ],
    } as unknown as typeof room
    const paper = reportPaper({ ...facts, areas: [full] }, { title: 'week', name: 'Marieke', now: NOW })
    const { pdf } = await printPaper(paper)
    const text = pdfText(pdf).join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Inspection: good. Inlets opened.')
    expect(text).toMatch(/BM 2041, NH3 calibrated: [-−–]1\.5 ppm\./)
    expect(text).toMatch(/BM 2041, NH3 doubtful until 2026-03-17 00:00: \w+/)
    const figures = (element: ReturnType<typeof pdfStructure>): (string | null)[] =>
      element ? [...(element.type === 'Figure' ? [element.alt] : []), ...element.children.flatMap(figures)] : []
    expect(figures(pdfStructure(pdf))).toContain('2026-03-11 00:00')
  })

  test('a table that has no room for all measurements names those it leaves out', async () => {
    const facts = await readReportFacts(await reading(), content())
    const [room] = facts.areas
    if (!room) throw new Error('nothing was read')
    const means = Array.from({ length: 5 }, () => room.means).flat()
    const wide = { ...room, means }
    const paper = reportPaper({ ...facts, areas: [wide] }, { title: 'week', name: 'Marieke', now: NOW })
    const [, rows] = paper.blocks.filter(block => block.kind === 'table')
    const columns = rows?.kind === 'table' ? rows.columns.length - 1 : 0
    expect(columns).toBeGreaterThan(3)
    expect(columns).toBeLessThanOrEqual(8)
    const names = means.slice(columns).map(({ definition }) => definition.type.name)
    expect(JSON.stringify(paper)).toContain(`for lack of room: ${names.join(', ')}.`)
  })

  test('a stranger gets nothing', async () => {
    const stranger = await aUser(app)
    await expect(readReportFacts(await reading(stranger), content())).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('reading a report says after each piece that it goes on, until the last', async () => {
  const calls: number[] = []
  const goOn = async (done: number) => void calls.push(done)
  await readReportFacts(await reading(), content(), goOn)
  const [chart, peaks, rows, area] = [1, 1, 1, 1]
  expect(calls).toEqual([chart, peaks, rows, area])
})
