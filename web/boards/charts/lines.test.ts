import { describe, expect, test } from 'vitest'
import type { BoardChart, BoardLine } from '#shared/contract/measurements/boards.ts'
import type { Frame, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import type { DefinitionLists } from '#shared/rules/science/measurement-definition.ts'
import { axisOf, boardSubjects, chartTitle, columnsOn, fitsOneChart, lineName, seenLines } from './lines.ts'

const type = (id: number, abbreviation: string, name: string) => ({
  ...{ id, abbreviation, name, physical_quantity_id: id, chart_group_id: id },
})
const lists = {
  measurement_types: [type(1, 't', 'Temperature'), type(2, 'h', 'Humidity'), type(3, 'co2', 'CO2')],
  physical_quantities: [
    { id: 1, unit: '°C' },
    { id: 2, unit: '%' },
    { id: 3, unit: 'ppm' },
  ],
  chart_groups: [1, 2, 3].map(id => ({ id, area_type_boundaries: [] })),
} as unknown as DefinitionLists
const line = (area_id: number, measurement: string, more: Partial<BoardLine> = {}): BoardLine => ({
  ...{ area_id, device_id: null, measurement, seen: true, name: `Barn ${area_id}`, location_name: 'De Linde' },
  ...{ area_type_id: 25, is_past: false },
  ...more,
})
const chart = (...lines: BoardLine[]): BoardChart => ({ title: null, lines })
const HIDDEN = line(9, 't', { area_id: null, measurement: null, seen: false, name: null, location_name: null })

describe('the areas of a board', () => {
  test('are asked for once each, with all their measurements, and hidden ones never', () => {
    const charts = [chart(line(1, 't'), line(1, 'h'), HIDDEN), chart(line(2, 't'), line(1, 'co2'))]
    expect(boardSubjects(charts)).toEqual([
      { target: { area_id: 1 }, measurements: ['co2', 'h', 't'] },
      { target: { area_id: 2 }, measurements: ['t'] },
    ])
  })

  test('are not asked for where only the owner remembers them', () => {
    expect(boardSubjects([chart(line(1, 't', { seen: false }))])).toEqual([])
  })
})

describe('lines of two units', () => {
  test('stand at the left axis by the first unit, and at the right by the second', () => {
    const lines = seenLines(chart(line(1, 't'), line(1, 'h'), line(2, 't')), lists)
    expect(lines.map(({ isRight }) => isRight)).toEqual([false, true, false])
    expect(seenLines(chart(line(1, 't'), line(2, 't')), lists).some(({ isRight }) => isRight)).toBe(false)
  })

  test('fit, three units do not', () => {
    expect(fitsOneChart(['°C', '%', '°C'])).toBe(true)
    expect(fitsOneChart(['°C', '%', 'ppm'])).toBe(false)
  })
})

describe('names', () => {
  const nameOf = (...lines: BoardLine[]) => {
    const seen = seenLines(chart(...lines), lists)
    return [chartTitle({ title: null }, seen), ...seen.map(one => lineName(one, seen))]
  }

  test('say of lines what tells them apart', () => {
    expect(nameOf(line(1, 't'), line(2, 't'))).toEqual(['Temperature', 'Barn 1', 'Barn 2'])
    expect(nameOf(line(1, 't'), line(2, 't', { location_name: 'Zonneveld' })).slice(1)).toEqual([
      'Barn 1, De Linde',
      'Barn 2, Zonneveld',
    ])
    const [title, first] = nameOf(line(1, 't'), line(1, 'h'))
    expect([title?.endsWith('Barn 1'), first]).toEqual([true, 'Temperature'])
    expect(nameOf(line(1, 't'), line(2, 'h'))[1]).toBe('Barn 1 · Temperature')
  })

  test('are the title where somebody gave one', () => {
    expect(chartTitle({ title: 'North' }, seenLines(chart(line(1, 't')), lists))).toBe('North')
  })
})

const MINUTE = 60_000
const columns = (mean: (number | null)[]): SeriesColumns => ({
  ...{ unit: '°C', min: mean, mean, max: mean, count: mean.map(value => (value === null ? 0 : 1)) },
  ...{ interval_seconds: 60, coverage: 1 },
})
const frame = (from: number, mean: (number | null)[]): Frame => ({
  ...{ device_id: 1, step_seconds: 60, time_zone: 'UTC', coverage: 1 },
  from: new Date(from).toISOString(),
  until: new Date(from + mean.length * MINUTE).toISOString(),
  time: mean.map((_, index) => from + index * MINUTE),
  series: { t: columns(mean) },
})

describe('frames of several areas', () => {
  test('are laid on the one that reaches farthest, by time', () => {
    const [earlier, later] = [
      { ...frame(0, [1, 2, 3]), compare: null },
      { ...frame(MINUTE, [20, null, 40]), compare: null },
    ]
    expect(axisOf([earlier, later])).toBe(later)
    // Its own first step lies before the axis; its end is before the last step.
    expect(columnsOn(later, earlier, 't').mean).toEqual([2, 3, null])
    expect(columnsOn(later, earlier, 't').count).toEqual([1, 1, 0])
    expect(columnsOn(later, later, 't')).toBe(later.series.t)
  })

  test('have nothing where the measurement is missing', () => {
    const axis = frame(0, [1, 2])
    expect(columnsOn(axis, { ...axis, series: {} }, 'h')).toMatchObject({ mean: [null, null], count: [0, 0] })
  })
})
