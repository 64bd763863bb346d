import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { daysOf } from './days.ts'

test('days count once, whatever lies between them', () => {
  expect(daysOf([])).toBe(0)
  expect(daysOf([{ first: DAY_MS, last: DAY_MS }])).toBe(1)
  expect(
    daysOf([
      { first: 0, last: 2 * DAY_MS - 1 },
      { first: DAY_MS, last: 2 * DAY_MS },
      { first: 10 * DAY_MS, last: 10.5 * DAY_MS },
    ]),
  ).toBe(4)
})

test('days of 500 devices with 60 measurements over 25 years are added up, not listed', () => {
  const years = { first: 0, last: 25 * 365 * DAY_MS - 1 }
  expect(daysOf(Array.from({ length: 500 * 60 }, () => years))).toBe(25 * 365)
})
