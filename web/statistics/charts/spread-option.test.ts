import { expect, test } from 'vitest'
import { sideOf } from './spread-option.ts'

test('the word of a mark stands where it is not cut: at the right, else where there is more room', () => {
  const word = 'comfort 22,4 tot 25,6'
  expect(sideOf(word, { left: 100, right: 200 })).toBe('right')
  // A phone: at 64 % of the scale, which a share of the scale would have left at the right.
  expect(sideOf(word, { left: 230, right: 120 })).toBe('left')
  expect(sideOf(word, { left: 60, right: 100 })).toBe('right')
})
