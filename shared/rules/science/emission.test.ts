import { expect, test } from 'vitest'
import { animalsIn } from './emission.ts'

test('animals are those of the groups where each says how many, else one for each place', () => {
  expect(animalsIn([{ animals: 40 }, { animals: 50 }], 120)).toBe(90)
  expect(animalsIn([{ animals: 40 }, { animals: null }], 120)).toBe(120)
  expect(animalsIn([{ animals: 0 }], 120)).toBe(0)
  expect(animalsIn([], 120)).toBe(120)
  expect(animalsIn([], null)).toBeNull()
})
