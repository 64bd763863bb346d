import { describe, expect, test } from 'vitest'
import { bestAndWorst, emptySinceDay, isComparable, massBesideCurve, meanOfDays } from './round-axis.ts'

describe('[beyond 7] rounds by day of age', () => {
  test('are compared with a week of days, three quarters of them known', () => {
    expect(isComparable(Array(6).fill(1))).toBe(false)
    expect(isComparable(Array(7).fill(1))).toBe(true)
    expect(isComparable([...Array(9).fill(1), ...Array(3).fill(null)])).toBe(true)
    expect(isComparable([...Array(8).fill(1), ...Array(3).fill(null)])).toBe(false)
    expect(meanOfDays([null, 1, 3])).toBe(2)
    expect(meanOfDays([null])).toBeNull()
  })

  test('weigh beside their curve, day by day', () => {
    const points = [
      { age: 0, mass: 1, temperature: null, humidity: null },
      { age: 10, mass: 2, temperature: null, humidity: null },
    ]
    expect(massBesideCurve([0, 5, 10], [1, null, 1], { points })).toBe(0.75)
    expect(massBesideCurve([0], [1], { points: points.map(point => ({ ...point, mass: null })) })).toBeNull()
  })

  test('have a best and a worst where two differ', () => {
    const rounds = [
      { id: 1, score: 0.4 },
      { id: 2, score: null },
      { id: 3, score: 0.1 },
    ]
    expect(bestAndWorst(rounds, 'less')).toEqual({ best: 3, worst: 1 })
    expect(bestAndWorst(rounds, 'more')).toEqual({ best: 1, worst: 3 })
    for (const few of [rounds.slice(0, 2), [rounds[0], { id: 9, score: 0.4 }].flatMap(one => one ?? [])])
      expect(bestAndWorst(few, 'less')).toEqual({ best: null, worst: null })
  })
})

describe('a barn that seems empty', () => {
  const days = (...empty: (boolean | null)[]) =>
    empty.map((isEmpty, index) => ({ date: `2026-03-0${index + 1}`, isEmpty }))
  test('is so for two days after one on which it was not', () => {
    expect(emptySinceDay(days(false, true, true))).toBe('2026-03-02')
    expect(emptySinceDay(days(false, null, true, null, true))).toBe('2026-03-03')
  })
  test('is not after one day, while nothing is known, or where the air is always like that', () => {
    for (const some of [days(false, true), days(true, true, true), days(null, null), days(true, true, false), []])
      expect(emptySinceDay(some)).toBeNull()
  })
})
