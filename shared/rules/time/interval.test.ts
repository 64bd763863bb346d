import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Interval, lengthWithin, mergeIntervals, partsWithin, sharedPart, toInterval } from './interval.ts'

const anInterval = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10 }))
  .map(([from, length]): Interval => ({ from, until: from + length }))
const holds = ({ from, until }: Interval, time: number) => from <= time && time < until
const TIMES = Array.from({ length: 45 }, (_, time) => time)

test('a period of rows without an end, or without a start, is open', () => {
  expect(toInterval({ start: '1970-01-01T00:00:01.000Z', end: null })).toEqual({ from: 1000, until: Infinity })
  expect(toInterval({ start: '', end: '1970-01-01T00:00:02.000Z' })).toEqual({ from: -Infinity, until: 2000 })
})

test('two intervals share the times that lie in both, and touching is not sharing', () => {
  expect(sharedPart({ from: 1, until: 5 }, { from: 5, until: 9 })).toBeNull()
  fc.assert(
    fc.property(anInterval, anInterval, (one, other) => {
      const shared = sharedPart(one, other)
      for (const time of TIMES)
        expect(shared !== null && holds(shared, time)).toBe(holds(one, time) && holds(other, time))
      expect(lengthWithin([one], other)).toBe(TIMES.filter(time => holds(one, time) && holds(other, time)).length)
    }),
  )
})

test('merged intervals hold the same times once, in order, with pauses between them', () => {
  fc.assert(
    fc.property(fc.array(anInterval, { maxLength: 8 }), intervals => {
      const merged = mergeIntervals(intervals)
      for (const time of TIMES)
        expect(merged.filter(one => holds(one, time)).length).toBe(intervals.some(one => holds(one, time)) ? 1 : 0)
      const ends = merged.map(({ until }) => until)
      for (const { from } of merged.slice(1)) expect(from).toBeGreaterThan(ends.shift() ?? Infinity)
    }),
  )
})

test('intervals with a short pause between them become one', () => {
  const intervals = [
    { from: 20, until: 30 },
    { from: 0, until: 10 },
    { from: 12, until: 15 },
  ]
  expect(mergeIntervals(intervals, 2)).toEqual([
    { from: 0, until: 15 },
    { from: 20, until: 30 },
  ])
  expect(intervals[1]).toEqual({ from: 0, until: 10 })
})

test('parts outside are left off', () => {
  const intervals = [
    { from: 0, until: 3 },
    { from: 5, until: Infinity },
  ]
  expect(partsWithin(intervals, { from: 2, until: 9 })).toEqual([
    { from: 2, until: 3 },
    { from: 5, until: 9 },
  ])
  expect(partsWithin(intervals, { from: 3, until: 5 })).toEqual([])
})
