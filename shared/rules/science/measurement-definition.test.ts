import { expect, test } from 'vitest'
import type { TaxonomyLists } from '../../contract/places/taxonomy.ts'
import { definitionOf, statusOfLast } from './measurement-definition.ts'

const PIG = 1
const edges = { area_type_id: PIG, low_value: 17, high_value: 22, limit_value: null, min_value: 10, max_value: 30 }
const lists = {
  measurement_types: [
    { id: 1, abbreviation: 't', physical_quantity_id: 1, chart_group_id: 3 },
    { id: 2, abbreviation: 'weather_t', physical_quantity_id: 1, chart_group_id: 19 },
    { id: 3, abbreviation: 'loose', physical_quantity_id: null, chart_group_id: null },
  ],
  physical_quantities: [{ id: 1, grade_10: { low_value: 5, high_value: 8 } }],
  chart_groups: [
    { id: 3, low_is_bad: true, high_is_bad: true, area_type_boundaries: [edges] },
    { id: 19, low_is_bad: false, high_is_bad: false, area_type_boundaries: [] },
  ],
} as unknown as TaxonomyLists

test.each([
  ['t', PIG, edges],
  ['t', 99, null],
  ['t', undefined, null],
  ['weather_t', PIG, null],
])('%s in an area of kind %s has its own edges', (key, areaTypeId, expected) => {
  expect(definitionOf(key, areaTypeId, lists)?.edges).toEqual(expected)
})

test('knows nothing of a key the taxonomy lacks, or of one without quantity', () => {
  expect(definitionOf('foo', PIG, lists)).toBeNull()
  expect(definitionOf('loose', PIG, lists)).toBeNull()
})

test.each([
  [{ value: 16, grade: 7 }, 'too_cold'],
  [{ value: 20, grade: 9 }, 'good'],
  [{ value: 20, grade: null }, null],
  [undefined, 'no_data'],
])('[design §3] the state of %j is %s', (last, status) => {
  const definition = definitionOf('t', PIG, lists)
  expect(definition && statusOfLast(definition, last && { ...last, unit: '°C', time: '2026-11-20T12:00:00Z' })).toBe(
    status,
  )
})
