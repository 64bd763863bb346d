import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

test.each([
  [0, 'fresh'],
  [9.99, 'fresh'],
  [10, 'stale'],
  [179.99, 'stale'],
  [180, 'gone'],
  [100_000, 'gone'],
  // A clock of the device that runs ahead.
  [-5, 'fresh'],
])('[specification §9] a value of %s minutes ago is %s', (minutes, freshness) => {
  expect(freshnessOf(new Date(NOW - minutes * 60_000).toISOString(), NOW)).toBe(freshness)
})
