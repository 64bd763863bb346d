import { expect, test } from 'vitest'
import { type Animal, heatStatusOf, temperatureStatusOf } from '../science/animal-heat.ts'
import { balanceLines } from './balance-lines.ts'

test('[science §1.2] the status of a formula is that of its source', () => {
  const of = (kind: Animal['kind'], caged = false) => [heatStatusOf({ kind, caged }), temperatureStatusOf(kind)]
  expect(of('dairy_cattle')).toEqual(['V2', 'V2'])
  expect(of('chicken')).toEqual(['V2', 'V2'])
  expect(of('chicken', true)).toEqual(['M', 'V2'])
  expect(of('rearing_chicken')).toEqual(['J', 'V2'])
  expect(of('horse')).toEqual(['M', 'J'])
})

test('a balance says its corrections in place of the plain formula, and what comes on top', () => {
  const plain = {
    heat_status: 'V2',
    temperature_status: 'V2',
    per_heat_unit_typed: false,
    newer_cows: false,
    heat_correction: 'linear',
    other_co2: 0,
  } as const
  const said = (change: Partial<Parameters<typeof balanceLines>[0]> = {}) =>
    balanceLines({ ...plain, ...change }, false).map(({ says }) => says)
  expect(said()).toEqual(['heat', 'linear', 'production_is'])
  expect(said({ traits: [{ trait: 'milk', value: 30, assumed: 'J' }] })).toEqual([
    'heat',
    'traits',
    'linear',
    'production_is',
  ])
  expect(said({ per_heat_unit_typed: true })).toEqual(['heat', 'linear', 'production_typed'])
  expect(said({ newer_cows: true, heat_correction: 'older_cattle', other_co2: 2 })).toEqual([
    'heat',
    'older_cattle',
    'newer_cows',
    'other_co2',
  ])
})

test('a report that was frozen before it told a status has that of its flag', () => {
  expect(balanceLines({}, true)[0]).toEqual({ says: 'heat', letter: 'M' })
  expect(balanceLines(null, false)[0]).toEqual({ says: 'heat', letter: 'V2' })
})
