import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { periodIntervalOf } from '../../diary/inspection-form/form-check.ts'
import { hrefOf } from '../../kit/routing/address.ts'
import { newInspectionIn } from './new-inspection.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()
const periodIn = (path: string) => {
  const search = new URLSearchParams(path.split('?')[1])
  return periodIntervalOf({ start: search.get('date_start'), end: search.get('date_end') }, 'Europe/Amsterdam')
}

test('[specification §5] an inspection begun from the charts lies within the period they show', () => {
  const past = hrefOf(newInspectionIn(7, { from: iso(NOW - 5 * HOUR_MS), until: iso(NOW - HOUR_MS) }, NOW))
  expect(past).toContain('/inspect?area_id=7&')
  expect(periodIn(past)).toEqual({ from: NOW - 5 * HOUR_MS, until: NOW - HOUR_MS })
})

test('a period that reaches to now goes on while somebody writes', () => {
  const running = hrefOf(newInspectionIn(7, { from: iso(NOW - HOUR_MS), until: iso(NOW + 60_000) }, NOW))
  expect(periodIn(running)).toEqual({ from: NOW - HOUR_MS, until: Number.POSITIVE_INFINITY })
})
