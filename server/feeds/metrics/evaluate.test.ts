import { expect, test } from 'vitest'
import { atOnce } from '../../kit/limits/turns.ts'
import { aggregated, newestOf, seriesNamed } from './evaluate.ts'
import { METRICS } from './names.ts'

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

/** Result of work, and how often others may have their turn meanwhile. */
const turnsOf = <Result>(steps: Generator<undefined, Result>): { turns: number; result: Result } => {
  for (let turns = 0; ; turns += 1) {
    const step = steps.next()
    if (step.done) return { turns, result: step.value }
  }
}

test('many values become one of each time in turns', () => {
  const vectors = Array.from({ length: 45 }, (_, index) => ({
    labels: { __name__: 'm', device: String(index) },
    averaging: 'arithmetic' as const,
    values: new Array<number>(11_000).fill(index),
  }))
  const asked = { operation: 'avg', labels: ['device'], without: true } as const
  const { turns, result } = turnsOf(aggregated(asked as never, vectors))
  expect(result).toEqual([{ labels: {}, averaging: 'arithmetic', values: new Array(11_000).fill(22) }])
  expect(turns).toBeGreaterThan(45)
})

test('sources are held against conditions in turns, and nothing is made of each metric of each', () => {
  const source = { deviceId: 1, labels: {}, ranges: [], uploadInterval: 60 }
  const { turns, result } = turnsOf(seriesNamed(new Array(1000).fill(source), []))
  expect(turns).toBe(1000)
  expect(result).toHaveLength(1000)
  expect(result[0]?.metrics).toHaveLength(METRICS.length)
  expect(new Set(result.map(({ metrics }) => metrics)).size).toBe(1)
})
