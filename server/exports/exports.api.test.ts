import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportEndpoints } from '#shared/contract/measurements/exports.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { exportFile, linesOf, parquetRows, textOf } from '../testing/export-file.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const file = (query: Record<string, unknown>, user = owner, language = 'en') => exportFile(app, user, query, language)

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
    expect(answer.headers['content-disposition']).toBe('attachment; filename="room-3_2025-01-14.csv"')
    expect(answer.body.startsWith('\uFEFF')).toBe(true)
    const lines = linesOf(answer.body)
    expect(lines).toHaveLength(13)
    expect(lines[0]).toBe('time;device;name;location;area;t_degC;h_pct')
    expect(lines[1]).toBe(`2025-01-14T10:00:00+01:00;"BM ""7"", left";'=1+1;Zonneveld;"Room; 3";20,5;60`)
    expect(lines[6]).toMatch(/;21,125;$/)
    const english = linesOf((await file({ device_ids: device.id, ...period, measurements: 'h' })).body)
    expect(english[1]).toBe(`2025-01-14T10:00:00+01:00,"BM ""7"", left",'=1+1,Zonneveld,"Room; 3",60`)
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
    const rows = await parquetRows(
      app,
      (await file({ device_ids: device.id, ...period, format: 'parquet' })).rawPayload,
    )
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

  test.each([
    ['csv', ['time', 'device', 't_degC'], ['2025-01-14T10:00:00+01:00', 'BM "7", left']],
    ['json', ['time', 'device', 't'], ['1736845200000', 'BM "7", left']],
    ['parquet', ['time', 'utc_offset_minutes', 't_degC'], ['2025-01-14T09:00:00.000Z', '60']],
    ['xlsx', ['time', 'utc_offset', 'Temperature (°C)'], ['2025-01-14 10:00:00', '+01:00']],
  ] as const)('the preview shows how the %s file begins', async (format, columns, cells) => {
    const query = { device_ids: String(device.id), ...period, measurements: 't', format }
    const preview = await app.call(exportEndpoints.previewExport, { query }, owner.token)
    const { head, rows, values, measurements, step_seconds } = preview
    expect([rows, values, step_seconds, measurements]).toEqual([12, 12, null, ['t', 'h']])
    expect([head[0]?.[0], head[0]?.[1], head[0]?.at(-1)]).toEqual(columns)
    expect([head.length, head[1]?.slice(0, 2), head[1]?.at(-1)]).toEqual([4, cells, '20.5'])
  })

  test('[specification §9] counts its periods as the charts do: the last 7 days, or a month of the calendar', async () => {
    for (const query of [{ interval: 'week' }, { interval: 'month', calendar: '1', index: 1 }] as const) {
      const input = { query: { device_ids: String(device.id), ...query } }
      const { from, until, time_zone } = await app.call(exportEndpoints.previewExport, input, owner.token)
      const asked = { query: { device_id: device.id, ...query } }
      const frame = await app.call(measurementEndpoints.getSeries, asked, owner.token)
      expect([from, until, time_zone]).toEqual([frame.from, frame.until, frame.time_zone])
    }
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
        if (format === 'parquet') expect(await parquetRows(app, answer.rawPayload)).toEqual([])
        if (format === 'xlsx') expect(Object.keys(unzipSync(answer.rawPayload))).toHaveLength(6)
      }
    },
  )

  test('[decisions §5] leaves out doubtful readings where that is wanted', async () => {
    await app.services.db
      .insertInto('faults')
      .values({
        device_id: device.id,
        measurement: 't',
        fault: 'spike',
        start: time(1),
        end: time(2),
        found_at: time(11),
        dismissed_at: null,
        dismissed_by: null,
      })
      .execute()
    const values = async (without_faults: 0 | 1) => {
      const { frames } = (await file({ device_ids: device.id, ...period, format: 'json', without_faults })).json()
      return frames[0].series.t.value.slice(0, 4)
    }
    expect(await values(0)).toEqual([20.5, 20.625, 20.75, 20.875])
    expect(await values(1)).toEqual([20.5, null, null, 20.875])
    await app.services.db.deleteFrom('faults').where('device_id', '=', device.id).execute()
  })

  test('[decisions §5] is calibrated as the charts are; raw values on request', async () => {
    const calibrated = await aDevice(app, owner)
    await app.call(measurementEndpoints.sendMeasurements, { body: { time: time(0), t: 20 } }, calibrated.key)
    const { calibrationEndpoints } = await import('#shared/contract/devices/calibrations.ts')
    const body = { measurement: 't', method: 'manual', offset: 0.1, valid_from: '2025-01-01T00:00:00Z' } as const
    await app.call(calibrationEndpoints.createCalibration, { body: { device_id: calibrated.id, ...body } }, owner.token)
    const last = async (raw: 0 | 1) =>
      linesOf((await file({ device_ids: calibrated.id, ...period, raw })).body)[1]
        ?.split(',')
        .at(-1)
    expect([await last(0), await last(1)]).toEqual(['20.1', '20'])
  })
})
