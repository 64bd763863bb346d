import { describe, expect, test } from 'vitest'
import { heatAt20 } from './animal-heat.ts'
import {
  type AirOfHour,
  co2At,
  co2SourceOf,
  emissionOfAir,
  flowOfFan,
  isIndicative,
  PLAIN_HOUSE,
  plausibleNh3,
} from './emission-chain.ts'
import { kgPerYear, perLivestockUnit, STANDARD_PRESSURE_PA as SEA } from './gas.ts'

const cow = { kind: 'dairy_cattle', mass: 650, milk: 30, days_pregnant: 160 } as const
const air: AirOfHour = {
  temperature: 10,
  pressure: SEA,
  co2: 1000,
  co2_outdoors: 420,
  gas: 4,
  gas_outdoors: 0.5,
}
const gramsOf = (change: Partial<AirOfHour>, source = co2SourceOf(cow, 1)) =>
  emissionOfAir({ ...air, ...change }, source, 'nh3')?.grams ?? Number.NaN

describe('[science §1.1] the chain of an hour', () => {
  test('O4, O5: a cow from its heat to its emission', () => {
    expect(heatAt20(cow)).toBeCloseTo(1446.43, 2)
    const source = co2SourceOf(cow, 1)
    expect(co2At(source, 10, SEA)).toBeCloseTo(0.30086, 5)
    const hour = emissionOfAir(air, source, 'nh3')!
    expect(hour.flow).toBeCloseTo(518.72, 1)
    expect((hour.grams * 1000) / hour.flow).toBeCloseTo(2.5654, 3)
    expect(hour.grams).toBeCloseTo(1.3307, 3)
    expect(kgPerYear(hour.grams)).toBeCloseTo(11.657, 2)
    expect(perLivestockUnit(hour.grams, 650)).toBeCloseTo(1.0237, 3)
  })

  test('O6: a pig of 60 kg; nine places in ten taken make 2.033 kg a place', () => {
    const pig = { ...air, temperature: 22, co2: 2000, gas: 15, gas_outdoors: 0.3 }
    const hour = emissionOfAir(pig, co2SourceOf({ kind: 'pig', mass: 60 }, 1), 'nh3')!
    expect(hour.flow).toBeCloseTo(24.944, 2)
    expect(hour.grams).toBeCloseTo(0.2578, 4)
    expect(kgPerYear(hour.grams)).toBeCloseTo(2.259, 2)
    expect(kgPerYear(hour.grams) * 0.9).toBeCloseTo(2.033, 2)
  })

  test('O7: a broiler of 2 kg gives 3.2149 l CO2 an hour, and 1.2365 m³ of air at 3000 ppm', () => {
    const source = co2SourceOf({ kind: 'broiler', mass: 2 }, 1)
    expect(source.varying * 1000).toBeCloseTo(3.2149, 3)
    const hour = emissionOfAir({ ...air, temperature: 20, co2: 3000, co2_outdoors: 400 }, source, 'nh3')!
    expect(hour.flow).toBeCloseTo(1.2365, 3)
  })

  test('O8: 312 g CH4 a day of a cow are 10.58 g an hour and livestock unit at 614.4 kg', () => {
    expect(perLivestockUnit(312 / 24, 614.4)).toBeCloseTo(10.58, 2)
  })

  test('it is the ratio of the tracer, at one volume: P · Δgas / ΔCO2', () => {
    const hour = emissionOfAir(air, co2SourceOf(cow, 120), 'nh3')!
    const gas_m3 = (hour.production * (4 - 0.5)) / (1000 - 420)
    expect(hour.grams).toBeCloseTo((gas_m3 * SEA * 17.03052) / (8.314462618 * 283.15), 6)
  })

  test('it scales: twice the animals, twice the gas and half the pressure', () => {
    expect(gramsOf({}, co2SourceOf(cow, 2))).toBeCloseTo(2 * gramsOf({}), 10)
    expect(gramsOf({ gas: 7.5 })).toBeCloseTo(2 * gramsOf({}), 10)
    expect(gramsOf({ pressure: SEA / 2 })).toBeCloseTo(gramsOf({}) / 2, 10)
  })

  test('no result at 50 ppm or less, an uncertain one until 200 ppm, and negatives are kept', () => {
    const of = (co2: number) => emissionOfAir({ ...air, co2 }, co2SourceOf(cow, 1), 'nh3')
    expect(of(470)).toBeNull()
    expect(of(471)?.certainty).toBe('uncertain')
    expect(of(619)?.certainty).toBe('uncertain')
    expect(of(620)?.certainty).toBe('normal')
    expect(gramsOf({ gas: 0.2 })).toBeLessThan(0)
  })

  test('nothing is made of what is missing', () => {
    for (const missing of ['temperature', 'pressure', 'co2', 'co2_outdoors', 'gas', 'gas_outdoors'])
      expect(gramsOf({ [missing]: Number.NaN })).toBeNaN()
    expect(emissionOfAir(air, null, 'nh3')).toBeNull()
    expect(emissionOfAir({ ...air, flow: Number.NaN }, co2SourceOf(cow, 1), 'nh3')).toBeNull()
  })

  test('a measured or typed flow needs no CO2, and its error none of CO2', () => {
    const hour = emissionOfAir({ ...air, co2: Number.NaN, flow: 518.72 }, null, 'nh3')!
    expect(hour.grams).toBeCloseTo(1.3307, 3)
    expect(hour.per_ppm_co2).toBe(0)
  })

  test('dust is µg/m³ already; droplets are not counted', () => {
    const dust = { ...air, gas: 520, gas_outdoors: 20, flow: 1000, humidity: 60 }
    expect(emissionOfAir(dust, null, 'dust_pm10')?.grams).toBeCloseTo(0.5, 10)
    expect(emissionOfAir({ ...dust, humidity: 86 }, null, 'dust_pm10')).toBeNull()
  })
})

describe('[science §1.2, §1.3] traits of a house', () => {
  const traits = (change: Partial<typeof PLAIN_HOUSE>) => ({ ...PLAIN_HOUSE, ...change })

  test('CO2 per heat unit by floor, or as typed', () => {
    expect(co2SourceOf(cow, 1, traits({ floor: 'closed' })).varying).toBeCloseTo(0.18 * 1.44643, 5)
    expect(co2SourceOf(cow, 1, traits({ co2_per_heat_unit: 0.185 })).varying).toBeCloseTo(0.185 * 1.44643, 5)
  })

  test('cows of today give 14.05 instead of 12.28 kg CO2 a day (Kjeldsen 2024)', () => {
    const kg = ({ varying, fixed }: { varying: number; fixed: number }) => ((varying + fixed) * 24 * 44.009) / 22.4
    expect(kg(co2SourceOf(cow, 1, traits({ co2_per_heat_unit: 0.18 })))).toBeCloseTo(12.28, 2)
    expect(kg(co2SourceOf(cow, 1, traits({ newer_cows: true })))).toBeCloseTo(14.05, 2)
  })

  test('volume of CO2 meant at 0 °C is 7.3 % more in a house of 20 °C', () => {
    const at = (co2_volume_ref: '0C' | '20C' | 'as_is') =>
      co2At(co2SourceOf(cow, 1, traits({ co2_volume_ref })), 20, SEA)
    expect(at('0C') / at('as_is')).toBeCloseTo(1.073, 3)
    expect(at('20C')).toBeCloseTo(at('as_is'), 10)
  })

  test('the older formula for cold cattle: 1.32 at 0 °C, not 1.08', () => {
    const at0 = (heat_correction: 'linear' | 'older_cattle') =>
      co2At(co2SourceOf(cow, 1, traits({ heat_correction })), 0, SEA) / co2SourceOf(cow, 1).varying
    expect(at0('linear')).toBeCloseTo(1.08, 10)
    expect(at0('older_cattle')).toBeCloseTo(1.32, 10)
    const pig = co2SourceOf({ kind: 'pig', mass: 60 }, 1, traits({ heat_correction: 'older_cattle' }))
    expect(co2At(pig, 0, SEA) / pig.varying).toBeCloseTo(1.24, 10)
  })

  test('CO2 of a heater comes on top, whatever the temperature', () => {
    const heated = co2SourceOf(cow, 1, traits({ other_co2: 0.5 }))
    expect(co2At(heated, 10, SEA)).toBeCloseTo(0.80086, 5)
  })

  test('a fan between two points of its curve, and beyond them', () => {
    const curve = [
      { percent: 100, m3_per_hour: 12_000 },
      { percent: 20, m3_per_hour: 2000 },
    ]
    expect([20, 60, 100, 120].map(speed => flowOfFan(curve, speed))).toEqual([2000, 7000, 12_000, 12_000])
    expect(flowOfFan([], 50)).toBeNaN()
    expect(flowOfFan(curve, Number.NaN)).toBeNaN()
  })

  test('a fan that stands still moves nothing, and half as much in half an hour', () => {
    const curve = [{ percent: 20, m3_per_hour: 2000 }]
    expect([0, 10, 20, 50].map(speed => flowOfFan(curve, speed))).toEqual([0, 1000, 2000, 2000])
    // A house with a draught of its own says so by a point at 0 %.
    expect([0, 10].map(speed => flowOfFan([...curve, { percent: 0, m3_per_hour: 500 }], speed))).toEqual([500, 1250])
  })

  test('formulas that nobody could read in a source are indicative', () => {
    expect(isIndicative({ kind: 'horse' })).toBe(true)
    expect(isIndicative({ kind: 'chicken', caged: true })).toBe(true)
    expect(isIndicative({ kind: 'chicken' })).toBe(false)
    expect(isIndicative(cow)).toBe(false)
  })

  test('[V1 Groot Koerkamp 1998] what is plausible of a kind, O9', () => {
    for (const [kind, milligrams] of [
      ['cattle', [80, 2001]],
      ['pig', [22, 1298]],
      ['broiler', [2.1, 39.4]],
    ] as const) {
      const [least, most] = plausibleNh3(kind)!
      expect(least).toBeCloseTo((milligrams[0] * 8.76) / 1000, 2)
      expect(most / ((milligrams[1] * 8.76) / 1000)).toBeCloseTo(1, 2)
    }
    expect(plausibleNh3('horse')).toBeNull()
  })
})
