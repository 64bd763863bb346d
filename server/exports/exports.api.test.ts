import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallFailed } from '../../shared/contract/call.ts'
import { type ExportInput, exportEndpoints } from '../../shared/contract/exports.ts'
import { measurementEndpoints } from '../../shared/contract/measurements.ts'
import { openSeries } from '../kit/series.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
const folder = mkdtempSync(join(tmpdir(), 'barnometer-exports-'))
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const file = (query: Record<string, unknown>, user = owner, language = 'en') =>
  app.inject({
    url: '/api/export',
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': language },
  })

const linesOf = (body: string): string[] => body.replace('\uFEFF', '').split('\r\n').slice(0, -1)
const textOf = (zipped: Uint8Array | undefined) => Buffer.from(zipped ?? []).toString()

/** Parquet as the engine reads it back. */
const parquetRows = async (bytes: Buffer): Promise<Record<string, number | string | null>[]> => {
  const path = join(folder, `${Math.random()}.parquet`)
  writeFileSync(path, bytes)
  const grown = app.world.environment.CLICKHOUSE_URL !== undefined
  const series = grown ? openSeries({ path: join(folder, 'engine') }) : app.world.series
  const result = await series.query({ query: `SELECT * FROM file('${path}', 'Parquet')`, format: 'JSONEachRow' })
  const rows = await result.json<Record<string, number | string | null>>()
  if (grown) await series.close()
  return rows
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: CallFailed) => error,
  )

describe('a file', () => {
  const period = { date_start: '2025-01-14', date_end: '2025-01-14' }
  let device: Awaited<ReturnType<typeof aDevice>>
  const time = (n: number) => new Date(Date.parse('2025-01-14T09:00:00Z') + n * 300_000).toISOString()

  beforeAll(async () => {
    device = await aDevice(app, owner, { name: '=1+1', device_name: 'BM "7", left' })
    const location = await aLocation(app, owner, { name: 'Zonneveld', areas: [{ name: 'Room; 3', area_type_id: 25 }] })
    await aPlacement(app, owner, device, location)
    const body = Array.from({ length: 12 }, (_, n) => ({
      time: time(n),
      t: 20.5 + n / 8,
      ...(n === 5 ? {} : { h: 60 + n }),
    }))
    await app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
  })

  test('[decisions §6] CSV has the signs of the language, a BOM for Excel, units in its head and the offset in its times', async () => {
    const answer = await file({ device_ids: device.id, ...period }, owner, 'de')
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="barnometer-2025-01-14.csv"')
    expect(answer.body.startsWith('\uFEFF')).toBe(true)
    const lines = linesOf(answer.body)
    expect(lines).toHaveLength(13)
    expect(lines[0]).toBe('time;device;name;location;area;t_degC;h_pct')
    expect(lines[1]).toBe(`2025-01-14T10:00:00+01:00;"BM ""7"", left";'=1+1;Zonneveld;"Room; 3";20,5;60`)
    expect(lines[6]).toMatch(/;21,125;$/)
    const english = linesOf((await file({ device_ids: device.id, ...period, measurements: 'h' })).body)
    expect(english[1]).toBe(`2025-01-14T10:00:00+01:00,"BM ""7"", left",'=1+1,Zonneveld,Room; 3,60`)
    const quoted = await file({ device_ids: device.id, ...period, separator: 'comma', decimal: 'comma' })
    expect(linesOf(quoted.body)[1]).toContain(',"20,5","60"')
  })

  test('[decisions §6] JSON is made of frames: columns of equal length, null where nothing was measured', async () => {
    const { frames, step_seconds } = (await file({ device_ids: device.id, ...period, format: 'json' })).json()
    expect([frames.length, step_seconds, frames[0].time_zone]).toEqual([1, null, 'Europe/Amsterdam'])
    expect(frames[0].time.map((at: number) => new Date(at).toISOString())).toEqual(
      Array.from({ length: 12 }, (_, n) => time(n)),
    )
    expect(frames[0].series.t).toEqual({ unit: '°C', value: Array.from({ length: 12 }, (_, n) => 20.5 + n / 8) })
    expect(frames[0].series.h.value[5]).toBe(null)
  })

  test('[decisions §6] Parquet is read back by the engine', async () => {
    const rows = await parquetRows((await file({ device_ids: device.id, ...period, format: 'parquet' })).rawPayload)
    expect(rows).toHaveLength(12)
    expect(rows[5]).toEqual({
      time: '2025-01-14 09:25:00.000',
      utc_offset_minutes: 60,
      device: 'BM "7", left',
      name: '=1+1',
      location: 'Zonneveld',
      area: 'Room; 3',
      t_degC: 21.125,
      h_pct: null,
    })
  })

  test('[decisions §6] XLSX has numbers as numbers and times as times of the place', async () => {
    const parts = unzipSync((await file({ device_ids: device.id, ...period, format: 'xlsx' })).rawPayload)
    expect(Object.keys(parts)).toContain('xl/workbook.xml')
    const rows = [...textOf(parts['xl/worksheets/sheet1.xml']).matchAll(/<row>(.*?)<\/row>/g)].map(([, row]) => row)
    expect(rows).toHaveLength(13)
    expect(rows[0]).toContain('(°C)')
    const [serial = 0, t] = [...(rows[1] ?? '').matchAll(/<c s="\d"><v>([\d.]+)<\/v>/g)].map(([, n]) => Number(n))
    expect(Math.round((serial - 25_569) * 86_400_000)).toBe(Date.parse('2025-01-14T10:00:00Z'))
    expect([t, rows[1]?.includes('+01:00'), rows[1]?.includes('BM &#34;7&#34;')]).toEqual([20.5, true, true])
    expect(rows[6]).toContain('<c/>')
  })

  test.each(['csv', 'json', 'parquet', 'xlsx'] as const)(
    'without a value it is still a %s file, with its columns',
    async format => {
      const empty = { device_ids: device.id, date_start: '2024-01-01', date_end: '2024-01-02', format }
      for (const query of [empty, { ...empty, measurements: 't,co2' }]) {
        const answer = await file(query)
        expect(answer.statusCode).toBe(200)
        if (format === 'csv') expect(linesOf(answer.body)).toHaveLength(1)
        if (format === 'json') expect(answer.json().frames[0].time).toEqual([])
        if (format === 'parquet') expect(await parquetRows(answer.rawPayload)).toEqual([])
        if (format === 'xlsx') expect(Object.keys(unzipSync(answer.rawPayload))).toHaveLength(6)
      }
    },
  )

  test('[decisions §5] is calibrated as the charts are; raw values on request', async () => {
    const calibrated = await aDevice(app, owner)
    await app.call(measurementEndpoints.sendMeasurements, { body: { time: time(0), t: 20 } }, calibrated.key)
    const { calibrationEndpoints } = await import('../../shared/contract/calibrations.ts')
    const body = { measurement: 't', method: 'manual', offset: 0.1, valid_from: '2025-01-01T00:00:00Z' } as const
    await app.call(calibrationEndpoints.createCalibration, { body: { device_id: calibrated.id, ...body } }, owner.token)
    const last = async (raw: 0 | 1) =>
      linesOf((await file({ device_ids: calibrated.id, ...period, raw })).body)[1]
        ?.split(',')
        .at(-1)
    expect([await last(0), await last(1)]).toEqual(['20.1', '20'])
  })
})

describe('means', () => {
  test('[§9] over 7 days 10 min, over 30 days 30 min, over 90 days an hour: the same numbers as the charts have', async () => {
    const device = await aDevice(app, owner)
    await someMeasurements(app, device, {
      from: '2025-01-14T00:00:00Z',
      until: '2025-01-14T06:00:00Z',
      everySeconds: 120,
      value: n => 20 + ((n * 7) % 11) / 3,
    })
    const chart = await app.call(
      measurementEndpoints.getSeries,
      {
        query: {
          device_id: device.id,
          interval: 'selection',
          date_start: '2025-01-13',
          date_end: '2025-01-15',
        },
      },
      owner.token,
    )
    expect(chart.step_seconds).toBe(600 * 3)
    for (const [date_start, step] of [
      ['2025-01-09', null],
      ['2025-01-08', 600],
      ['2024-12-16', 1800],
      ['2024-10-01', 3600],
    ] as const) {
      const query = { device_ids: device.id, date_start, date_end: '2025-01-15', format: 'json' }
      const { step_seconds, frames } = (await file(query)).json()
      expect(step_seconds).toBe(step)
      if (step !== 1800) continue
      const found = chart.time.flatMap((at, index) =>
        chart.series.t?.mean[index] === null ? [] : [[at, chart.series.t?.mean[index]]],
      )
      expect(frames[0].time).toEqual(found.map(([at]) => at))
      const worst = Math.max(
        ...frames[0].series.t.mean.map((mean: number, index: number) => Math.abs(mean - (found[index]?.[1] as number))),
      )
      expect(worst).toBeLessThan(1e-6)
    }
  })

  test('[science §5] the doubled hour of autumn stays two, and the lost one of spring is not there', async () => {
    const device = await aDevice(app, owner)
    const location = await aLocation(app, owner)
    await aPlacement(app, owner, device, location)
    for (const day of ['2024-03-31', '2024-10-27'])
      await someMeasurements(app, device, { from: `${day}T00:00:00Z`, until: `${day}T02:00:00Z`, everySeconds: 600 })
    const query = { device_ids: device.id, date_start: '2024-03-01', date_end: '2024-11-30' }
    const times = linesOf((await file(query)).body).map(line => line.split(',')[0])
    expect(times.slice(1)).toEqual([
      '2024-03-31T01:00:00+01:00',
      '2024-03-31T03:00:00+02:00',
      '2024-10-27T02:00:00+02:00',
      '2024-10-27T02:00:00+01:00',
    ])
  })

  test('longer ones on request, shorter ones never', async () => {
    const device = await aDevice(app, owner)
    await someMeasurements(app, device, { from: '2025-01-14T00:00:00Z', until: '2025-01-14T02:00:00Z' })
    const query = { device_ids: device.id, date_end: '2025-01-14', format: 'json' }
    const longer = (await file({ ...query, date_start: '2025-01-14', step_seconds: 3600 })).json()
    expect([longer.step_seconds, longer.frames[0].time.length]).toEqual([3600, 2])
    expect((await file({ ...query, date_start: '2024-10-01', step_seconds: 600 })).json().step_seconds).toBe(3600)
    expect((await file({ ...query, date_start: '2025-01-14', step_seconds: 60 })).statusCode).toBe(422)
  })
})

describe('a long file', () => {
  const period = { date_start: '2025-01-10', date_end: '2025-01-15' }
  const TIMES = 150_000
  let device: Awaited<ReturnType<typeof aDevice>>
  beforeAll(async () => {
    device = await aDevice(app, owner)
    const start = Date.parse('2025-01-10T00:00:00Z')
    for (const [key, values] of [
      ['t', 'number % 7'],
      ['h', 'number % 100'],
    ])
      await app.world.series.command({
        query: `INSERT INTO measurements SELECT ${device.id}, '${key}', fromUnixTimestamp64Milli(toInt64(${start}) + number * 3000, 'UTC'), ${values} FROM numbers(${TIMES})`,
      })
  })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const [tSum, hSum] = [7, 100].map(by => sum(Array.from({ length: TIMES }, (_, n) => n % by)))

  test('is read in parts that fit together without a seam, in every format', async () => {
    const query = { device_ids: device.id, ...period }
    const rows = linesOf((await file(query)).body)
      .slice(1)
      .map(line => line.split(','))
    expect([rows.length, sum(rows.map(row => Number(row[5]))), sum(rows.map(row => Number(row[6])))]).toEqual([
      TIMES,
      tSum,
      hSum,
    ])
    expect(new Set(rows.map(([time]) => time)).size).toBe(TIMES)
    const { frames } = (await file({ ...query, format: 'json' })).json()
    expect(frames.length).toBeGreaterThan(2)
    expect(sum(frames.flatMap((frame: { series: { h: { value: number[] } } }) => frame.series.h.value))).toBe(hSum)
    const parquet = await parquetRows((await file({ ...query, format: 'parquet' })).rawPayload)
    expect([parquet.length, sum(parquet.map(row => Number(row.t_degC)))]).toEqual([TIMES, tSum])
    expect(parquet.map(row => row.time)).toEqual(parquet.map(row => row.time).toSorted())
    const sheet = unzipSync((await file({ ...query, format: 'xlsx' })).rawPayload)['xl/worksheets/sheet1.xml']
    expect(textOf(sheet).split('<row>')).toHaveLength(TIMES + 2)
  })

  test('stopping a download stops what is read for it', async () => {
    const { series } = app.world
    const asked = series.exec.bind(series)
    let reads = 0
    series.exec = ((params: Parameters<typeof asked>[0]) => {
      reads += 1
      return asked(params)
    }) as typeof asked
    const origin = await app.listen()
    const query = new URLSearchParams({ device_ids: String(device.id), ...period, measurements: 't,h,co2' })
    const stop = new AbortController()
    const answer = await fetch(`${origin}/api/export?${query}`, {
      headers: { authorization: `Bearer ${owner.token}`, 'accept-encoding': 'identity' },
      signal: stop.signal,
    })
    await answer.body?.getReader().read()
    stop.abort()
    await expect.poll(() => app.logged().includes('premature close') || reads, { timeout: 3000 }).toBeTruthy()
    const soon = reads
    await new Promise(resolve => setTimeout(resolve, 300))
    expect([soon <= 3, reads - soon <= 1]).toEqual([true, true])
    series.exec = asked
  })
})

describe('who gets what', () => {
  const period = { date_start: '2025-01-10', date_end: '2025-01-15' }

  test('[decisions §3] a renter gets the time of the rental only; outside of it there is a word for it', async () => {
    const renter = await aUser(app)
    const device = await aDevice(app, owner)
    await someMeasurements(app, device, { from: '2025-01-12T00:00:00Z', until: '2025-01-12T04:00:00Z' })
    const { deviceOwnershipEndpoints } = await import('../../shared/contract/device-ownership.ts')
    const rental = { email: renter.email, start: '2025-01-12T02:00:00Z', end: '2025-01-12T03:00:00Z' }
    await app.call(deviceOwnershipEndpoints.createRental, { params: { id: device.id }, body: rental }, owner.token)
    const lines = linesOf((await file({ device_ids: device.id, ...period }, renter)).body)
    expect([lines.length - 1, lines[1]?.slice(0, 25)]).toEqual([12, '2025-01-12T03:00:00+01:00'])
    const outside = await file({ device_ids: device.id, date_start: '2025-01-01', date_end: '2025-01-02' }, renter)
    expect([outside.statusCode, outside.json().code]).toEqual([422, 'outside_subscription'])
    const stranger = await file({ device_ids: device.id, ...period }, await aUser(app))
    expect([stranger.statusCode, stranger.json().code]).toEqual([404, 'not_found'])
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

  test('[decisions §8] every download is noted: who, what, when', async () => {
    const device = await aDevice(app, owner)
    await file({ device_ids: device.id, ...period, measurements: 't' })
    const noted = await app.world.db
      .selectFrom('downloads')
      .innerJoin('download_devices', 'download_id', 'id')
      .selectAll()
      .where('device_id', '=', device.id)
      .execute()
    expect(noted).toMatchObject([{ user_id: owner.id, format: 'csv', measurements: '["t"]', raw: 0 }])
  })
})

describe('too much', () => {
  test('[decisions §6] more than 20 million values are refused before anything is read, with what helps', async () => {
    const device = await aDevice(app, owner)
    const start = Date.parse('2025-01-10T00:00:00Z')
    for (const [key, count] of [
      ['t', 11_000_000],
      ['co2', 10_000_000],
    ] as const)
      await app.world.series.command({
        query: `INSERT INTO measurements SELECT ${device.id}, '${key}', fromUnixTimestamp64Milli(toInt64(${start}) + number * 30, 'UTC'), 20 FROM numbers(${count})`,
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
    await app.world.series.command({
      query: `ALTER TABLE measurements DELETE WHERE device_id = ${device.id}`,
      clickhouse_settings: { mutations_sync: '1' },
    })
  })
})
