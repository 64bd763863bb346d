import { expect, test } from 'vitest'
import { dayOf, namedInShort, partOf, progressOf } from './project-words.ts'

const PERIOD = { start: '2025-01-01T00:00:00Z', end: '2025-01-11T00:00:00Z' }
const at = (day: number) => Date.parse(PERIOD.start) + day * 86_400_000

test('a project knows how far it is', () => {
  expect([-5, 0, 2.5, 10, 30].map(day => progressOf(PERIOD, at(day)))).toEqual([0, 0, 0.25, 1, 1])
  expect(progressOf({ ...PERIOD, end: null }, at(3))).toBeNull()
  expect(dayOf(PERIOD, at(2.5), 'UTC')).toEqual({ day: 3, days: 10 })
  expect(dayOf({ ...PERIOD, end: null }, at(-2), 'UTC')).toEqual({ day: 1, days: null })
})

test('a day of a project begins at midnight, also once clocks have changed', () => {
  const zone = 'Europe/Amsterdam'
  const autumn = { start: '2025-10-19T22:00:00Z', end: '2025-10-29T23:00:00Z' }
  for (const [now, day] of [
    ['2025-10-26T22:59:00Z', 7],
    ['2025-10-26T23:00:00Z', 8],
    ['2025-10-29T22:59:00Z', 10],
  ] as const)
    expect(dayOf(autumn, Date.parse(now), zone)).toEqual({ day, days: 10 })
  const spring = { start: '2025-03-27T23:00:00Z', end: '2025-03-31T22:00:00Z' }
  expect(dayOf(spring, Date.parse('2025-03-30T21:59:00Z'), zone)).toEqual({ day: 3, days: 4 })
  expect(dayOf(spring, Date.parse('2025-03-30T22:00:00Z'), zone)).toEqual({ day: 4, days: 4 })
})

test('an answer is told before who leads it', () => {
  expect(partOf({ may: ['edit'], answer: null })).toBe('own')
  expect(partOf({ may: ['edit'], answer: 'open' })).toBe('own')
  expect(partOf({ may: ['edit'], answer: 'yes' })).toBe('yes')
  expect(partOf({ may: [], answer: 'asked' })).toBe('asked')
  expect(partOf({ may: [], answer: null })).toBeNull()
})

test('many measurements are the first ones and a count', () => {
  const types = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(abbreviation => ({
    abbreviation,
    name: abbreviation.toUpperCase(),
  }))
  const lists = { measurement_types: types } as Parameters<typeof namedInShort>[0]
  expect(namedInShort(lists, ['b', 'a'])).toBe('A, B')
  expect(namedInShort(lists, ['a', 'b', 'c', 'd', 'e', 'f'])).toBe('A, B, C, D, E, F')
  expect(
    namedInShort(
      lists,
      types.map(one => one.abbreviation),
    ),
  ).toBe('A, B, C, D, E + 2')
})
