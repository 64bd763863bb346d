import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  absoluteHumidity,
  dewPoint,
  enthalpy,
  heatIndex,
  mixingRatio,
  relativeHumidity,
  saturationPressure,
  thiBroiler,
  thiCattle,
  thiCattleAlternative,
  thiLayer,
  thiPig,
  vapourPressureDeficit,
  wetBulb,
} from './humidity.ts'

const within = (actual: number | null, expected: number, tolerance: number) => {
  expect(actual).not.toBeNull()
  expect(Math.abs((actual as number) - expected), `${actual} against ${expected}`).toBeLessThanOrEqual(tolerance)
}

// T, RH, es hPa, Td, AH g/m³, w g/kg, h kJ/kg, VPD kPa, Twb, THI, heat index °C
test.each([
  [20, 50, 23.326, 9.26, 8.62, 7.242, 38.5, 1.166, 13.7, 65.25, 19.36],
  [25, 60, 31.601, 16.69, 13.78, 11.86, 55.36, 1.264, 19.5, 72.82, 25.12],
  [30, 70, 42.337, 23.93, 21.18, 18.739, 78.09, 1.27, 25.6, 81.38, 35.04],
  [10, 80, 12.26, 6.71, 7.51, 6.079, 25.38, 0.245, 7.93, 50.88, 9.14],
  [35, 40, 56.128, 19.38, 15.79, 14.093, 71.37, 3.368, 24.51, 82.79, 37.22],
])('[science §3, O16] computes moist air of %d °C and %d percent', (t, rh, es, td, ah, w, h, vpd, twb, thi, hi) => {
  within(saturationPressure(t), es, 0.0006)
  within(dewPoint(t, rh), td, 0.006)
  within(absoluteHumidity(t, rh), ah, 0.006)
  within(mixingRatio(t, rh) * 1000, w, 0.0006)
  within(enthalpy(t, rh), h, 0.006)
  within(vapourPressureDeficit(t, rh), vpd, 0.0006)
  within(wetBulb(t, rh), twb, 0.006)
  within(thiCattle(t, rh), thi, 0.006)
  within(heatIndex(t, rh), hi, 0.006)
})

test.each([
  [22.2222, 100, 72, 72],
  [25, 50, 71.78, 72],
  [27.7778, 20, 71.44, 72],
  [31, 40, 77.97, 78],
  [27, 80, 78.11, 78],
  [27, 48, 74.14, 74],
])('[science §3, O14] gives cattle at %d °C and %d percent the index %d, published as %d', (t, rh, thi, published) => {
  within(thiCattle(t, rh), thi, 0.01)
  within(thiCattle(t, rh), published, 0.6)
})

describe('[science §3] indices', () => {
  it('O15: give the other cattle index 75.9 at 32 °C and 22 %', () => {
    within(thiCattleAlternative(32, 22), 75.87, 0.005)
  })

  it('O17: give people at 90 °F and 70 % a heat index of 105.9 °F', () => {
    within(heatIndex(32.2222, 70), 41.07, 0.01)
  })

  it('weigh the wet bulb: 15 % for broilers, 40 % for layers', () => {
    within(thiBroiler(30, 70), 0.85 * 30 + 0.15 * 25.6, 0.01)
    within(thiLayer(30, 70), 0.6 * 30 + 0.4 * 25.6, 0.01)
  })

  it('leave pigs the air temperature in saturated air and below it in dry air', () => {
    within(thiPig(30, 100), 30, 1e-9)
    within(thiPig(30, 50), 30 - 0.155 * 15.6, 1e-9)
  })

  it('leave the heat index at the temperature in the cold', () => {
    expect(heatIndex(2, 80)).toBe(2)
  })

  it('agree with the chart of the weather service for people: 100 °F and 40 % feel like 109, 90 °F and 40 % like 91', () => {
    within(heatIndex((100 - 32) / 1.8, 40) * 1.8 + 32, 109, 0.5)
    within(heatIndex((90 - 32) / 1.8, 40) * 1.8 + 32, 91, 0.5)
  })

  it('lower the heat index in very dry heat and raise it in very wet warmth', () => {
    // Rothfusz alone gives 94.753 and 98.043 °F; the adjustments are −0.75·√(12/17) and 0.5·(3/5).
    within(heatIndex((100 - 32) / 1.8, 10) * 1.8 + 32, 94.753 - 0.75 * Math.sqrt(12 / 17), 0.005)
    within(heatIndex((84 - 32) / 1.8, 90) * 1.8 + 32, 98.043 + 0.3, 0.005)
  })

  it('have no wet bulb outside its validity', () => {
    for (const [t, rh] of [
      [20, 4.9],
      [20, 99.1],
      [-20.1, 50],
      [50.1, 50],
    ] as const) {
      expect(wetBulb(t, rh)).toBeNull()
      expect(thiBroiler(t, rh)).toBeNull()
    }
  })

  it('have no dew point in absolutely dry air', () => {
    expect(dewPoint(20, 0)).toBeNull()
  })
})

describe('[science §3] for any air', () => {
  const temperature = fc.double({ min: -40, max: 60, noNaN: true })
  const humidity = fc.double({ min: 1, max: 100, noNaN: true })

  it('the dew point is the temperature in saturated air, and never above it', () => {
    fc.assert(
      fc.property(temperature, humidity, (t, rh) => {
        within(dewPoint(t, 100), t, 1e-9)
        expect(dewPoint(t, rh)).toBeLessThanOrEqual(t + 1e-9)
      }),
    )
  })

  it('air at its dew point is saturated by the same vapour', () => {
    fc.assert(
      fc.property(temperature, humidity, (t, rh) => {
        const saturated = saturationPressure(dewPoint(t, rh) as number)
        within(saturated / (saturationPressure(t) * (rh / 100)), 1, 1e-9)
      }),
    )
  })

  it('relative humidity comes back from absolute humidity', () => {
    fc.assert(
      fc.property(temperature, humidity, (t, rh) => within(relativeHumidity(t, absoluteHumidity(t, rh)), rh, 1e-9)),
    )
  })
})
