import { describe, expect, test } from 'vitest'
import type { BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { adviceOf, backtestFiguresOf, drawnDevices, limitStepFor, onStep } from './figures.ts'

const START = Date.parse('2026-10-22T00:00:00Z')
const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString()
const firing = (device_id: number, from: number, until: number | null) => ({
  device_id,
  from: at(from),
  until: until === null ? null : at(until),
  worst: 25,
})
const device = (device_id: number, firings: number) => ({
  device_id,
  device_name: `BM ${device_id}`,
  area_name: null,
  firings,
  coverage: 1,
})
const FIRINGS = [firing(1, 10, 12), firing(1, 40, 43), firing(2, 718, null)]
const answer = (changes: Partial<BacktestAnswer> = {}): BacktestAnswer => ({
  from: at(0),
  until: at(30 * 24),
  firings: FIRINGS,
  at_night: 2,
  coverage: 0.97,
  devices: [device(1, 2), device(2, 1)],
  limits: [16, 18, 20, 22, 24].map((threshold_value, index) => ({ threshold_value, firings: 7 - 2 * index })),
  time: [START],
  series: [
    { device_id: 1, values: [1] },
    { device_id: 2, values: [null] },
  ],
  unit: 'ppm',
  firings_total: (changes.firings ?? FIRINGS).length,
  ...changes,
})

describe('[ui §8.7] the figures of a back-test', () => {
  test('count, a week, and the mean length; what would still be firing counts until the end', () => {
    const { count, per_week, mean_hours } = backtestFiguresOf(answer())
    expect(count).toBe(3)
    expect(per_week).toBeCloseTo(0.7)
    expect(mean_hours).toBeCloseTo((2 + 3 + 2) / 3)
    expect(backtestFiguresOf(answer({ firings: [] })).mean_hours).toBeNull()
  })

  test('only devices with a reading have a line, those that fire most first', () => {
    expect(drawnDevices(answer()).map(({ device_id }) => device_id)).toEqual([1])
  })
})

describe('one sentence of advice', () => {
  test('names the limits next to the own one', () => {
    expect(adviceOf(answer())).toEqual({
      say: 'good',
      others: [
        { threshold_value: 18, firings: 5 },
        { threshold_value: 22, firings: 1 },
      ],
    })
  })
  test('missing data is "cannot tell", never fine', () => {
    expect(adviceOf(answer({ coverage: 0.4, firings: [] })).say).toBe('cannot_tell')
    expect(adviceOf(answer({ coverage: null, devices: [] })).say).toBe('no_devices')
  })
  test('a rule that never fires says at which limit it would', () => {
    const limits = [16, 18, 20, 22, 24].map((threshold_value, index) => ({
      threshold_value,
      firings: index === 0 ? 2 : 0,
    }))
    expect(adviceOf(answer({ firings: [], limits }))).toEqual({
      say: 'never_but',
      other: { threshold_value: 16, firings: 2 },
    })
    expect(adviceOf(answer({ firings: [], limits: limits.slice(1) })).say).toBe('never')
  })
  test('what calls each day is too often, and a calmer limit is named', () => {
    const firings = Array.from({ length: 90 }, (_, index) => firing(1, index * 8, index * 8 + 1))
    const limits = [1, 2, 3, 4, 5].map((threshold_value, index) => ({ threshold_value, firings: 150 - index * 30 }))
    expect(adviceOf(answer({ firings, devices: [device(1, 90)], limits }))).toEqual({
      say: 'too_often',
      other: { threshold_value: 5, firings: 30 },
    })
  })
})

test.each([
  [20, 1],
  [2460, 100],
  [0.5, 0.01],
  [-4, 0.1],
])('[ui §9] a key moves a limit of %s by %s', (limit, step) => {
  expect(limitStepFor(limit, { min: 0, max: 30 })).toBeCloseTo(step, 10)
})

test('a limit on its step has no noise', () => {
  expect(onStep(0.30000000004, 0.1)).toBe(0.3)
  expect(onStep(21.4, 1)).toBe(21)
})
