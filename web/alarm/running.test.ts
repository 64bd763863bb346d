import { expect, test } from 'vitest'
import type { AlarmWatch } from '../../shared/contract/alarm-plans.ts'
import { runOf } from './running.ts'

const at = (evaluated_at: string | null) => runOf({ now: '2026-11-22T12:00:00Z', evaluated_at } as AlarmWatch)

test('the watch runs while its last minute is young; a new server has none yet', () => {
  expect(at(null)).toBe('begins')
  expect(at('2026-11-22T11:58:00Z')).toBe('runs')
  expect(at('2026-11-22T11:50:00Z')).toBe('stands')
})
