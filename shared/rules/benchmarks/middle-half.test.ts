import { describe, expect, test } from 'vitest'
import { BENCHMARKED_KEYS, farmsOf, lastWeek, middleHalf, placeOf, wouldShowFarm } from './middle-half.ts'

describe('the middle half of farms', () => {
  test('is there from five farms on', () => {
    expect(middleHalf([10, 12, 14, 16], 'nh3')).toBeNull()
    expect(middleHalf([10, 12, 14, 16, 18], 'nh3')).toEqual({ low: 12, high: 16 })
  })

  test('takes each edge from three farms, whatever their order', () => {
    expect(middleHalf([9, 1, 5, 2, 8, 30, 6, 7, 4], 'nh3')).toEqual({ low: 4, high: 8 })
    for (const key of BENCHMARKED_KEYS) expect(middleHalf([0, 0, 0, 0, 0], key)).toEqual({ low: 0, high: 0 })
  })

  test('is rounded, so that a farm that knows its own value learns that of no other', () => {
    // Two sets of neighbours of a farm with 12 ppm give the same answer.
    expect(middleHalf([9.6, 12, 13.9, 16.2, 18.1], 'nh3')).toEqual(middleHalf([10.4, 12, 13.4, 15.9, 18.9], 'nh3'))
  })

  test('says where a value stands', () => {
    const half = { low: 10, high: 14 }
    expect([8, 10, 12, 14, 15].map(value => placeOf(value, half))).toEqual([
      ...['below', 'within', 'within', 'within', 'above'],
    ])
  })
})

describe('a comparison after another', () => {
  const five = [[1], [2, 3], [4], [5], [6]]

  test('is withheld where one farm joined or left', () => {
    expect(wouldShowFarm(five, [...five, [7]])).toBe(true)
    expect(wouldShowFarm([...five, [7]], five)).toBe(true)
  })

  test('is told where none did, or two, or where there are many', () => {
    expect(wouldShowFarm(five, five)).toBe(false)
    expect(wouldShowFarm([...five, [7], [8]], five)).toBe(false)
    const many = Array.from({ length: 11 }, (_, id) => [id])
    expect(wouldShowFarm(many, many.slice(1))).toBe(false)
  })

  test('counts farms, not locations: one that takes out one of its two hides nobody who left', () => {
    // Two farms got one owner, or the other way round.
    expect(wouldShowFarm([[1], [2], [3], [4], [5], [6]], five)).toBe(true)
    expect(wouldShowFarm(five, [[1], [2], [3], [4], [5], [6]])).toBe(true)
    expect(wouldShowFarm([...five, [7]], [[1], [3], [4], [5], [6]])).toBe(true)
    expect(wouldShowFarm(five, [[1], [3], [4], [5], [6]])).toBe(false)
  })
})

describe('locations', () => {
  const place = (id: number, owners: string[], readers: string[] = []) => ({
    id,
    owners,
    readers: [...owners, ...readers],
  })

  test('of one owner are one farm, and those of owners they share', () => {
    expect(farmsOf([place(1, ['a']), place(2, ['a']), place(3, ['b', 'a']), place(4, ['b']), place(5, ['c'])])).toEqual(
      [[1, 2, 3, 4], [5]],
    )
  })

  test('of owners of whom one sees what the other has are one farm, whoever else sees both', () => {
    expect(farmsOf([place(1, ['a'], ['b', 'vet']), place(2, ['b'], ['vet']), place(3, ['c'], ['vet'])])).toEqual([
      [1, 2],
      [3],
    ])
  })
})

test('a week is compared once it is over and a day and a half have passed', () => {
  // 16 November 2026 is a Monday.
  expect(lastWeek(Date.parse('2026-11-23T23:00:00Z'))).toBe('2026-11-09')
  expect(lastWeek(Date.parse('2026-11-24T12:00:00Z'))).toBe('2026-11-16')
  expect(lastWeek(Date.parse('2026-11-29T12:00:00Z'))).toBe('2026-11-16')
})
