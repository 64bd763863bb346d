import { describe, expect, it, test } from 'vitest'
import {
  type Animal,
  activityAt,
  co2PerHeatUnit,
  co2Production,
  HEATED_KINDS,
  heatAt20,
  heatOf,
  olderCattleFactor,
  temperatureFactor,
} from './animal-heat.ts'
import { emissionOf, kgPerYear, perLivestockUnit, ppmToMgPerM3, ventilationOf } from './gas.ts'

const cow: Animal = { kind: 'dairy_cattle', mass: 650, milk: 30, days_pregnant: 160 }
const pig: Animal = { kind: 'pig', mass: 60 }

/** Share by which a number may differ, as the vectors say. */
const near = (actual: number, expected: number, share = 0.001) =>
  expect(Math.abs(actual - expected) / expected, `${actual} against ${expected}`).toBeLessThanOrEqual(share)

describe('[science §1.7] worked examples', () => {
  it('O4: a cow of 650 kg with 30 kg milk gives 1446.43 W', () => {
    expect(heatAt20(cow)).toBeCloseTo(1446.43, 2)
  })

  it('O5: the whole chain of a dairy house', () => {
    const production = co2Production(heatOf(cow, 10), co2PerHeatUnit(cow))
    const flow = ventilationOf(production, 1000, 420)!.m3_per_hour
    const inside = ppmToMgPerM3(4, 'nh3', 10)
    const outside = ppmToMgPerM3(0.5, 'nh3', 10)
    const emission = emissionOf(flow, inside, outside)
    near(temperatureFactor('dairy_cattle', 10), 1.04)
    near(production, 0.30086)
    near(flow, 518.72)
    near(inside - outside, 2.5654)
    near(emission, 1.3307)
    near(kgPerYear(emission), 11.657)
    near(perLivestockUnit(emission, cow.mass), 1.0237)
  })

  it('O6: the whole chain of a pig house', () => {
    near(heatAt20(pig), 201.91)
    near(heatOf(pig, 22), 197.06)
    const flow = ventilationOf(co2Production(heatOf(pig, 22), co2PerHeatUnit(pig)), 2000, 420)!.m3_per_hour
    const emission = emissionOf(flow, ppmToMgPerM3(15, 'nh3', 22), ppmToMgPerM3(0.3, 'nh3', 22))
    near(flow, 24.944)
    near(emission, 0.2578)
    near(kgPerYear(emission), 2.259)
    near(kgPerYear(emission) * 0.9, 2.033)
  })

  it('O7: a broiler of 2 kg', () => {
    const broiler: Animal = { kind: 'broiler', mass: 2 }
    const production = co2Production(heatAt20(broiler), co2PerHeatUnit(broiler))
    near(heatAt20(broiler), 17.861)
    near(production * 1000, 3.2149)
    near(ventilationOf(production, 3000, 400)!.m3_per_hour, 1.2365)
  })
})

// Computed by hand from the formulas of §1.2 with the inputs given here.
test.each([
  [{ kind: 'calves', mass: 100, gain: 0.8 }, 6.44 * 100 ** 0.7 + (13.3 * 0.8 * 8.16) / 0.76],
  [{ kind: 'cattle', mass: 400, gain: 1, feed_energy: 10 }, 7.64 * 400 ** 0.69 + (1.3 * 178.07) / 0.829],
  [{ kind: 'veal_calves', mass: 200, gain: 1.2 }, 7.64 * 200 ** 0.69 + (1.2 * (11 / 12) * 117.67) / 0.7948],
  [{ kind: 'piglet', mass: 15, feed_level: 3 }, 7.4 * 15 ** 0.66 * (1 + 0.485 * 2)],
  [{ kind: 'sow', mass: 200, gain: 0.18, days_pregnant: 100 }, 4.85 * 200 ** 0.75 + 80 + 13.68],
  [{ kind: 'lactating_sow', mass: 200 }, 4.85 * 200 ** 0.75 + 168],
  [{ kind: 'chicken', mass: 1.8 }, 6.8 * 1.8 ** 0.75 + 1.25],
  [{ kind: 'chicken', mass: 1.8, caged: true }, 6.28 * 1.8 ** 0.75 + 1.25],
  [{ kind: 'rearing_chicken', mass: 1 }, 6.28],
  [{ kind: 'sheep', mass: 70, milk: 1 }, 6.4 * 70 ** 0.75 + 33],
  [{ kind: 'sheep', mass: 30, gain: 0.2 }, 6.4 * 30 ** 0.75 + 29],
  [{ kind: 'goat', mass: 65, milk: 3 }, 5.5 * 65 ** 0.75 + 39],
  [{ kind: 'horse', mass: 500 }, 6.1 * 500 ** 0.75],
] as [Animal, number][])('[science §1.2] gives %o the heat %d W', (animal, watts) => {
  expect(heatAt20(animal)).toBeCloseTo(watts, 8)
})

describe('[science §1.1] heat and CO2 of animals', () => {
  it('reads the feed level of a pig between the masses of the list, and the nearest outside', () => {
    const level = (mass: number) => {
      const maintenance = 5.09 * mass ** 0.75
      return (heatAt20({ kind: 'pig', mass }) / maintenance - 1) / (1 - (0.47 + 0.003 * mass)) + 1
    }
    expect(level(60)).toBeCloseTo(3.4, 10)
    expect(level(85)).toBeCloseTo(3.28, 10)
    expect(level(20)).toBeCloseTo(3.25, 10)
    expect(level(130)).toBeCloseTo(2.6, 10)
  })

  it('makes every kind warmer in the cold and cooler in the heat, and says so by its species', () => {
    for (const kind of HEATED_KINDS) {
      expect(temperatureFactor(kind, 20)).toBe(1)
      expect(temperatureFactor(kind, 10)).toBeGreaterThan(1)
      expect(temperatureFactor(kind, 30)).toBeLessThan(1)
    }
    expect(temperatureFactor('pig', 22)).toBe(0.976)
    expect(temperatureFactor('broiler', 30)).toBe(0.8)
  })

  it('differs between the two cattle factors in cold air as published', () => {
    expect(temperatureFactor('cattle', 5)).toBe(1.06)
    expect(olderCattleFactor(5)).toBeCloseTo(1.135, 10)
    expect(olderCattleFactor(0)).toBeCloseTo(1.32, 10)
    expect(olderCattleFactor(10)).toBeCloseTo(temperatureFactor('cattle', 10), 10)
  })

  it('takes the CO2 of a heat unit by floor, and by mass for broilers', () => {
    expect(co2PerHeatUnit(cow)).toBe(0.2)
    expect(co2PerHeatUnit(cow, 'closed')).toBe(0.18)
    expect(co2PerHeatUnit({ kind: 'broiler', mass: 0.49 })).toBe(0.17)
    expect(co2PerHeatUnit({ kind: 'broiler', mass: 0.5 })).toBe(0.18)
  })

  it('has an activity of 1 on the average of a day and the least at the quiet hour', () => {
    const hours = Array.from({ length: 240 }, (_, place) => activityAt(place / 10, 0.22, 2.9))
    expect(hours.reduce((sum, activity) => sum + activity) / hours.length).toBeCloseTo(1, 10)
    expect(activityAt(2.9, 0.22, 2.9)).toBeCloseTo(0.78, 10)
    expect(Math.min(...hours)).toBeCloseTo(0.78, 10)
  })

  it('assumes typical traits where none are given, and an undefined one is not given', () => {
    expect(heatAt20({ kind: 'chicken', mass: 1.8, eggs: undefined })).toBe(heatAt20({ kind: 'chicken', mass: 1.8 }))
    expect(heatAt20({ kind: 'dairy_cattle', mass: 650 })).toBeGreaterThan(1300)
  })

  it.each([0, -1, Number.NaN])('refuses a mass of %d kg', mass => {
    expect(() => heatAt20({ kind: 'pig', mass })).toThrow(RangeError)
  })
})
