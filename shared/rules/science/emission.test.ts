import { describe, expect, test } from 'vitest'
import {
  animalsIn,
  emissionIndex,
  emissionOfDay,
  emissionOfHour,
  kgPerYearEach,
  meanEmission,
  uncertaintyOf,
} from './emission.ts'

const cow = { kind: 'dairy_cattle', mass: 650, milk: 30, days_pregnant: 160 } as const
const pig = { kind: 'pig', mass: 60 } as const

describe('[science §1] the emission of a house', () => {
  test('O5: a cow at 10 °C emits 1.3307 g/h, 11.657 kg a year', () => {
    const air = { co2: 1000, co2_outdoors: 420, nh3: 4, nh3_outdoors: 0.5, temperature: 10 }
    const one = emissionOfHour(air, cow, 1)!
    expect(one.grams_per_hour).toBeCloseTo(1.3307, 3)
    expect(kgPerYearEach(one, 1)).toBeCloseTo(11.657, 2)
    const herd = emissionOfHour(air, cow, 120)!
    expect(kgPerYearEach(herd, 120)).toBeCloseTo(11.657, 2)
    // Ten places of the 130 are empty, and count (§1.6).
    expect(kgPerYearEach(herd, 130)).toBeCloseTo((11.657 * 120) / 130, 2)
  })

  test('O6: a pig of 60 kg emits 0.2578 g/h, 2.259 kg a year', () => {
    const one = emissionOfHour({ co2: 2000, nh3: 15, nh3_outdoors: 0.3, temperature: 22 }, pig, 1)!
    expect(one.grams_per_hour).toBeCloseTo(0.2578, 4)
    expect(kgPerYearEach(one, 1)).toBeCloseTo(2.259, 2)
  })

  test('O9: 2001 mg/h are 17.5288 kg a year', () => {
    expect(kgPerYearEach({ grams_per_hour: 2.001, per_ppm_co2: 0 }, 1)).toBeCloseTo(17.5288, 4)
  })

  test('nothing is known of the outdoors: 420 ppm CO2 and no NH3', () => {
    const measured = { co2: 1000, nh3: 4, temperature: 10 }
    expect(emissionOfHour(measured, cow, 1)).toEqual(
      emissionOfHour({ ...measured, co2_outdoors: 420, nh3_outdoors: 0 }, cow, 1),
    )
  })

  test('no hour without a difference in CO2, and one that takes up ammonia stays negative', () => {
    const [standard, low] = [undefined, 98_500].map(pressure =>
      emissionOfHour({ co2: 900, nh3: 4, temperature: 10, ...(pressure && { pressure }) }, cow, 1),
    )
    expect((standard?.grams_per_hour ?? 0) / (low?.grams_per_hour ?? 1)).toBeCloseTo(101_325 / 98_500, 10)
    expect(emissionOfHour({ co2: 470, nh3: 4, temperature: 10 }, cow, 1)).toBeNull()
    expect(emissionOfHour({ co2: 471, nh3: 4, temperature: 10 }, cow, 1)).not.toBeNull()
    const taken = emissionOfHour({ co2: 900, nh3: 1, nh3_outdoors: 2, temperature: 10 }, cow, 1)
    expect(taken?.grams_per_hour).toBeLessThan(0)
  })

  test('a day is the mean of its hours, and valid with 75 % of them', () => {
    const hours = (present: number, of = 24) =>
      Array.from({ length: of }, (_, hour) => (hour < present ? { grams_per_hour: hour, per_ppm_co2: 0.01 } : null))
    expect(emissionOfDay(hours(18))).toEqual({ grams_per_hour: 8.5, per_ppm_co2: expect.closeTo(0.01, 10) })
    expect(emissionOfDay(hours(17))).toBeNull()
    expect(emissionOfDay(hours(18, 25))).toBeNull()
    expect(emissionOfDay([])).toBeNull()
  })

  test('[science §1.3] 15 %, ± 50 ppm at 580 ppm and 20 % make 28 %', () => {
    expect(uncertaintyOf({ grams_per_hour: 1, per_ppm_co2: 1 / 580 })).toBeCloseTo(0.278, 3)
    // Hours that emit more count for more: by two of 200 and 800 ppm that emit 4 and 1 g/h.
    const mixed = meanEmission([
      { grams_per_hour: 4, per_ppm_co2: 4 / 200 },
      { grams_per_hour: 1, per_ppm_co2: 1 / 800 },
    ])
    const ofCo2 = (Math.SQRT2 * 50 * (4 / 200 + 1 / 800)) / 5
    expect(uncertaintyOf(mixed)).toBeCloseTo(Math.hypot(0.15, ofCo2, 0.2), 10)
  })

  test('[science §1.6] 500 kg in 90 days of the permitted 2274 a year are an index of 0.892', () => {
    const { index, least } = emissionIndex(500, (2274 * 90) / 365, 0.2)
    expect(index).toBeCloseTo(0.892, 3)
    expect(least).toBeCloseTo(0.6 * index, 10)
  })

  test('animals are those of the groups where each says how many, else one for each place', () => {
    expect(animalsIn([{ animals: 40 }, { animals: 50 }], 120)).toBe(90)
    expect(animalsIn([{ animals: 40 }, { animals: null }], 120)).toBe(120)
    expect(animalsIn([{ animals: 0 }], 120)).toBe(0)
    expect(animalsIn([], 120)).toBe(120)
    expect(animalsIn([], null)).toBeNull()
  })
})
