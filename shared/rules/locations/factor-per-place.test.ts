import { expect, test } from 'vitest'
import { factorBeginsLater, factorPerPlace } from './factor-per-place.ts'

test.each([
  ['a factor by place and year as it is', 'place_year', 13, 11.7, 0.9, 13],
  ['a factor by animal and day as what it permits a place', 'animal_day', 0.02, 3.5, 0.5, 7],
  ['nothing by animal and day without a result', 'animal_day', 0.02, null, null, null],
  ['nothing without a factor', null, null, 3.5, null, null],
] as const)('beside what was measured stands %s', (_, factor_unit, reduced_factor, kg_per_place_year, index, found) => {
  expect(factorPerPlace({ factor_unit, reduced_factor }, { kg_per_place_year, index })).toEqual(found)
})

test('a factor begins later where the last day has one, a factor of 0 too', () => {
  expect([null, { factor: null }, { factor: 0 }, { factor: 13 }].map(factorBeginsLater)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
