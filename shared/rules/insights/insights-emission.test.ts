import { describe, expect, test } from 'vitest'
import { type At, insightDay } from './insight-day.test-data.ts'
import { isInsight } from './insights.ts'
import { emissionAbovePermit } from './insights-emission.ts'

const HOUSING = { animals: 100, animal_places: 110, ammonia_factor: 6 }
type Given = Parameters<typeof insightDay>[0]

/** 8 ppm at 1400 ppm CO2 and 20 °C: 14.6 kg a year for each cow. */
const assess = (changes: Given = {}) =>
  emissionAbovePermit(
    insightDay({
      species: 'dairy_cattle',
      housing: HOUSING,
      co2: () => 1400,
      nh3: () => 8,
      t: () => 20,
      ...changes,
    }),
  )
const without = (...days: number[]) => ({ nh3: (at: At) => (days.includes(at.day) ? null : 8) })

describe('[science §6 no. 14] more ammonia than is permitted', () => {
  test('is what all places emit over the permit, beyond twice the uncertainty', () => {
    const found = assess()
    // 0.2 · 1446.43 W / 1000 / 980 ppm is 295.19 m³/h; 5.664 mg/m³ of that are 1.672 g/h, 14.65 kg a year.
    const u = Math.hypot(0.15, (Math.SQRT2 * 50) / 980, 0.2)
    const kg = (14.646 * 100) / 110
    expect(found).toMatchObject({ variant: 'above', threshold: 1, holds: 'more', coverage: 1 })
    expect(found?.value).toBeCloseTo((kg / 6) * (1 - 2 * u), 3)
    expect(found?.numbers).toMatchObject({
      index: 2.22,
      uncertainty: 26,
      days: 15,
      emission: 13.31,
      permit: 6,
      animals: 100,
      animal_places: 110,
      each: 14.65,
      mass: 650,
      milk: 30,
      days_pregnant: 160,
      outdoors: 420,
    })
    expect(found && isInsight(found, false)).toBe(true)
  })

  test('is no insight where it is above within the uncertainty, nor below', () => {
    for (const [ammonia_factor, index] of [
      [10, 1.33],
      [13, 1.02],
      [20, 0.67],
    ] as const) {
      const found = assess({ housing: { ...HOUSING, ammonia_factor } })
      expect(found?.numbers.index).toBe(index)
      expect(found && isInsight(found, false)).toBe(false)
    }
  })

  test('takes animals and places of each day, not those of the last', () => {
    const ofDays = (before: Partial<typeof HOUSING>, then: Partial<typeof HOUSING>) => {
      const of_days = Array.from({ length: 15 }, (_, day) => ({ ...HOUSING, ...(day < 12 ? before : then) }))
      return assess({ housing: { ...HOUSING, ...then, of_days } })?.numbers
    }
    expect(ofDays({}, { animal_places: 60 })).toMatchObject({ emission: 14.65, each: 14.65, animal_places: 100 })
    // As many animals as there are places emit as much on each place, however many there are.
    expect(ofDays({ animals: 110 }, { animals: 60, animal_places: 60 })).toMatchObject({
      emission: 14.65,
      animals: 100,
    })
  })

  test('needs fourteen valid days, the last of them the day itself', () => {
    expect(assess(without(3))).toMatchObject({ numbers: { days: 14 }, coverage: 14 / 15 })
    expect(assess(without(3, 7))).toBeNull()
    expect(assess(without(14))).toBeNull()
  })

  test('a day counts with 18 of its hours', () => {
    const hours = (present: number) => ({ nh3: (at: At) => (at.day < 2 && at.minute >= present * 60 ? null : 8) })
    expect(assess(hours(18))?.numbers.days).toBe(15)
    expect(assess(hours(17))).toBeNull()
  })

  test('its times are the valid days, those on end as one', () => {
    const day = 288
    expect(assess(without(3))?.times).toEqual([
      { from: 0, until: 3 * day },
      { from: 4 * day, until: 15 * day },
    ])
  })

  test('says nothing without a permit, places, animals, CO2, NH3 or temperature', () => {
    for (const missing of [{ ammonia_factor: null }, { ammonia_factor: 0 }, { animal_places: null }, { animals: 0 }])
      expect(assess({ housing: { ...HOUSING, ...missing } })).toBeNull()
    for (const quantity of ['co2', 'nh3', 't']) expect(assess({ [quantity]: () => null })).toBeNull()
    expect(assess({ co2: () => 460 })).toBeNull()
    expect(assess({ nh3: () => 0 })).toBeNull()
  })

  test('says nothing of animals of which no mass is known', () => {
    for (const species of ['pig', 'broiler', 'horse', 'human']) expect(assess({ species })).toBeNull()
  })

  test('asks for the inputs where a cow emits what none was ever measured to', () => {
    expect(assess({ nh3: () => 12 })).toMatchObject({ variant: 'check', numbers: { each: 21.97, most: 17.5 } })
  })
})
