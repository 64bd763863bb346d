import { describe, expect, test } from 'vitest'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { ceilingOf, isFromZero } from '#shared/rules/charts/axis.ts'
import { chartsOf, type Lists } from './groups.ts'

const type = (id: number, abbreviation: string, group: number) => ({
  id,
  abbreviation,
  physical_quantity_id: 1,
  chart_group_id: group,
})
const group = (id: number, key: string, order: number) => ({ id, key, order, area_type_boundaries: [] })
const PROBES = Array.from({ length: 10 }, (_, index) => type(31 + index, `t_${index}`, 3))
const lists = {
  measurement_types: [
    type(1, 't', 3),
    ...PROBES,
    type(41, 't_low', 3),
    type(42, 't_high', 3),
    type(4, 'nh3', 1),
    type(81, 'weather_t', 19),
  ],
  physical_quantities: [{ id: 1 }],
  chart_groups: [group(3, 'temperature', 3), group(1, 'nh3', 1), group(19, 'weather_temperature', 19)],
  area_types: [],
} as unknown as Lists
const frameOf = (...keys: string[]) => ({ series: Object.fromEntries(keys.map(key => [key, {}])) }) as unknown as Frame
const said = (...keys: string[]) =>
  chartsOf(frameOf(...keys), undefined, lists).map(({ group: { key }, measured, setPoints, part }) => ({
    key,
    lines: measured.map(({ type: { abbreviation } }) => abbreviation).join(' '),
    setPoints: setPoints.map(({ type: { abbreviation } }) => abbreviation).join(' '),
    part: part && `${part.number}/${part.of}`,
  }))

describe('[specification §4] the charts of a device', () => {
  test('are one for each group that has readings, in the order of the taxonomy', () => {
    expect(said('weather_t', 't', 'nh3').map(({ key }) => key)).toEqual(['nh3', 'temperature', 'weather_temperature'])
  })

  test('[design §2.1] have five lines at the most, and say which part of the group they are', () => {
    expect(said('t', ...PROBES.map(({ abbreviation }) => abbreviation))).toEqual([
      { key: 'temperature', lines: 't t_0 t_1 t_2 t_3', setPoints: '', part: '1/3' },
      { key: 'temperature', lines: 't_4 t_5 t_6 t_7 t_8', setPoints: '', part: '2/3' },
      { key: 'temperature', lines: 't_9', setPoints: '', part: '3/3' },
    ])
  })

  test('keep their colours when values come in another order', () => {
    expect(said('t_1', 't', 't_0')).toEqual(said('t', 't_0', 't_1'))
  })

  test('show what a climate computer wants as edges, and as lines only when nothing is measured', () => {
    expect(said('t_high', 't', 't_low')).toEqual([
      { key: 'temperature', lines: 't', setPoints: 't_low t_high', part: null },
    ])
    expect(said('t_high', 't_low')).toEqual([{ key: 'temperature', lines: 't_low t_high', setPoints: '', part: null }])
  })

  test('leave out what the taxonomy does not know', () => {
    expect(said('foo')).toEqual([])
  })
})

test.each([
  ['nh3_ppm', 'ppm', true, null],
  ['temp_deg_c', '°C', false, null],
  ['rv_perc', '% RH', false, 100],
  ['battery', '%', true, 100],
])('[design §8.4] the axis of %s (%s): from zero %s, ceiling %s', (abbreviation, unit, fromZero, ceiling) => {
  const quantity = { abbreviation, unit } as PhysicalQuantity
  expect(isFromZero(quantity)).toBe(fromZero)
  expect(ceilingOf(quantity)).toBe(ceiling)
})
