import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { linesOf as csvLines, exportFile, parquetRows } from '../../server/testing/export-file.ts'
import { isMissing, linesOf, type Row, utc, valuesOf } from './data-files.ts'
import { aPlaceWithADevice, type Place, sendRows } from './send-and-ask.ts'

const COLUMNS = { t: 2, h: 3, nh3: 4 }
const KEYS = ['t', 'h', 'nh3'] as const

describe.skipIf(isMissing)('a broiler house, sent in and taken out again', () => {
  let place: Place
  let rows: Row[]

  beforeAll(async () => {
    place = await aPlaceWithADevice('Asia/Jakarta', '2023-02-01T00:00:00Z')
    rows = linesOf('no_licence/broiler_house_nh3_2023_days01-10.csv.gz')
      .slice(1)
      .map(line => line.split(','))
      .map(cells => ({ at: utc(cells[0] as string), values: valuesOf(cells, COLUMNS) }))
    await sendRows(place, rows, row => new Date(row.at).toISOString())
  })
  afterAll(() => place?.close())

  const file = (query: object) => exportFile(place, place.owner, { device_ids: place.device.id, ...query })
  const stored = () => [...new Map(rows.map(row => [row.at, row])).values()].sort((a, b) => a.at - b.at)

  it('[decisions §6] a week of CSV has every value of the file, at its time', async () => {
    const from = utc('2023-01-06 00:00:00') - 7 * 60 * MINUTE_MS
    const wanted = stored().filter(({ at }) => at >= from && at < from + 7 * 24 * 60 * MINUTE_MS)
    const { body } = await file({ date_start: '2023-01-06', date_end: '2023-01-12' })
    const [head, ...lines] = csvLines(body).map(line => line.split(','))
    expect(head?.slice(5)).toEqual(['t_degC', 'h_pct', 'nh3_ppm'])
    expect(lines).toHaveLength(wanted.length)
    for (const [index, { at, values }] of wanted.entries()) {
      const [time = '', , , , , ...cells] = lines[index] ?? []
      expect([Date.parse(time), time.slice(-6)]).toEqual([at, '+07:00'])
      expect(cells.map(cell => (cell === '' ? undefined : Number(cell)))).toEqual(KEYS.map(key => values[key]))
    }
  })

  it('[specification §9] more than 7 days of Parquet have means over 10 minutes', async () => {
    const { rawPayload } = await file({ date_start: '2023-01-01', date_end: '2023-01-15', format: 'parquet' })
    const means = new Map<number, number[]>()
    for (const { at, values } of stored()) {
      const step = Math.floor(at / (10 * MINUTE_MS)) * 10 * MINUTE_MS
      if (values.nh3 !== undefined) means.set(step, [...(means.get(step) ?? []), values.nh3])
    }
    const read = await parquetRows(place, rawPayload)
    const found = read.filter(({ nh3_ppm }) => nh3_ppm !== null)
    expect(found).toHaveLength(means.size)
    for (const { time, nh3_ppm } of found) {
      const of = means.get(Date.parse(`${String(time).replace(' ', 'T')}Z`)) ?? []
      expect(nh3_ppm).toBeCloseTo(of.reduce((sum, value) => sum + value, 0) / of.length, 5)
    }
  })
})
