import { describe, expect, test } from 'vitest'
import { type CountedDay, countedDays, type EmissionDay } from '../science/emission-sum.ts'
import { insightDay } from './insight-day.test-data.ts'
import { isInsight } from './insights.ts'
import { emissionAbovePermit } from './insights-emission.ts'

const DAYS = 15
/** Permit of 6 kg for each of 110 places. */
const PERMITTED = (6 * 110) / 365

/** A hundred cows at 980 ppm over the air outdoors, each with 14.65 kg a year. */
const COWS: Omit<EmissionDay, 'date'> = {
  hours: 24,
  results: 24,
  uncertain: 0,
  negative: 0,
  grams: 167.2,
  per_ppm_co2: 167.2 / 980,
  animals: 100,
  mass: 65_000,
  places: 110,
  permitted: PERMITTED,
  flow_uncertainty: null,
  gas_uncertainty: 0.2,
}
type Changes = Partial<Omit<EmissionDay, 'date'>>

const daysOf = (changes: (day: number) => Changes | null): (CountedDay | null)[] => {
  const given = Array.from({ length: DAYS }, (_, day) => changes(day))
  const counted = countedDays(
    given.map((one, day) => ({ ...COWS, ...one, date: `2025-01-${String(day + 1).padStart(2, '0')}` })),
  )
  return counted.map((one, day) => (given[day] ? one : null))
}
const assess = (changes: (day: number) => Changes | null = () => ({}), species = 'dairy_cattle') =>
  emissionAbovePermit(insightDay({ species, emission: daysOf(changes) }))
const without =
  (...days: number[]) =>
  (day: number): Changes =>
    days.includes(day) ? { results: 17 } : {}

describe('[science §6 no. 14] more ammonia than is permitted', () => {
  test('is what all places emit over the permit, beyond twice the uncertainty', () => {
    const found = assess()
    const u = Math.hypot(0.15, (Math.SQRT2 * 50) / 980, 0.2)
    const kg = (167.2 * 8.76) / 110
    expect(found).toMatchObject({ variant: 'reckoned', threshold: 1, holds: 'more', coverage: 1 })
    expect(found?.value).toBeCloseTo((kg / 6) * (1 - 2 * u), 6)
    expect(found?.numbers).toEqual({
      index: 2.22,
      uncertainty: 26,
      days: 15,
      emission: 13.32,
      permit: 6,
      animals: 100,
      animal_places: 110,
    })
    expect(found?.quantities).toEqual(['nh3', 'co2', 't'])
    expect(found && isInsight(found, false)).toBe(true)
  })

  test('is no insight where it is above within the uncertainty, nor below', () => {
    for (const [factor, index] of [
      [10, 1.33],
      [13, 1.02],
      [20, 0.67],
    ] as const) {
      const found = assess(() => ({ permitted: (factor * 110) / 365 }))
      expect(found?.numbers.index).toBe(index)
      expect(found && isInsight(found, false)).toBe(false)
    }
  })

  test('[science §1.6] sets each day beside what was permitted on it, for the places and animals of it', () => {
    const found = assess(day => (day < 5 ? { permitted: 2 * PERMITTED } : {}))
    expect(found?.numbers).toMatchObject({ permit: 8, index: 1.66 })
    const grown = assess(day => (day < 10 ? { animals: 50, places: 55, grams: 83.6, permitted: PERMITTED / 2 } : {}))
    expect(grown?.numbers).toMatchObject({ permit: 6, index: 2.22, emission: 13.32, animals: 67, animal_places: 73 })
  })

  test('an air flow that is known has its own uncertainty, and needs no CO2', () => {
    const found = assess(() => ({ flow_uncertainty: 0.1, per_ppm_co2: 0 }))
    expect(found).toMatchObject({ quantities: ['nh3'], numbers: { uncertainty: 22 } })
  })

  test('needs fourteen valid days, the last of them the day itself', () => {
    expect(assess(without(3))).toMatchObject({ numbers: { days: 14 }, coverage: 14 / 15 })
    expect(assess(without(3, 7))).toBeNull()
    expect(assess(without(14))).toBeNull()
  })

  test('its times are the valid days, those on end as one', () => {
    const day = 288
    expect(assess(without(3))?.times).toEqual([
      { from: 0, until: 3 * day },
      { from: 4 * day, until: 15 * day },
    ])
  })

  test('says nothing without a permit, places or animals, nor of a house that takes up ammonia', () => {
    for (const missing of [{ permitted: null }, { permitted: 0 }, { places: null }, { animals: null }, { animals: 0 }])
      expect(assess(() => missing)).toBeNull()
    expect(assess(() => ({ grams: -1 }))).toBeNull()
    expect(assess(() => null)).toBeNull()
  })

  test('asks for the inputs where an animal emits what none of its kind was ever measured to', () => {
    expect(assess(() => ({ grams: 251 }))).toMatchObject({
      variant: 'implausible',
      numbers: { each: 21.99, fewest: 0.7, most: 17.5 },
    })
    const hens = { animals: 20_000, places: 20_000, permitted: (0.035 * 20_000) / 365, grams: 150, per_ppm_co2: 0.1 }
    expect(assess(() => hens, 'chicken')).toMatchObject({
      variant: 'reckoned',
      numbers: { emission: 0.066, permit: 0.035 },
    })
  })
})
