import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallFailed, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { type ExportInput, exportEndpoints } from '#shared/contract/measurements/exports.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { jsonOf } from '../kit/database/json.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRental } from '../testing/a-rental.ts'
import { aSale } from '../testing/a-sale.ts'
import { aFirstUser, aUser, signIn, type TestUser } from '../testing/a-user.ts'
import { countQueries } from '../testing/count-queries.ts'
import { exportFile, linesOf } from '../testing/export-file.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { recordDownload } from './store.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const file = (query: Record<string, unknown>, user = owner, language = 'en') => exportFile(app, user, query, language)

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: CallFailed) => error,
  )

describe('who gets what', () => {
  const period = { date_start: '2025-01-10', date_end: '2025-01-15' }

  test('[decisions §3] a renter gets the time of the rental only; outside of it there is a word for it', async () => {
    const renter = await aUser(app)
    const device = await aDevice(app, owner)
    await someMeasurements(app, device, { from: '2025-01-12T00:00:00Z', until: '2025-01-12T04:00:00Z' })
    await aRental(app, owner, device, renter, { start: '2025-01-12T02:00:00Z', end: '2025-01-12T03:00:00Z' })
    const lines = linesOf((await file({ device_ids: device.id, ...period }, renter)).body)
    expect([lines.length - 1, lines[1]?.slice(0, 25)]).toEqual([12, '2025-01-12T03:00:00+01:00'])
    const outside = await file({ device_ids: device.id, date_start: '2025-01-01', date_end: '2025-01-02' }, renter)
    expect([outside.statusCode, outside.json().code]).toEqual([422, 'outside_subscription'])
    const stranger = await file({ device_ids: device.id, ...period }, await aUser(app))
    expect([stranger.statusCode, stranger.json().code]).toEqual([404, 'not_found'])
  })

  test('[science §5] means of sound are those of its energy, of directions where they point', async () => {
    const device = await aDevice(app, owner)
    const at = (minute: number) => `2025-01-12T11:0${minute}:00Z`
    const body = [
      { time: at(0), sound: 60, weather_wind_direction: 350, t: 1 },
      { time: at(1), sound: 70, weather_wind_direction: 10, t: 2 },
      { time: at(2), weather_wind_direction: 20 },
    ]
    await app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
    const { body: text } = await file({ device_ids: device.id, ...period, step_seconds: 3600 })
    const [head = '', line = ''] = linesOf(text)
    const cell = (name: string) =>
      Number(line.split(',')[head.split(',').findIndex(one => one.startsWith(name) && one !== 'time')])
    expect(cell('sound')).toBeCloseTo(67.4, 2)
    expect(cell('weather_wind_direction')).toBeCloseTo(6.705, 3)
    expect(cell('t')).toBe(1.5)
  })

  test('leaves out more doubtful intervals than one question to the store holds', async () => {
    const device = await aDevice(app, owner)
    const from = Date.parse('2025-01-12T00:00:00Z')
    const count = 1200
    const body = Array.from({ length: count }, (_, n) => ({
      time: new Date(from + n * 60_000).toISOString(),
      light: n,
    }))
    await app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
    for (const { time } of body.slice(0, count - 1))
      await aFault(app, device, { start: time, end: time, measurement: 'light' })
    const lines = linesOf((await file({ device_ids: device.id, ...period, without_faults: 1 })).body)
    expect(lines.slice(1)).toEqual([expect.stringContaining(`,${count - 1}`)])
  })

  test('a location research gives its device in its period, with the names of its place', async () => {
    const device = await aDevice(app, owner)
    const [one, two] = [await aLocation(app, owner, { name: 'One' }), await aLocation(app, owner, { name: 'Two' })]
    await aPlacement(app, owner, device, one, { start: '2025-01-12T00:00:00Z', end: '2025-01-12T01:00:00Z' })
    const second = await aPlacement(app, owner, device, two, { start: '2025-01-12T01:00:00Z' })
    await someMeasurements(app, device, {
      from: '2025-01-11T23:00:00Z',
      until: '2025-01-12T02:00:00Z',
      everySeconds: 1800,
    })
    const placed = linesOf((await file({ location_research_ids: second.id, ...period })).body)
    expect(placed.slice(1).map(line => line.split(',')[3])).toEqual(['Two', 'Two'])
    const all = linesOf((await file({ device_ids: device.id, ...period })).body)
    expect(all.slice(1).map(line => line.split(',')[3])).toEqual(['', '', 'One', 'One', 'Two', 'Two'])
    const stranger = await aUser(app)
    expect((await file({ location_research_ids: second.id, ...period }, stranger)).statusCode).toBe(404)
  })

  test.each([
    ['no device', {}],
    ['devices and placements', { device_ids: 1, location_research_ids: 1 }],
    ['no period', { date_start: undefined }],
    ['a period the wrong way round', { date_start: '2025-02-01' }],
    ['a date nobody can read', { date_start: 'soon' }],
    ['an unknown measurement', { measurements: 'nonsense' }],
    ['an unknown format', { format: 'pdf' }],
  ])('refuses %s', async (_, change) => {
    const device = await aDevice(app, owner)
    const query: Record<string, unknown> = { device_ids: device.id, ...period, ...change }
    if (Object.keys(change).length === 0) delete query.device_ids
    if ('date_start' in change && change.date_start === undefined) delete query.date_start
    const answer = await file(query)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'no_valid_input'])
  })

  test('a period the wrong way round is told as such', async () => {
    const device = await aDevice(app, owner)
    const answer = await file({ device_ids: device.id, ...period, date_start: '2025-02-01' })
    expect(answer.json().errors).toEqual({ date_start: ['The end must be after the start.'] })
  })

  test('[decisions §8] every download is noted: who, what, when', async () => {
    const device = await aDevice(app, owner)
    await file({ device_ids: device.id, ...period, measurements: 't' })
    const noted = await app.services.db
      .selectFrom('downloads')
      .innerJoin('download_devices', 'download_id', 'id')
      .selectAll()
      .where('device_id', '=', device.id)
      .execute()
    expect(noted).toMatchObject([{ user_id: owner.id, format: 'csv', measurements: '["t"]', raw: 0 }])
  })
})

test('[decisions §8] an owner is told who else took readings out, of the own time only; a renter is not told of the owner', async () => {
  const renter = await aUser(app, { name: 'Piet Renter' })
  const device = await aDevice(app, owner, { name: 'Told of' })
  await someMeasurements(app, device, { from: '2025-01-12T00:00:00Z', until: '2025-01-12T04:00:00Z' })
  await aRental(app, owner, device, renter, { start: '2025-01-12T02:00:00Z', end: '2025-01-12T03:00:00Z' })
  const of = async (user: TestUser) =>
    (await app.call(api.listDownloads, {}, user.token)).filter(({ names }) => names.includes('Told of'))
  await file({ device_ids: device.id, date_start: '2025-01-12', date_end: '2025-01-12' }, renter)
  expect(await of(owner)).toMatchObject([
    { downloaded_by: 'Piet Renter', names: ['Told of'], measurements: ['t'], format: 'csv', at: app.clock.iso() },
  ])
  expect(await of(renter)).toEqual([])
  await file({ device_ids: device.id, date_start: '2025-01-10', date_end: '2025-01-10' })
  expect(await of(renter)).toEqual([])
  expect(await of(await aUser(app))).toEqual([])
})

test('[decisions §13] after a sale neither side is told what the other took of its own time', async () => {
  const [seller, buyer] = [await aUser(app, { name: 'Sold It' }), await aUser(app, { name: 'Has It' })]
  const device = await aDevice(app, seller, { name: 'Sold on' })
  const whole = { device_ids: device.id, date_start: '2025-01-01', date_end: '2025-12-31', measurements: 't' }
  const took = async (user: TestUser) => expect((await file(whole, user)).statusCode).toBe(200)
  const told = async (user: TestUser) =>
    (await app.call(api.listDownloads, {}, user.token)).map(one => one.downloaded_by)
  await took(seller)
  const sold = app.clock.iso()
  await aSale(app, device, seller, buyer)
  app.clock.forward(60_000)
  await took(seller)
  await took(buyer)
  expect([await told(seller), await told(buyer)]).toEqual([[], []])
  const admin = await signIn(app, 'admin@farm.example')
  await took(admin)
  expect(await app.call(api.listDownloads, {}, seller.token)).toMatchObject([{ until: sold, names: ['Sold on'] }])
  expect(await app.call(api.listDownloads, {}, buyer.token)).toMatchObject([{ from: sold, until: app.clock.iso() }])
})

describe('too much', () => {
  test('[decisions §6] more than 20 million values are refused before anything is read, with what helps', async () => {
    const device = await aDevice(app, owner)
    const start = Date.parse('2025-01-10T00:00:00Z')
    for (const [key, count] of [
      ['t', 11_000_000],
      ['co2', 10_000_000],
    ] as const)
      await app.services.series.command({
        query: `INSERT INTO measurements (device_id, key, time, value) SELECT ${device.id}, '${key}', fromUnixTimestamp64Milli(toInt64(${start}) + number * 30, 'UTC'), 20 FROM numbers(${count})`,
      })
    const query = { device_ids: String(device.id), date_start: '2025-01-10', date_end: '2025-01-15' }
    const answer = await file(query)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'too_much_data'])
    expect(answer.json().errors.measurements[0]).toContain('21\u202F000\u202F000')
    const preview = await app.call(exportEndpoints.previewExport, { query }, owner.token)
    expect([preview.values, preview.step_seconds, preview.measurements.sort()]).toEqual([
      21_000_000,
      null,
      ['co2', 't'],
    ])
    expect(preview.remedies.map(({ values, ...rest }) => [Object.keys(rest)[0], values < 20_000_000])).toEqual([
      ['step_seconds', true],
      ['without', true],
    ])
    for (const { values: _, without, ...change } of preview.remedies) {
      const measurements = preview.measurements.filter(key => !without?.includes(key))
      const input: Partial<ExportInput> = { ...change, measurements } as Partial<ExportInput>
      const mended = { ...query, ...input, measurements: measurements.join() } as typeof query
      expect((await app.call(exportEndpoints.previewExport, { query: mended }, owner.token)).remedies).toEqual([])
    }
    const created = { device_ids: [device.id], date_start: '2025-01-10', date_end: '2025-01-15' }
    const refused = await failure(app.call(exportEndpoints.createExport, { body: created }, owner.token))
    expect(refused?.code).toBe('too_much_data')
    await app.services.series.command({
      query: `ALTER TABLE measurements DELETE WHERE device_id = ${device.id}`,
      clickhouse_settings: { mutations_sync: '1' },
    })
  })
})

describe('[decisions §6] of many devices', () => {
  test('as many of them as a call may name find room in an address', async () => {
    const device_ids = Array.from({ length: 2000 }, (_, index) => 1_000_000 + index).join()
    const query = { device_ids, date_start: '2025-01-10', date_end: '2025-01-15' } as never
    const { origin } = new URL(await app.listen())
    const answer = await fetch(`${origin}${urlOf(exportEndpoints.previewExport, { query })}`, {
      headers: { authorization: `Bearer ${owner.token}`, referer: `${origin}/export` },
    })
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'not_found'])
  })

  test('what was taken is noted of more of them than one statement has parameters', async () => {
    const device = await aDevice(app, owner)
    const { db } = app.services
    const at = app.clock.iso()
    const download = {
      user_id: owner.id,
      at,
      format: 'csv' as const,
      from: at,
      until: at,
      measurements: jsonOf(['t']),
      raw: 0,
    }
    const taken = Array.from({ length: 17_000 }, () => ({ device_id: device.id, from: at, until: at }))
    const id = await db.transaction().execute(trx => recordDownload(trx, download, taken))
    const kept = await db
      .selectFrom('download_devices')
      .select(eb => eb.fn.countAll().as('count'))
      .where('download_id', '=', id)
      .executeTakeFirst()
    expect(Number(kept?.count)).toBe(taken.length)
  })

  test('many placements take as many questions as a few', async () => {
    const location = await aLocation(app, owner)
    const placements: number[] = []
    for (let nr = 0; nr < 8; nr++)
      placements.push((await aPlacement(app, owner, await aDevice(app, owner), location)).id)
    const period = { date_start: '2025-01-10', date_end: '2025-01-15' }
    const asked = (ids: number[]) =>
      countQueries(app, () =>
        app.call(
          exportEndpoints.previewExport,
          { query: { location_research_ids: ids.join(), ...period } as never },
          owner.token,
        ),
      )
    expect(await asked(placements)).toBe(await asked(placements.slice(0, 2)))
  })
})
