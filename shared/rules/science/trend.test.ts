import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../time/units.ts'
import { leastChange, trendOf } from './trend.ts'

type Measured = Parameters<typeof trendOf>[0]

const NOW = Date.UTC(2026, 0, 15, 6, 2)
const STEP = 5 * MINUTE_MS
const LAST = Math.floor(NOW / STEP) * STEP
const PIGLETS = { quantity: 'temp_deg_c', decimals: 1, low: 22, high: 28 }

/** Steps up to now, of the value `minutes` before. */
const steps = (meanAt: (minutes: number) => number | null, changed: Partial<Measured> = {}): Measured => {
  const time = Array.from({ length: 30 }, (_, index) => LAST - (29 - index) * STEP)
  return { time, mean: time.map(at => meanAt((LAST - at) / MINUTE_MS)), step: STEP, interval: 60_000, ...changed }
}
const ramp = (perHour: number) => (minutes: number) => 25 - (perHour * minutes) / 60

describe('trend of a value over the last hour', () => {
  test('a ramp is told by what it changes in an hour', () => {
    const rising = trendOf(steps(ramp(1.2)), PIGLETS, NOW)
    expect(rising?.direction).toBe('rising')
    expect(rising?.change).toBeCloseTo(1.2, 9)
    const falling = trendOf(steps(ramp(-1.2)), PIGLETS, NOW)
    expect(falling?.direction).toBe('falling')
    expect(falling?.change).toBeCloseTo(-1.2, 9)
  })

  test('less than the noise of the sensor, the last digit or a twentieth of comfort is steady', () => {
    expect(leastChange(PIGLETS)).toBeCloseTo(0.3)
    expect(leastChange({ ...PIGLETS, low: 10, high: 22 })).toBeCloseTo(0.6)
    expect(leastChange({ quantity: 'co2_ppm', decimals: 0, low: null, high: 2000 })).toBe(100)
    expect(leastChange({ quantity: 'nh3_ppm', decimals: 1, low: null, high: 10 })).toBe(1)
    expect(leastChange({ quantity: 'pressure', decimals: 0, low: null, high: null })).toBe(1)
    expect(trendOf(steps(ramp(0.29)), PIGLETS, NOW)?.direction).toBe('steady')
    expect(trendOf(steps(ramp(0.3)), PIGLETS, NOW)?.direction).toBe('rising')
  })

  test('one value that jumps turns no trend around', () => {
    const jump = trendOf(
      steps(minutes => (minutes === 0 ? 25.8 : 25)),
      PIGLETS,
      NOW,
    )
    expect(jump?.direction).toBe('steady')
  })

  test('nothing is said with less than three quarters of the hour, or without its ends', () => {
    const missing = (isMissing: (minutes: number) => boolean) =>
      trendOf(
        steps(minutes => (isMissing(minutes) ? null : ramp(2)(minutes))),
        PIGLETS,
        NOW,
      )
    expect(missing(minutes => minutes >= 20 && minutes < 35)).not.toBeNull()
    expect(missing(minutes => minutes >= 20 && minutes < 40)).toBeNull()
    expect(missing(minutes => minutes < 15)).toBeNull()
    expect(missing(minutes => minutes >= 60)).toBeNull()
    expect(trendOf({ ...steps(() => null), time: [], mean: [] }, PIGLETS, NOW)).toBeNull()
  })

  test('a device that sends every quarter of an hour has one, one that sends every hour has none between', () => {
    const quarter = steps(minutes => (minutes % 15 === 5 ? ramp(2)(minutes) : null), { interval: 15 * MINUTE_MS })
    expect(trendOf(quarter, PIGLETS, NOW)?.change).toBeCloseTo(2, 9)
    const hourly = steps(minutes => (minutes % 60 === 30 ? ramp(2)(minutes) : null), { interval: 60 * MINUTE_MS })
    expect(trendOf(hourly, PIGLETS, NOW)).toBeNull()
  })

  test('sound is averaged by its energy, and a direction has no trend', () => {
    const sound = { quantity: 'sound', decimals: 0, low: null, high: 70 }
    const loud = trendOf(
      steps(minutes => (minutes === 0 ? 80 : 60)),
      sound,
      NOW,
    )
    expect(loud?.change).toBeCloseTo(10 * Math.log10((1e8 + 2e6) / 3) - 60, 6)
    const wind = { quantity: 'wind_direction', decimals: 0, low: null, high: null }
    expect(trendOf(steps(ramp(40)), wind, NOW)).toBeNull()
  })
})
