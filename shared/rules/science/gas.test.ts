import { describe, expect, it, test } from 'vitest'
import {
  emissionOf,
  type Gas,
  kgPerYear,
  mgPerM3ToPpm,
  perLivestockUnit,
  ppmToMgPerM3,
  pressureAtAltitude,
  riseOf,
  ventilationOf,
} from './gas.ts'

test.each([
  ['nh3', 0.7598, 0.733, 0.708, 0.6961],
  ['co2', 1.9635, 1.8941, 1.8295, 1.7988],
  ['ch4', 0.7157, 0.6905, 0.6669, 0.6557],
  ['n2o', 1.9636, 1.8943, 1.8297, 1.799],
  ['h2s', 1.5205, 1.4668, 1.4168, 1.393],
  ['co', 1.2497, 1.2055, 1.1644, 1.1449],
] as [Gas, number, number, number, number][])(
  '[science §1.3] turns 1 ppm of %s into mg/m³ at 0, 10, 20 and 25 °C',
  (gas, ...expected) => {
    const actual = [0, 10, 20, 25].map(temperature => ppmToMgPerM3(1, gas, temperature))
    for (const [place, mg] of actual.entries()) expect(mg).toBeCloseTo(expected[place]!, 4)
  },
)

describe('[science §1] gas', () => {
  it('O1: agrees with the law, 20 ppm CO is 23 mg/m³ and 100 ppm 117', () => {
    expect(ppmToMgPerM3(20, 'co', 20)).toBeCloseTo(23.288, 2)
    expect(Math.round(ppmToMgPerM3(20, 'co', 20))).toBe(23)
    expect(Math.abs(ppmToMgPerM3(100, 'co', 20) - 117)).toBeLessThan(0.6)
  })

  it('O2, O3: 20 ppm NH3 is 14.16 mg/m³ at 20 °C, 10 ppm is 6.961 at 25 °C', () => {
    expect(ppmToMgPerM3(20, 'nh3', 20)).toBeCloseTo(14.16, 2)
    expect(ppmToMgPerM3(10, 'nh3', 25)).toBeCloseTo(6.961, 3)
  })

  it('holds 5.8 % less NH3 at 500 m', () => {
    expect(ppmToMgPerM3(10, 'nh3', 20, pressureAtAltitude(500))).toBeCloseTo(6.67, 3)
    expect(pressureAtAltitude(0)).toBe(101_325)
  })

  it('comes back from mg/m³ to ppm', () => {
    expect(mgPerM3ToPpm(ppmToMgPerM3(12.5, 'h2s', 17), 'h2s', 17)).toBeCloseTo(12.5, 10)
  })

  it('O8: a cow of 614.4 kg with 312 g CH4 a day gives 10.58 g/h per livestock unit', () => {
    expect(perLivestockUnit(312 / 24, 614.4)).toBeCloseTo(10.58, 2)
  })

  it('O9: 2001 mg/h are 17.53 kg a year', () => {
    const published = { 80: 0.7008, 2001: 17.5288, 22: 0.1927, 1298: 11.3705, 2.1: 0.0184, 39.4: 0.3451 }
    for (const [mg, kg] of Object.entries(published)) expect(kgPerYear(Number(mg) / 1000)).toBeCloseTo(kg, 4)
  })

  it('has no air flow at a CO2 difference of 50 ppm or less, and doubts one below 200', () => {
    expect(ventilationOf(1, 470, 420)).toBeNull()
    expect(ventilationOf(1, 400, 420)).toBeNull()
    expect(ventilationOf(1, Number.NaN, 420)).toBeNull()
    expect(ventilationOf(1, 471, 420)?.certainty).toBe('uncertain')
    expect(ventilationOf(1, 620, 420)).toEqual({ m3_per_hour: 5000, certainty: 'normal' })
  })

  it('[science §6] needs 77.5 m³/h per heat unit to stay at 3000 ppm, 126.6 at 2000, 344.8 at 1000', () => {
    for (const [co2, flow] of [
      [3000, 77.5],
      [2000, 126.6],
      [1000, 344.8],
    ] as const) {
      expect(ventilationOf(0.2, co2, 420)?.m3_per_hour).toBeCloseTo(flow, 1)
      expect(420 + riseOf(0.2, flow)).toBeCloseTo(co2, -1)
    }
  })

  it('keeps an emission negative when more comes in than goes out', () => {
    expect(emissionOf(1000, 1, 3)).toBe(-2)
  })
})
