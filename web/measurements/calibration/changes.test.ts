import { describe, expect, test } from 'vitest'
import { columnFiguresOf, correctedColumns, withDraft } from './changes.ts'

const time = [0, 1, 2, 3].map(n => n * 600_000)
const raw = {
  unit: 'ppm',
  min: [9, 11, null, 20],
  mean: [10, 12, null, 22],
  max: [11, 13, null, 24],
  count: [2, 2, 0, 4],
  interval_seconds: 300,
  coverage: 0.75,
}
const of = { deviceId: 1, measurement: 'nh3' }
const offset = (valid_from: number, value: number) => ({
  device_id: 1,
  measurement: 'nh3',
  valid_from: new Date(valid_from).toISOString(),
  offset: value,
})

describe('what a calibration changes', () => {
  test('[decisions §5] values from its date on, until the next one; gaps stay gaps', () => {
    const corrections = withDraft([offset(0, 1)], offset(600_000, -2))
    const after = correctedColumns(raw, time, corrections, of)
    expect(after.mean).toEqual([11, 10, null, 20])
    expect(after.min).toEqual([10, 9, null, 18])
    expect(raw.mean).toEqual([10, 12, null, 22])
  })

  test('the mean since then is weighted by readings, and steps over the limit are counted as time', () => {
    expect(columnFiguresOf({ time, step_seconds: 600 }, raw, 0, 20)).toEqual({ mean: 16.5, last: 22, overLimit: 600 })
    expect(columnFiguresOf({ time, step_seconds: 600 }, raw, 700_000, 11)).toEqual({
      mean: (12 * 2 + 22 * 4) / 6,
      last: 22,
      overLimit: 1200,
    })
  })

  test('without readings or limit there is nothing to say', () => {
    expect(columnFiguresOf({ time, step_seconds: 600 }, raw, 9_000_000, null)).toEqual({
      mean: null,
      last: null,
      overLimit: null,
    })
  })
})
