import { describe, expect, test } from 'vitest'
import { permittedKg, reducedFactor } from './emission-permit.ts'

const year = (places: number) => ({ places, animals: 0, days: 365 })
const perPlace = (kg: number, other_kg?: number) => ({ kg, unit: 'place_year' as const, ...(other_kg && { other_kg }) })

describe('[science §1.6] what is permitted', () => {
  test('O10: 4.4 kg for 120 places are 528 kg a year', () => {
    expect(permittedKg(perPlace(4.4), [], year(120))).toBeCloseTo(528, 10)
  })

  test('O11: 3.0 kg for 1000 places with 40 % and 5 % less are 1710 kg', () => {
    const reducers = [
      { share: 0.4, scrubber: false },
      { share: 0.05, scrubber: false },
    ]
    expect(permittedKg(perPlace(3), reducers, year(1000))).toBeCloseTo(1710, 10)
    expect(permittedKg(perPlace(3), reducers.toReversed(), year(1000))).toBeCloseTo(1710, 10)
  })

  test('O12: a scrubber of 40 % on a house of 1 kg, others 8 kg, leaves 1440 kg', () => {
    expect(permittedKg(perPlace(1, 8), [{ share: 0.4, scrubber: true }], year(1000))).toBeCloseTo(1440, 10)
    // A reducer that is no scrubber does not bring the other factor in.
    expect(reducedFactor(perPlace(1, 8), [{ share: 0.4, scrubber: false }])).toBeCloseTo(0.6, 10)
    // A house above the third of others keeps its own factor.
    expect(reducedFactor(perPlace(3, 8), [{ share: 0.5, scrubber: true }])).toBeCloseTo(1.5, 10)
  })

  test('O13: 0.02 kg a day for 1000 animals are 3500 kg in 175 days', () => {
    const factor = { kg: 0.02, unit: 'animal_day' as const }
    expect(permittedKg(factor, [], { places: 0, animals: 1000, days: 175 })).toBeCloseTo(3500, 10)
  })

  test('nobody knows what is permitted where the number is not known that the factor goes by', () => {
    const unknown = { places: null, animals: null, days: 175 }
    expect(permittedKg({ kg: 0.02, unit: 'animal_day' }, [], { ...unknown, places: 100 })).toBeNull()
    expect(permittedKg(perPlace(13), [], { ...unknown, animals: 100 })).toBeNull()
  })

  test('the company of the example: 2274 kg a year, 560.7 kg in 90 days', () => {
    const of = (days: number) =>
      [
        permittedKg(perPlace(13), [], { places: 120, animals: 0, days }),
        permittedKg(perPlace(4.4), [], { places: 60, animals: 0, days }),
        permittedKg(perPlace(3), [{ share: 0.7, scrubber: true }], { places: 500, animals: 0, days }),
      ].reduce<number>((sum, kg) => sum + (kg ?? Number.NaN), 0)
    expect(of(365)).toBeCloseTo(2274, 10)
    expect(of(90)).toBeCloseTo(560.7, 1)
  })
})
