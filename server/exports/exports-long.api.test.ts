import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { exportFile, linesOf, parquetRows, textOf } from '../testing/export-file.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
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
      await app.services.series.command({
        query: `INSERT INTO measurements (device_id, key, time, value) SELECT ${device.id}, '${key}', fromUnixTimestamp64Milli(toInt64(${start}) + number * 3000, 'UTC'), ${values} FROM numbers(${TIMES})`,
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
    const parquet = await parquetRows(app, (await file({ ...query, format: 'parquet' })).rawPayload)
    expect([parquet.length, sum(parquet.map(row => Number(row.t_degC)))]).toEqual([TIMES, tSum])
    expect(parquet.map(row => row.time)).toEqual(parquet.map(row => row.time).toSorted())
    const sheet = unzipSync((await file({ ...query, format: 'xlsx' })).rawPayload)['xl/worksheets/sheet1.xml']
    expect(textOf(sheet).split('<row>')).toHaveLength(TIMES + 2)
  })

  test('stopping a download stops what is read for it', async () => {
    const { series } = app.services
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
    await expect.poll(() => app.logged().includes('premature close') || reads).toBeTruthy()
    const soon = reads
    await new Promise(resolve => setTimeout(resolve, 300))
    expect([soon <= 3, reads - soon <= 1]).toEqual([true, true])
    series.exec = asked
  })
})
