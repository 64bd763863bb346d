import { expect, test } from 'vitest'
import { percentOf } from './percent.ts'

test.each([
  [1, 100],
  [0.9993, 99],
  [0.996, 99],
  [0.9149, 91],
  [0.002, 1],
  [0, 0],
])('[beyond: coverage] a share of %s is said as %s %%', (coverage, percent) => {
  expect(percentOf(coverage)).toBe(percent)
})
