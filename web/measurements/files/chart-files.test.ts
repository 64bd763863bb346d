import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Frame, SeriesAnswer, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import { formatNumber } from '#shared/rules/ingest/value.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { Chart } from '../chart-cards/groups.ts'
import { csvOf, xlsxOf } from './chart-files.ts'
import { chartTable } from './chart-table.ts'

/** Summer time ends at 01:00 UTC. */
const START = Date.parse('2026-10-25T00:00:00Z')
const columns = (mean: (number | null)[]): SeriesColumns => ({
  unit: '°C',
  min: mean.map(value => value && value - 1.04),
  mean,
  max: mean.map(value => value && value + 1.05),
  count: mean.map(value => (value === null ? 0 : 3)),
  interval_seconds: 600,
  coverage: 0.5,
})
const frame = {
  device_id: 1,
  from: new Date(START).toISOString(),
  until: new Date(START + 4 * HOUR_MS).toISOString(),
  step_seconds: 3600,
  time_zone: 'Europe/Amsterdam',
  coverage: 0.5,
  time: [0, 1, 2, 3].map(hour => START + hour * HOUR_MS),
  series: { t: columns([20.149, null, -0.04, 22]) },
} as unknown as SeriesAnswer
const compare = { ...frame, series: { t: columns([19, 18, 17, 16]) } } as unknown as Frame
const chart = {
  measured: [{ type: { abbreviation: 't', name: 'Temperature; inside' }, quantity: { unit: '°C', decimals: 1 } }],
  setPoints: [],
} as unknown as Chart
const WORDS = { min: 'min', mean: 'mean', max: 'max', readings: 'readings', coverage: '% of data', before: 'yesterday' }
const NOW = START + 2.5 * HOUR_MS
const table = chartTable(chart, frame, compare, WORDS, NOW)

describe('[beyond: complaint 3] what is downloaded is what the chart shows', () => {
  test('the same steps up to now, the same numbers with the same decimals, gaps as gaps', () => {
    expect(table.rows.map(({ time }) => time)).toEqual(frame.time.slice(0, 3))
    const formatted = (value: number | null | undefined) =>
      typeof value === 'number' ? formatNumber(value, 1, 'en') : '–'
    for (const [index, { values }] of table.rows.entries())
      for (const [column, of] of (['min', 'mean', 'max'] as const).entries())
        expect(formatted(values[column])).toBe(formatted(frame.series.t?.[of][index]))
    expect(table.rows.map(({ values }) => values.slice(3))).toEqual([
      [3, 50, 19],
      [0, 0, 18],
      [3, 100, 17],
    ])
  })

  test('without a comparison there is no column for it', () => {
    expect(chartTable(chart, frame, null, WORDS, NOW).columns).toHaveLength(5)
  })

  test('[science §5] CSV has the signs of the language, and the doubled hour of autumn twice', () => {
    const lines = csvOf(table, 'de').replace('\uFEFF', '').split('\r\n')
    expect(lines[0]).toMatch(/^time;"Temperature; inside \(°C\), min";/)
    expect(lines.slice(1)).toEqual([
      '2026-10-25T02:00:00+02:00;19,1;20,1;21,2;3;50;19',
      '2026-10-25T02:00:00+01:00;;;;0;0;18',
      '2026-10-25T03:00:00+01:00;-1,1;0;1;3;100;17',
      '',
    ])
    expect(csvOf(table, 'en')).toContain(',20.1,')
  })

  test('a workbook has numbers as numbers and times as times of the place', () => {
    const sheet = new TextDecoder().decode(unzipSync(xlsxOf(table, 'Temperature'))['xl/worksheets/sheet1.xml'])
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row]) => row ?? '')
    expect(rows).toHaveLength(4)
    const numbers = [...(rows[1] ?? '').matchAll(/<v>([-\d.]+)<\/v>/g)].map(([, number]) => Number(number))
    expect(Math.round(((numbers[0] ?? 0) - 25_569) * 86_400_000)).toBe(Date.parse('2026-10-25T02:00:00Z'))
    expect(numbers.slice(1)).toEqual([19.1, 20.1, 21.2, 3, 50, 19])
    expect(rows[2]).toContain('<c/>')
  })
})
