import { expect, test } from 'vitest'
import { auditQuery, hasAuditFilters } from './filters.ts'

test('days are whole ones of the clocks of whoever looks, the last one included', () => {
  const search = { person: 'Jan', from: '2026-03-28', until: '2026-03-29' }
  expect(auditQuery(search, 'Europe/Amsterdam')).toEqual({
    person: 'Jan',
    from: '2026-03-27T23:00:00.000Z',
    until: '2026-03-29T22:00:00.000Z',
  })
})

test('what is no day counts as none', () => {
  expect(auditQuery({ from: 'yesterday', until: '2026-13-45' }, 'UTC')).toEqual({ from: undefined, until: undefined })
  expect(hasAuditFilters({})).toBe(false)
  expect(hasAuditFilters({ object: 'Stall' })).toBe(true)
})
