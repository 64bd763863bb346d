import { describe, expect, test } from 'vitest'
import type { Frame } from '../../shared/contract/measurements.ts'
import { alignedTo, comparisonOf } from './comparison.ts'

const MINUTE = 60_000
const frameOf = (from: number, values: (number | null)[], step = 1): Frame => ({
  device_id: 1,
  from: new Date(from).toISOString(),
  until: new Date(from + values.length * step * MINUTE).toISOString(),
  step_seconds: 60 * step,
  time_zone: 'Europe/Amsterdam',
  coverage: 1,
  time: values.map((_, index) => from + index * step * MINUTE),
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
    [undefined, 'none'],
    ['', 'none'],
    ['tomorrow', 'none'],
    ['-3', 'none'],
    ['0', 'none'],
    ['previous', 'previous'],
    ['year', 'year'],
    ['12', 12],
  ])('the address %s is %s', (text, comparison) => {
    expect(comparisonOf(text)).toBe(comparison)
  })

  test('the period before lies step by step beside the period', () => {
    const before = frameOf(0, [1, 2, 3])
    expect(alignedTo(frameOf(3 * MINUTE, [4, 5, 6]), before)).toBe(before)
  })

  test('another device of the same times is taken as it is', () => {
    const other = frameOf(0, [1, 2, 3])
    expect(alignedTo(frameOf(0, [4, 5, 6]), other)).toBe(other)
  })

  test('one whose steps lie elsewhere gives its values where the moments are the same, and none where they are not', () => {
    const aligned = alignedTo(frameOf(0, [4, 5, 6, 7]), frameOf(0, [1, 2], 2))
    expect(aligned?.time).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE])
    expect(aligned?.series.t?.mean).toEqual([1, null, 2, null])
    expect(aligned?.series.t?.count).toEqual([1, 0, 1, 0])
  })

  test('nothing stays nothing', () => {
    expect(alignedTo(frameOf(0, [1]), null)).toBeNull()
  })
})
