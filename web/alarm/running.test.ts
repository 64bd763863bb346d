import { expect, test } from 'vitest'
import { runOf } from './running.ts'

test('the watch runs while minutes are evaluated and messages can be taken; a new server has none yet', () => {
  const evaluated_at = '2026-11-22T11:58:00Z'
  expect(runOf({ evaluated_at: null, problem: 'not_heard' })).toBe('begins')
  expect(runOf({ evaluated_at, problem: null })).toBe('runs')
  expect(runOf({ evaluated_at, problem: 'not_evaluated' })).toBe('stands')
  expect(runOf({ evaluated_at, problem: 'not_heard' })).toBe('deaf')
})
