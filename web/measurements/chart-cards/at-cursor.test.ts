import { expect, test } from 'vitest'
import type { SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { cursorStepFor } from './at-cursor.ts'

const STEPS = 13 * 12
const HOUR = 12

/** Steps of five minutes, of which each twelfth holds a reading until `until`. */
const hourly = (until: number) => {
  const count = Array.from({ length: STEPS }, (_, index) => (index % HOUR === 0 && index < until ? 1 : 0))
  const mean = count.map((one, index) => (one > 0 ? index : null))
  const series: SeriesColumns = { unit: '°C', min: mean, mean, max: mean, count, interval_seconds: 3600, coverage: 1 }
  const frame = {
    step_seconds: 300,
    time: count.map((_, index) => index * 5 * MINUTE_MS),
    until: new Date(STEPS * 5 * MINUTE_MS).toISOString(),
  }
  return { frame, series }
}

test('between full hours the nearest one answers', () => {
  const { frame, series } = hourly(STEPS)
  const at = (index: number) => cursorStepFor(frame, series, index, STEPS * 5 * MINUTE_MS)
  expect([24, 25, 28, 31, 36].map(at)).toEqual([24, 24, 24, 36, 36])
})

test('nothing answers in a gap, or for the time to come', () => {
  const { frame, series } = hourly(25)
  expect(cursorStepFor(frame, series, 100, STEPS * 5 * MINUTE_MS)).toBeNull()
  expect(cursorStepFor(frame, series, 30, 27 * 5 * MINUTE_MS)).toBeNull()
  expect(cursorStepFor(frame, series, 26, 27 * 5 * MINUTE_MS)).toBe(24)
})
