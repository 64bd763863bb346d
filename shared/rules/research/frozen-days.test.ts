import { expect, test } from 'vitest'
import { frozenDay, frozenDays } from './frozen-days.ts'

const JANUARY = { from: '2024-12-31T23:00:00.000Z', until: '2025-01-31T23:00:00.000Z' }

test('days of a version are those of its places, the last one included', () => {
  expect(frozenDays(JANUARY, 'Europe/Amsterdam')).toEqual({ from: '2025-01-01', until: '2025-01-31' })
  expect(frozenDay(JANUARY.from, 'Europe/Amsterdam')).toBe('2025-01-01')
})

test('days of a version that was made without a zone are those of UTC', () => {
  expect(frozenDays(JANUARY, undefined)).toEqual({ from: '2024-12-31', until: '2025-01-31' })
})
