import { describe, expect, test } from 'vitest'
import { canDrift, differencesTo, hasDrifted, isBaselineWrong } from './slow-faults.ts'

const week = (value: number, hours = 168) => Array.from({ length: hours }, (_, n) => value + 0.3 * Math.sin(n))

describe('[science §5] drift', () => {
  test.each([
    ['temp_deg_c', 0.2, 1.3, true],
    ['temp_deg_c', 0.2, 1.1, false],
    ['temp_deg_c', 0.2, -0.9, true],
    ['nh3_ppm', 5, 5.5, false],
    ['rv_perc', -3, 4, true],
    ['co2_ppm', 0, 140, false],
    ['light_lux', 0, 900, false],
  ])('%s from %d to %d off its neighbours: %s', (quantity, before, now, drifted) => {
    expect(hasDrifted(quantity, week(before), week(now))).toBe(drifted)
  })

  test('cannot be told from less than three quarters of a week', () => {
    expect(hasDrifted('nh3_ppm', week(0), week(9, 125))).toBe(false)
    expect(hasDrifted('nh3_ppm', week(0, 125), week(9))).toBe(false)
    expect(hasDrifted('nh3_ppm', week(0), week(9, 126))).toBe(true)
  })

  test('is measured against the median of two neighbours at least', () => {
    const hours = (...values: number[]) => new Map(values.map((value, hour) => [hour, value]))
    const own = hours(20, 21, 22)
    expect(differencesTo(own, [hours(18, 19), hours(19, 21, 20), hours(30, 20)])).toEqual([1, 1])
    expect(differencesTo(own, [hours(18, 19, 20)])).toEqual([])
    expect([canDrift('nh3_ppm'), canDrift('light_lux')]).toEqual([true, false])
  })
})

describe('[science §5] baseline', () => {
  test.each([
    [365, false, true],
    [371, true, false],
    [620, true, true],
    [620, false, false],
  ])('a lowest CO2 of %d ppm, open %s: %s', (percentile, isOpen, wrong) => {
    expect(isBaselineWrong(percentile, isOpen)).toBe(wrong)
  })
})
