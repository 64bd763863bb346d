import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { createSlowAccounts } from './slow-accounts.ts'

test('an account that took long is looked at alone for ten minutes, and for longer while it does', () => {
  const slow = createSlowAccounts()
  slow.note(1, 2400, 0)
  slow.note(2, 9000, 0)
  expect([...slow.at(0)]).toEqual([2])
  slow.note(2, 4000, 8 * MINUTE_MS)
  expect([...slow.at(17 * MINUTE_MS)]).toEqual([2])
  slow.note(2, 100, 17 * MINUTE_MS)
  expect([...slow.at(18 * MINUTE_MS)]).toEqual([])
})

test('of very many the slowest alone are looked at alone, as that of all would take longer than together', () => {
  const slow = createSlowAccounts()
  for (let id = 1; id <= 30; id++) slow.note(id, 3000 + id, 0)
  expect(slow.at(0)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => 11 + index)))
  slow.note(3, 9000, 0)
  expect(slow.at(0).has(3)).toBe(true)
  expect(slow.at(0).size).toBe(20)
})
