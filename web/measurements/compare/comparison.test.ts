import { describe, expect, test } from 'vitest'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { alignedTo, comparisonOf, comparisonText, hasOutdoors, outdoorsOf } from './comparison.ts'

const frameOf = (from: number, values: (number | null)[], step = 1): Frame => ({
  device_id: 1,
  from: new Date(from).toISOString(),
  until: new Date(from + values.length * step * MINUTE_MS).toISOString(),
  step_seconds: 60 * step,
  time_zone: 'Europe/Amsterdam',
  coverage: 1,
  time: values.map((_, index) => from + index * step * MINUTE_MS),
  series: {
    t: {
      unit: '°C',
      min: values,
      mean: values,
      max: values,
      count: values.map(() => 1),
      interval_seconds: 60,
      coverage: 1,
    },
  },
})

describe('what a chart is compared with', () => {
  test.each([
    [undefined, 'previous'],
    ['', 'previous'],
    ['tomorrow', 'previous'],
    ['-3', 'previous'],
    ['0', 'previous'],
    ['previous', 'previous'],
    ['none', 'none'],
    ['year', 'year'],
    ['outdoors', 'outdoors'],
    ['12', 12],
  ])('the address %s is %s', (text, comparison) => {
    expect(comparisonOf(text)).toBe(comparison)
  })

  test.each([undefined, 'none', 'year', 'outdoors', '12'])('the address keeps %s as it is', text => {
    expect(comparisonText(comparisonOf(text))).toBe(text)
  })

  test('the period before lies step by step beside the period', () => {
    const before = frameOf(0, [1, 2, 3])
    expect(alignedTo(frameOf(3 * MINUTE_MS, [4, 5, 6]), before)).toBe(before)
  })

  test('another device of the same times is taken as it is', () => {
    const other = frameOf(0, [1, 2, 3])
    expect(alignedTo(frameOf(0, [4, 5, 6]), other)).toBe(other)
  })

  test('one whose steps lie elsewhere gives its values where the moments are the same, and none where they are not', () => {
    const aligned = alignedTo(frameOf(0, [4, 5, 6, 7]), frameOf(0, [1, 2], 2))
    expect(aligned?.time).toEqual([0, MINUTE_MS, 2 * MINUTE_MS, 3 * MINUTE_MS])
    expect(aligned?.series.t?.mean).toEqual([1, null, 2, null])
    expect(aligned?.series.t?.count).toEqual([1, 0, 1, 0])
  })

  test('nothing stays nothing', () => {
    expect(alignedTo(frameOf(0, [1]), null)).toBeNull()
  })
})

describe('outdoors beside what is measured indoors', () => {
  const withWeather = (values: (number | null)[]): Frame => {
    const frame = frameOf(0, values, 30)
    const { t } = frame.series
    if (!t) throw new Error('a frame has a temperature')
    return { ...frame, series: { t: { ...t, mean: values.map(() => 20) }, co2: t, weather_t: t } }
  }

  test('stands under the name of the measurement, from one hour straight to the next', () => {
    const outdoors = outdoorsOf(withWeather([4, null, 6, null]))
    expect(Object.keys(outdoors?.series ?? {})).toEqual(['t'])
    expect(outdoors?.series.t?.mean).toEqual([4, 5, 6, null])
  })

  test('is not made up where the weather was away for long', () => {
    expect(outdoorsOf(withWeather([4, null, null, null, null, null, null, 6]))?.series.t?.mean).toEqual([
      4,
      ...new Array(6).fill(null),
      6,
    ])
  })

  test('is nothing where no weather is known', () => {
    expect(outdoorsOf(frameOf(0, [1, 2]))).toBeNull()
    expect(hasOutdoors(frameOf(0, [1, 2]))).toBe(false)
    expect(hasOutdoors(withWeather([1, 2]))).toBe(true)
  })
})
