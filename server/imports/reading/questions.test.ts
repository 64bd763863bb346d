import { describe, expect, test } from 'vitest'
import type { ImportColumn, ImportPlan } from '#shared/contract/measurements/imports.ts'
import { questionsOf } from './questions.ts'

const BROILER = 25
const CATTLE = 28

const plan = (...columns: ImportColumn[]): ImportPlan => ({
  encoding: 'utf-8',
  separator: ',',
  decimal: '.',
  skip_lines: 0,
  header: true,
  time_form: 'ymd',
  time_zone: 'UTC',
  replace: true,
  columns: [{ role: 'time' }, ...columns],
})
const rows = (...values: (number | string)[]) => values.map(value => ['2026-01-01 00:00', String(value)])
const value = (measurement: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
  role: 'value',
  measurement,
  ...more,
})

describe('a file is asked about', () => {
  test.each<[string, ImportColumn, number[], number | null, [number, string, [string, number][]]]>([
    ['grams of a bird', value('weight'), [2100, 2114, 2200], BROILER, [2114, 'kg', [['g', 2.114]]]],
    ['a pressure no air has', value('p'), [320, 321, 322], null, [321, 'hPa', []]],
    ['mercury', value('p'), [760], null, [760, 'hPa', [['mmHg', 1013.25]]]],
    ['inches of mercury, taken for kPa', value('p', { unit: 'kPa' }), [29.9], null, [299, 'kPa', [['inHg', 1012.53]]]],
    [
      'Fahrenheit',
      value('t'),
      [69.9, 71.2, 70],
      BROILER,
      [
        70,
        '°C',
        [
          ['°F', 21.11],
          ['0.1 °C', 7],
        ],
      ],
    ],
    ['milligrams of dust', value('dust_pm10'), [0.05], null, [0.05, 'µg/m³', [['mg/m³', 50]]]],
  ])('%s', (_, column, numbers, areaType, [typical, unit, units]) => {
    const [question, ...others] = questionsOf(rows(...numbers), plan(column), areaType)
    expect(others).toEqual([])
    expect(question).toEqual({
      about: 'unit',
      column: 1,
      unit,
      value: expect.closeTo(typical, 1),
      units: units.map(([one, converted]) => ({ unit: one, value: expect.closeTo(converted, 1) })),
    })
    expect(questionsOf(rows(...numbers), plan({ ...column, sure: true }), areaType)).toEqual([])
  })

  test.each<[string, ImportColumn, (number | string)[], number | null]>([
    ['what is usual', value('t'), [20, 21], null],
    ['a bull', value('weight'), [900], CATTLE],
    ['an empty scale', value('weight'), [0, 0, 0], BROILER],
    ['a single wild value', value('t'), [20, 999, 21], null],
    ['a column that is nearly empty', value('p'), ['', '', '', 321], null],
    ['what it leaves out, where something is taken', value('t'), [20], null],
  ])('not about %s', (_, column, numbers, areaType) => {
    expect(questionsOf(rows(...numbers), plan(column, { role: 'skip' }), areaType)).toEqual([])
  })

  test('what it measures, where no name says so', () => {
    expect(questionsOf(rows(69.9), plan({ role: 'skip' }), null)).toEqual([{ about: 'measurement', column: 1 }])
    expect(questionsOf(rows('dry'), plan({ role: 'skip' }), null)).toEqual([])
  })
})
