import { expect, test } from 'vitest'
import { factorBeginsLater, factorPerPlace, nothingSaid, problemSaid, whyNothing } from './factor-per-place.ts'

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

test('places and factors that the last day has are said to begin later, no others', () => {
  const said = (problem: 'no_places' | 'no_factor' | 'no_mass', animal_places: number | null, factor: number | null) =>
    problemSaid(problem, { state: { factor }, animal_places })
  expect([said('no_places', 60, 13), said('no_places', 0, null), said('no_places', null, 13)]).toEqual([
    'places_begin_later',
    'places_begin_later',
    'no_places',
  ])
  expect([said('no_factor', null, 13), said('no_factor', 60, null), said('no_mass', 60, 13)]).toEqual([
    'factor_begins_later',
    'no_factor',
    'no_mass',
  ])
})

const nothing = {
  ...{ problems: [], gases: [], inputs: null, total: { kg: null, vacant: 0, coverage: 0 } },
  ventilation: 'co2_balance' as const,
}

test('an area without an emission says whether a device, a day or every hour is missing', () => {
  expect(nothingSaid(nothing, 'nh3')).toBe('no_gas')
  expect(nothingSaid({ ...nothing, gases: ['nh3'] }, 'nh3')).toBe('no_result')
  expect(nothingSaid(nothing, 'co2')).toBe('no_result')
  expect(nothingSaid({ ...nothing, gases: ['nh3'], inputs: {} }, 'nh3')).toBe('few_hours')
  expect(nothingSaid({ ...nothing, problems: ['no_animals'] }, 'nh3')).toBeNull()
  expect(nothingSaid({ ...nothing, total: { kg: 0, vacant: 0, coverage: 0.9 } }, 'nh3')).toBeNull()
  expect(nothingSaid({ ...nothing, total: { kg: 0, vacant: 1, coverage: 1 } }, 'nh3')).toBeNull()
  // Empty days are known; those on which a few hours have a result are not.
  const fewHours = { ...nothing, gases: ['nh3'], inputs: {}, total: { kg: 0, vacant: 1, coverage: 0.47 } } as const
  expect(nothingSaid(fewHours, 'nh3')).toBe('few_hours')
})

test('hours without a result lack what they need: CO2 for a balance alone, and dry air for dust alone', () => {
  const said = (ventilation: 'co2_balance' | 'measured') =>
    (['nh3', 'co2', 'dust_pm10'] as const).map(gas => nothingSaid({ ...nothing, gases: [gas], ventilation }, gas))
  expect(said('co2_balance')).toEqual(['no_result', 'no_result', 'no_result_of_dust'])
  expect(said('measured')).toEqual(['no_result_by_flow', 'no_result_by_flow', 'no_result_of_dust_by_flow'])
})

test('the first reason for no emission is a problem that stops it, by the air flow that is used', () => {
  const measured = { ...nothing, gases: ['nh3' as const] }
  const why = (problems: Parameters<typeof whyNothing>[0]['problems']) => whyNothing({ ...measured, problems }, 'nh3')
  expect(why(['no_factor', 'no_places'])).toBe('no_result')
  expect(why(['no_factor', 'no_animals'])).toBe('no_animals')
  expect(whyNothing({ ...measured, problems: ['no_animals'], ventilation: 'typed' }, 'nh3')).toBe('no_result_by_flow')
  expect(whyNothing({ ...measured, problems: ['no_flow'], ventilation: 'typed' }, 'nh3')).toBe('no_flow')
  expect(
    whyNothing({ ...measured, problems: ['no_animals'], total: { kg: 3, vacant: 0, coverage: 1 } }, 'nh3'),
  ).toBeNull()
})
