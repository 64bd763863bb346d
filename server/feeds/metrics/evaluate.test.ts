import { expect, test } from 'vitest'
import { atOnce } from '../../kit/limits/turns.ts'
import { newestOf } from './evaluate.ts'

test('the newest value stands for a time, and looking for it costs by the steps alone', () => {
  const rows = new Map([
    [2, { mean: 20 }],
    [5, { mean: null }],
    [20_000, { mean: 21 }],
  ])
  let looks = 0
  const steps = {
    get: (step: number) => {
      looks += 1
      return rows.get(step)
    },
  }
  const times = { from: 0, until: 20_999_000, step: 1000, single: false }
  const values = atOnce(newestOf(steps, { lookback: 9000, grid: { lastBefore: time => time / 1000 }, times }))
  expect(values).toHaveLength(21_000)
  expect([values[1], values[2], values[5], values[9001], values[9002]]).toEqual([null, 20, 20, 20, null])
  expect([values[19_999], values[20_000], values[20_999]]).toEqual([null, 21, 21])
  expect(looks).toBe(21_000)
})
