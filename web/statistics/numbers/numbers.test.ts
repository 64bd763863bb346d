import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import type { AreaStatistics, MeasurementStatistics } from '#shared/contract/measurements/statistics.ts'
import statistics from '#shared/locales/en/statistics.json'
import type { ChartArea } from '../dashboard/areas.ts'
import { type Explained, explainCell, explainCorrelation, explainFigure } from './explanation.ts'
import { csvOfTable } from './number-table.ts'
import { type PeakTableRow, sharedLimit, sortedRows } from './peak-rows.ts'

const i18n = i18next.createInstance()
await i18n.init({ lng: 'en', resources: { en: { statistics } }, interpolation: { escapeValue: false } })
const EXPLAINED: Explained = {
  t: i18n.getFixedT('en', 'statistics'),
  value: value => `${value.toFixed(1)} ppm`,
  difference: value => `${value.toFixed(1)} ppm`,
  number: (value, decimals = 0) => value.toFixed(decimals),
  name: 'NH3',
  period: '2026-10-24 to 2026-11-23',
  range: null,
}
const AREA: AreaStatistics = {
  area_id: 1,
  area_name: 'Room 1',
  area_type_id: 5,
  location_id: 1,
  location_name: 'Zonneveld',
  time_zone: 'Europe/Amsterdam',
  location_research_ids: [1],
  device_ids: [1, 2],
  measurements: {},
}
const OF: MeasurementStatistics = {
  unit: 'ppm',
  bins: 8000,
  coverage: 0.7,
  days: 28,
  valid_days: 27,
  low_coverage_days: 2,
  empty_days: 1,
}
const EDGES = { low: null, high: 10, limit: 20 }
const PLACE = { name: 'Room 1', area: AREA, of: OF, n: OF.bins }
const wordsOf = ({ steps }: { steps: readonly { lines: readonly string[] }[] }) => steps.flatMap(({ lines }) => lines)

describe('a number says how it was computed', () => {
  test('with place, period, what was left out, number of means, coverage and formula', () => {
    const words = wordsOf(explainFigure(EXPLAINED, 'p95', '17.8 ppm', { ...PLACE, edges: EDGES })).join('\n')
    for (const said of ['Zonneveld', '2 devices', '2026-10-24', 'Europe/Amsterdam', '8000 means', '70 %', '27 of them'])
      expect(words).toContain(said)
    expect(words).toContain('2 days with less than 75 %')
    expect(words).toContain('1 day on which the barn was empty')
    expect(words).toContain('treat this number with caution')
    expect(words).toContain('95 % of all five-minute means do not exceed')
    expect(words).not.toMatch(/\{\{|explain\./)
  })

  test('with the limit and the comfort it was compared with, and the mean there is for its kind', () => {
    const of = (figure: 'hours_over_limit' | 'in_comfort' | 'mean', statisticsOf = OF) =>
      wordsOf(explainFigure(EXPLAINED, figure, 'x', { ...PLACE, of: statisticsOf, edges: EDGES })).join('\n')
    expect(of('hours_over_limit')).toContain('above 20.0 ppm')
    expect(of('in_comfort')).toContain('up to 10.0 ppm')
    const comfort = { min_value: 24, low_value: 28.1, high_value: 31.1, max_value: 36 }
    const byAge = { ...PLACE, of: { ...OF, comfort }, edges: { low: 28.1, high: 31.1, limit: null } }
    expect(wordsOf(explainFigure(EXPLAINED, 'in_comfort', 'x', byAge)).join('\n')).toContain(
      'of their day of age; on average that was 28.1 ppm to 31.1 ppm',
    )
    expect(of('mean')).toContain('divided by their number')
    expect(of('mean', { ...OF, averaging: 'energetic' })).toContain('energies')
    expect(of('mean', { ...OF, averaging: 'circular' })).toContain('arrow')
  })

  test('says that a correlation may be chance, how many lags were tried, and that it is no cause', () => {
    const correlation = {
      r: -0.2,
      lag_minutes: 15,
      n: 200,
      effective: 20,
      significant: false,
      note: 'not_significant' as const,
      step_minutes: 5,
      lags: 25,
      time: [],
      x: [],
      y: [],
      coverage: [],
    }
    const of = { correlation, cause: 'Temperature', withoutDayPattern: true }
    const words = wordsOf(explainCorrelation(EXPLAINED, PLACE, of)).join('\n')
    for (const said of [
      'best of 25',
      '15 minutes later',
      '200 pairs',
      'no line',
      'causes',
      'subtracted from both first',
      'up to 2 h',
    ])
      expect(words).toContain(said)
    const none = { ...of, correlation: { ...correlation, r: null, lag_minutes: null, effective: null } }
    expect(wordsOf(explainCorrelation(EXPLAINED, PLACE, none)).join('\n')).toContain('too few')
  })

  test('also where there is none', () => {
    const map = { mean: [null, 4], n: [0, 1], sd: [null, null] }
    const cell = (index: number) =>
      wordsOf(explainCell(EXPLAINED, 'Mon 00:00', { map, cell: index, places: ['Room 1'] }))
    expect(cell(0)).toContain('No hour with enough data')
    expect(cell(1).join('\n')).toContain('A single hour says little')
  })
})

describe('the table', () => {
  const rowOf = (name: string, mean: number | null, limit: number | null): PeakTableRow => {
    const area: ChartArea = {
      id: 1,
      name,
      farm: 'Z',
      isOwn: true,
      speciesId: 1,
      timeZone: 'UTC',
      days: 1,
      placementIds: [],
      deviceIds: [],
      slot: 0,
    }
    const peak = {
      n: 1,
      mean,
      median: 1,
      p95: 1,
      max: 1,
      limit,
      hours_over_limit: null,
      low: null,
      high: null,
      in_comfort: null,
      hours_outside_comfort: null,
    }
    return { area, answered: AREA, of: OF, peak, edges: { low: null, high: null, limit } }
  }
  const rows = [rowOf('Room 10', 3, 20), rowOf('Room 2', null, 20), rowOf('Barn', 7, 20)]

  test('is sorted by any column, and what is missing stands last both ways', () => {
    const names = (column: 'area' | 'mean', descending: boolean) =>
      sortedRows(rows, { column, descending }).map(({ area }) => area.name)
    expect(names('mean', true)).toEqual(['Barn', 'Room 10', 'Room 2'])
    expect(names('mean', false)).toEqual(['Room 10', 'Barn', 'Room 2'])
    expect(names('area', false)).toEqual(['Barn', 'Room 2', 'Room 10'])
  })

  test('names the limit in its head where it is one for all', () => {
    expect(sharedLimit(rows)).toBe(20)
    expect(sharedLimit([...rows, rowOf('Calves', 1, 10)])).toBeNull()
  })

  test('becomes a file with the signs of the language, and no formula', () => {
    const table = {
      title: 'x',
      columns: [{ head: 'Area' }, { head: 'Mean (ppm)', decimals: 1 }],
      rows: [
        ['=1+1', 11.849],
        ['Room; 2', null],
      ],
    }
    expect(csvOfTable(table, 'de')).toBe('\uFEFFArea;Mean (ppm)\r\n\'=1+1;11,8\r\n"Room; 2";\r\n')
    expect(csvOfTable(table, 'en')).toContain("'=1+1,11.8")
  })
})
