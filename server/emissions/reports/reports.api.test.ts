import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { type EmissionSettings, NO_EMISSION_SETTINGS } from '#shared/rules/locations/emission-settings.ts'
import { countedDays, sumOfDays, uncertaintyOfSum, verdictOf } from '#shared/rules/science/emission-sum.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { notedSeries } from '../../kit/database/slow-statements.ts'
import { emissionPlaces } from '../../locations/places.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aFault } from '../../testing/a-fault.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../../testing/insert-readings.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { reckonPlaces } from '../reckoning.ts'
import { freeze } from './freeze.ts'
import { emissionPaper } from './report-paper.ts'

const DAIRY = 29
const FROM = Date.parse('2026-03-31T22:00:00Z')
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: Date.parse('2026-07-10T10:00:00Z') })
  owner = await aUser(app)
})
afterAll(() => app.close())

const aBarn = async () => {
  const areas = [{ name: 'Barn 1', area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13 }]
  const location = await aLocation(app, owner, { time_zone: 'Europe/Amsterdam', ubn: '1284507', areas })
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  const rows: ReadingRow[] = []
  for (let at = FROM; at < FROM + 60 * DAY_MS; at += 10 * MINUTE_MS)
    for (const [key, value] of Object.entries({ co2: 1000, nh3: 4, t: 10 })) rows.push([device.id, key, at, value])
  await insertReadings(app, rows)
  return { location, area: location.area.id }
}

type Input = CallInput<typeof api.createEmissionReport>['body']
const make = (body: Partial<Input>, of = owner) =>
  app.call(api.createEmissionReport, { body: { period: 'quarter', date: '2026-05-05', ...body } }, of.token)
const list = (of = owner) => app.call(api.listEmissionReports, {}, of.token)
const file = (endpoint: 'getEmissionReportPdf' | 'getEmissionReportCsv', id: number, locale = 'en', of = owner) =>
  app.inject({
    method: 'GET',
    url: urlOf(api[endpoint], { params: { id }, query: { locale: locale as 'en' } }),
    headers: { authorization: `Bearer ${of.token}` },
  })
const frozen = async (id: number) => {
  const row = await app.services.db
    .selectFrom('emission_reports')
    .select(['content', 'checksum'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, report: fromJson(row.content) }
}

describe('[beyond 5] a report of emissions', () => {
  test('is what the dashboard says, and stays so whatever changes', async () => {
    const { area, location } = await aBarn()
    const made = await make({ location_id: location.id })
    const query = {
      location_id: location.id,
      date_start: '2026-04-01',
      date_end: '2026-06-30',
      interval: 'month',
    } as const
    const shown = await app.call(api.getEmissions, { query }, owner.token)
    expect(made).toMatchObject({ name: location.name, from: '2026-04-01', until: '2026-07-01', kg: shown.total.kg })
    const { report, checksum, content } = await frozen(made.id)
    expect(report.answer).toEqual(shown)
    expect(checksum).toBe(createHash('sha256').update(content).digest('hex'))
    expect(made.checksum).toBe(checksum)
    await app.call(
      api.saveEmissionSettings,
      { params: { id: area }, body: { factors: [{ valid_from: '2020-01-01', kg: 5 }] } },
      owner.token,
    )
    const text = pdfText((await file('getEmissionReportPdf', made.id)).rawPayload).join('\n')
    expect(text).toContain(checksum.slice(0, 20))
    expect((await list()).find(({ id }) => id === made.id)).toEqual(made)
    expect((await frozen(made.id)).content).toBe(content)
    expect((await make({ location_id: location.id })).index).toBeGreaterThan(2 * (made.index ?? 1))
  })

  test('asks for the hours of each location once: its logbook speaks of the days that its sums are made of', async () => {
    const { location } = await aBarn()
    const places = await emissionPlaces(app.services.db, [location.id])
    const within = { from: '2026-04-01', until: '2026-07-01' }
    const statementsOf = async (work: (services: typeof app.services) => Promise<unknown>): Promise<string[]> => {
      const statements: string[] = []
      const series = notedSeries(app.services.series, (_, statement) => statements.push(statement))
      await work({ ...app.services, series })
      return statements
    }
    const user = { name: 'Anna' }
    const asked = { places, name: 'Farm', gas: 'nh3', period: 'quarter', within, interval: 'month' } as const
    const once = await statementsOf(services => reckonPlaces(services, places, 'nh3', within))
    expect(await statementsOf(services => freeze({ ...services, user }, asked))).toEqual(once)
    expect(once.length).toBeGreaterThan(0)
  })

  test('can be worked out again from its frozen days', async () => {
    const { area } = await aBarn()
    const made = await make({ area_id: area })
    const { report } = await frozen(made.id)
    const [input] = report.inputs
    const [shown] = report.answer.areas
    if (!input || !shown) throw new Error('a report has an area')
    const { days } = input
    expect(days.kg.reduce((all, one) => all + one, 0)).toBeCloseTo(made.kg ?? 0, 9)
    const again = sumOfDays(
      countedDays(
        days.date.map((date, index) => ({
          date,
          hours: days.hours[index] ?? 0,
          results: days.results[index] ?? 0,
          uncertain: days.uncertain[index] ?? 0,
          negative: days.negative[index] ?? 0,
          grams: days.grams[index] ?? Number.NaN,
          per_ppm_co2: days.per_ppm_co2[index] ?? Number.NaN,
          animals: days.animals[index] ?? null,
          mass: days.mass[index] ?? null,
          places: days.places[index] ?? null,
          permitted: days.permitted[index] ?? null,
          flow_uncertainty: days.flow_uncertainty[index] ?? null,
          gas_uncertainty: days.gas_uncertainty?.[index] ?? Number.NaN,
        })),
      ),
    )
    expect(again).toMatchObject({ valid_days: shown.total.valid_days, missing_days: shown.total.missing_days })
    expect(again.kg).toBeCloseTo(made.kg ?? 0, 9)
    expect((again.kg ?? 0) + uncertaintyOfSum(again)).toBeCloseTo(made.kg_high ?? 0, 9)
    expect(verdictOf(again)).toEqual({ index: made.index, verdict: made.verdict })
  })

  test('is on paper and as CSV in four languages, with method, logbook, a line to sign, and that it is an estimate', async () => {
    const { location } = await aBarn()
    const made = await make({ ubn: '1284507', period: 'year' })
    expect(made.name).toContain('UBN 1284507')
    expect(made.name).toContain(location.name)
    const said = {
      en: 'only the authority decides',
      de: 'allein die Behörde',
      es: 'solo la autoridad',
      nl: 'alleen het bevoegd gezag',
    }
    const signed = { en: 'Signature', de: 'Unterschrift', es: 'Firma', nl: 'Handtekening' }
    for (const language of LANGUAGES) {
      const answer = await file('getEmissionReportPdf', made.id, language)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      const text = pdfText(answer.rawPayload).join(' ').replace(/\s+/g, ' ')
      for (const words of [said[language], signed[language], 'SHA-256', 'CIGR 2002']) expect(text).toContain(words)
      expect(text).not.toContain('{{')
      const csv = (await file('getEmissionReportCsv', made.id, language)).payload
      expect(csv).toContain(said[language])
      expect(csv).toContain(made.checksum)
      // Title, six facts, a blank line and the heads; then the year and its quarters, of all areas and of each.
      const { report } = await frozen(made.id)
      const [facts, rows, method, log] = csv.trimEnd().split('\r\n\r\n')
      expect(facts?.split('\r\n')).toHaveLength(7)
      expect(rows?.split('\r\n')).toHaveLength(1 + 5 + 5 * report.inputs.length)
      expect(method).toContain('CIGR 2002')
      expect(log?.split('\r\n')).toHaveLength(2 + report.logbook.length)
    }
  })

  test('names every setting that its numbers were worked out with, and the days on which it held', async () => {
    const { area, location } = await aBarn()
    const outdoors = await aDevice(app, owner, { name: 'Outdoors 7' })
    await aPlacement(app, owner, outdoors, location)
    const cows = { floor: 'closed', newer_cows: true, heat_correction: 'older_cattle' } as const
    await app.call(
      api.saveEmissionSettings,
      {
        params: { id: area },
        body: {
          animals: [{ valid_from: '2020-01-01', animals: 118, mass: 640, milk: 31.5, days_pregnant: 150 }],
          reducers: [
            { name: 'Scrubber', percent: 70, scrubber: true, valid_from: '2026-04-10', valid_until: '2026-05-01' },
          ],
          ventilation: { ...cows, gas_heater: true, other_co2: 2.25 },
          ventilation_history: [{ valid_from: '2026-05-01', ...cows, co2_per_heat_unit: 0.215 }],
          outdoors: { source: 'typed', values: { co2: 431, nh3: 0.15 } },
          places_history: [{ valid_from: '2026-05-20', places: 110 }],
          outdoors_history: [{ valid_from: '2026-05-10', source: 'device', device_id: outdoors.id }],
          pressure: { source: 'altitude', altitude: 320 },
        },
      },
      owner.token,
    )
    const { report, checksum } = await frozen((await make({ area_id: area })).id)
    const lines = emissionPaper({ content: report, checksum, language: 'en' }).blocks.flatMap(block =>
      block.kind === 'list' ? block.items.filter(item => typeof item === 'string') : [],
    )
    const house = 'Floor: Closed; Gas heaters vent into the same air; Other CO2: 2.25 m³/h'
    const corrections =
      'Correction for modern cows (Kjeldsen 2024): more CO2; Heat and temperature: Older form for cattle'
    expect(lines).toEqual(
      expect.arrayContaining([
        'Animal places: 120',
        'Animal places from 2026-05-20: 110',
        'Animals from 2020-01-01: Animals 118; Weight of one animal 640 kg; Milk 31.5 kg/d; Pregnant 150 days',
        `Ventilation: CO2 balance of the animals; ${house}; ${corrections}`,
        `Ventilation from 2026-05-01: CO2 balance of the animals; Floor: Closed; CO2 per 1000 W: 0.215 m³/h; ${corrections}`,
        'Outdoor air: Entered values; NH3 0.15 ppm; CO2 431 ppm',
        'Outdoor air from 2026-05-10: A device outdoors (Outdoors 7)',
        'Air pressure: The altitude; Altitude 320 m',
        'Scrubber: 70 %; It is a scrubber; Valid from 2026-04-10; Until 2026-05-01',
      ]),
    )
    expect(lines.some(line => line.includes('ppm inside') && line.startsWith('NH3 4.00'))).toBe(true)
  })

  test('names each number of places that held, in its table and of each part in its file', async () => {
    const { area } = await aBarn()
    const body = { places_history: [{ valid_from: '2026-05-20', places: 60 }] }
    await app.call(api.saveEmissionSettings, { params: { id: area }, body }, owner.token)
    const made = await make({ area_id: area })
    const { report, checksum } = await frozen(made.id)
    const placesIn = (content: typeof report) => {
      const [table] = emissionPaper({ content, checksum, language: 'en' }).blocks.filter(({ kind }) => kind === 'table')
      return table?.kind === 'table' ? table.rows.map(row => row[1]) : []
    }
    expect(placesIn(report)).toEqual(['120, 60', '120, 60'])
    const older = structuredClone(report)
    for (const one of older.answer.areas) Reflect.deleteProperty(one, 'places')
    expect(placesIn(older)).toEqual(['60', '60'])
    const csv = (await file('getEmissionReportCsv', made.id)).body.split('\r\n')
    const parts = csv.filter(line => line.includes('Barn 1,2026-')).map(line => line.split('Barn 1,')[1] ?? '')
    expect(parts.map(line => line.split(/,(?=\d+\.)/)[0])).toEqual([
      '2026-04-01,2026-06-30,"120, 60"',
      '2026-04-01,2026-04-30,120',
      '2026-05-01,2026-05-31,"120, 60"',
      expect.stringMatching(/^2026-06-01,2026-06-30,60,/),
    ])
  })

  test('says by which method each day was ventilated, also where it was frozen before areas told their methods', async () => {
    const { area } = await aBarn()
    const typed = (m3_per_hour: number) => ({
      method: 'typed' as const,
      typed: [{ valid_from: '2020-01-01', m3_per_hour }],
    })
    const linesOf = async (body: CallInput<typeof api.saveEmissionSettings>['body']) => {
      await app.call(api.saveEmissionSettings, { params: { id: area }, body }, owner.token)
      const { report, checksum } = await frozen((await make({ area_id: area })).id)
      const older = structuredClone(report)
      for (const one of older.answer.areas) Reflect.deleteProperty(one, 'methods')
      const [now, before] = [report, older].map(content =>
        emissionPaper({ content, checksum, language: 'en' }).blocks.flatMap(block =>
          block.kind === 'list'
            ? block.items.filter(item => typeof item === 'string' && /with a result|Mean air flow/.test(item))
            : [],
        ),
      )
      expect(before).toEqual(now)
      return now
    }
    const change = { ...typed(900), valid_from: '2026-04-21' }
    expect(await linesOf({ ventilation_history: [change] })).toEqual([
      'Ventilation from: CO2 balance, 20 of 60 days with a result',
      'Ventilation from: Entered, 40 of 60 days with a result',
    ])
    // The last days have no sensor of the air flow, so the mean is that of the days before.
    const unmeasured = { method: 'measured' as const, valid_from: '2026-05-01' }
    expect(await linesOf({ ventilation: typed(900), ventilation_history: [unmeasured] })).toEqual([
      'Mean air flow 900 m³/h, entered',
    ])
  })

  test('says the status of each formula, and where it is older that assumed air outdoors was not recorded', async () => {
    const { area } = await aBarn()
    const { report, checksum } = await frozen((await make({ area_id: area })).id)
    const textOf = (content: typeof report) =>
      JSON.stringify(emissionPaper({ content, checksum, language: 'en' }).blocks)
    const now = textOf(report)
    for (const said of ['(CIGR 2002, V2)', '(VERA, CIGR, V2)', '(VERA, V2)', 'V1: read in the source itself'])
      expect(now).toContain(said)
    expect(now).toContain('assumed to be 420 ppm')
    expect(now).toContain('milk 30 kg/d (assumed, J); pregnant 160 days (assumed, V2)')
    expect(now).not.toContain('not recorded')
    const areas = report.answer.areas.map(({ inputs, state, ...one }) => {
      const { co2_outdoors_assumed: _, gas_outdoors_assumed: __, ...older } = inputs ?? {}
      const { traits: ___, ...olderState } = state ?? {}
      return { ...one, inputs: older, state: olderState }
    })
    const old: typeof report = JSON.parse(JSON.stringify({ ...report, answer: { ...report.answer, areas } }))
    expect(textOf(old)).toContain('Whether outdoor air was assumed: not recorded')
    expect(textOf(old)).not.toContain('In this formula')
  })

  test('keeps the whole log of its period, also of the device outdoors', async () => {
    const { area, location } = await aBarn()
    const outdoors = await aDevice(app, owner, { name: 'Outdoors 8' })
    const yard = await app.call(
      api.createArea,
      { body: { name: 'Yard', area_type_id: DAIRY, location_id: location.id } },
      owner.token,
    )
    await aPlacement(app, owner, outdoors, { ...location, area: yard })
    await app.call(
      api.saveEmissionSettings,
      { params: { id: area }, body: { outdoors: { source: 'device', device_id: outdoors.id } } },
      owner.token,
    )
    await aFault(app, outdoors, {
      measurement: 'co2',
      start: '2026-04-03T00:00:00.000Z',
      end: '2026-04-03T06:00:00.000Z',
    })
    // The temperature outdoors is no part of the sum.
    await aFault(app, outdoors, {
      measurement: 't',
      start: '2026-04-04T00:00:00.000Z',
      end: '2026-04-04T06:00:00.000Z',
    })
    const rows = Array.from({ length: 230 }, (_, index) => ({
      area_id: area,
      version: index + 2,
      settings: jsonOf<EmissionSettings>({
        ...NO_EMISSION_SETTINGS,
        outdoors: { source: 'device', device_id: outdoors.id, values: {} },
      }),
      changed_at: new Date(FROM + (index + 1) * HOUR_MS).toISOString(),
      changed_by: null,
    }))
    await app.services.db.insertInto('emission_settings').values(rows).execute()
    const { report } = await frozen((await make({ area_id: area })).id)
    expect(report.logbook.filter(({ kind }) => kind === 'settings')).toHaveLength(230)
    expect(report.logbook.filter(({ kind }) => kind === 'fault')).toMatchObject([
      { device_name: 'Outdoors 8', area_id: area, measurement: 'co2', length: 6 },
    ])
    const query = { area_id: area, date_start: '2026-04-01', date_end: '2026-06-30', interval: 'quarter' } as const
    expect(await app.call(api.getEmissionLogbook, { query }, owner.token)).toHaveLength(200)
  })

  test('is of who made it alone, and of nobody who no longer sees its locations', async () => {
    const { location } = await aBarn()
    const made = await make({ location_id: location.id })
    const stranger = await aUser(app)
    expect(await list(stranger)).toEqual([])
    for (const endpoint of ['getEmissionReportPdf', 'getEmissionReportCsv'] as const)
      expect((await file(endpoint, made.id, 'en', stranger)).statusCode).toBe(404)
    await expect(app.call(api.deleteEmissionReport, { params: { id: made.id } }, stranger.token)).rejects.toMatchObject(
      { status: 404 },
    )
    await expect(make({ location_id: location.id }, stranger)).rejects.toMatchObject({ status: 404 })
    for (const body of [
      {},
      { location_id: location.id, area_id: location.area.id },
      { location_id: location.id, date: 'x' },
    ])
      await expect(make(body)).rejects.toMatchObject({ status: 422 })
    await app.call(api.deleteLocation, { params: { id: location.id } }, owner.token)
    expect((await list()).some(({ id }) => id === made.id)).toBe(false)
    expect((await file('getEmissionReportPdf', made.id)).statusCode).toBe(404)
    await app.call(api.deleteEmissionReport, { params: { id: made.id } }, owner.token)
    expect(
      await app.services.db.selectFrom('emission_reports').select('id').where('id', '=', made.id).execute(),
    ).toEqual([])
  })

  test('says on which day of the place something happened, and whether the period was over there', async () => {
    const { location } = await aBarn()
    const { report, checksum } = await frozen((await make({ location_id: location.id })).id)
    const blocksOf = (made_at = report.made_at) =>
      emissionPaper({ content: { ...report, made_at }, checksum, language: 'en' }).blocks
    const events = blocksOf().flatMap(block => (block.kind === 'events' ? block.events : []))
    expect(events.map(({ mark, time }) => [mark, time])).toEqual([['gap', '2026-05-31']])
    const isRunning = (made_at: string) => JSON.stringify(blocksOf(made_at)).includes('The period was not over')
    expect(isRunning('2026-06-30T21:30:00.000Z')).toBe(true)
    expect(isRunning('2026-06-30T22:30:00.000Z')).toBe(false)
  })

  test('is listed by its summary, however much it was made of', async () => {
    const { location } = await aBarn()
    const made = await make({ location_id: location.id })
    const content = jsonOf({} as never)
    await app.services.db.updateTable('emission_reports').set({ content }).where('id', '=', made.id).execute()
    expect((await list()).find(({ id }) => id === made.id)).toEqual(made)
  })

  test('of a place where nothing was measured says so, and that the time was not over', async () => {
    const location = await aLocation(app, owner, {
      areas: [{ name: 'New', area_type_id: DAIRY, animal_places: 10, ammonia_factor: 13 }],
    })
    const made = await make({ location_id: location.id, date: '2026-07-09' })
    expect(made).toMatchObject({ kg: null, verdict: 'not_enough', coverage: 0 })
    const text = pdfText((await file('getEmissionReportPdf', made.id)).rawPayload)
      .join(' ')
      .replace(/\s+/g, ' ')
    expect(text).toContain('The period was not over')
    expect(text).toContain('Nothing happened that affects this emission')
  })
})
