import { describe, expect, it } from 'vitest'
import { loadBatch, loadMessage } from './load.ts'

describe('messages for the bench', () => {
  it('carry twelve finite values and a time', () => {
    const { time, ...values } = loadMessage(3, 1_795_000_000_000)
    expect(time).toBe(1_795_000_000_000)
    expect(Object.values(values)).toHaveLength(12)
    expect(Object.values(values).every(Number.isFinite)).toBe(true)
  })

  it('are the same each time and differ between devices', () => {
    expect(loadBatch(1, 0, 300_000, 5)).toEqual(loadBatch(1, 0, 300_000, 5))
    expect(loadMessage(1, 0)).not.toEqual(loadMessage(2, 0))
    expect(loadBatch(1, 1000, 60_000, 3).map(({ time }) => time)).toEqual([1000, 61_000, 121_000])
  })
})
