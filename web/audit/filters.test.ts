import { expect, test } from 'vitest'
import { auditQuery, hasAuditFilters, isReversed } from './filters.ts'

test('a filter is asked as the address holds it', () => {
  const search = { user: 'Jan', date_start: '2026-03-28', date_end: '2026-03-29' }
  expect(auditQuery(search)).toEqual(search)
})

test('a day that is none counts as none', () => {
  expect(auditQuery({ date_start: 'yesterday', date_end: '2026-13-45' })).toEqual({})
  expect(hasAuditFilters({})).toBe(false)
  expect(hasAuditFilters({ object_name: 'Stall' })).toBe(true)
})

test('days may be the wrong way round, and are the same day in the right one', () => {
  expect(isReversed({ date_start: '2026-03-29', date_end: '2026-03-28' })).toBe(true)
  expect(isReversed({ date_start: '2026-03-29', date_end: '2026-03-29' })).toBe(false)
  expect(isReversed({ date_start: '2026-03-29', date_end: '2026-03-' })).toBe(false)
})
