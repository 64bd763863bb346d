import { expect, test } from 'vitest'
import { touchedByCorrection, touchedByCounts, touchedByRounds } from './touched.ts'

const ROUND = { date_in: '2026-03-10', date_out: '2026-03-20', age_in: 0, animals: 100, curve: null }

test('rounds touch the days from the first that begins until the last that ends, or for good where one runs', () => {
  const later = { date_in: '2026-03-25', date_out: '2026-04-20' }
  expect(touchedByRounds([])).toBeNull()
  expect(touchedByRounds([later, ROUND])).toEqual({ from: '2026-03-10', until: '2026-04-20' })
  expect(touchedByRounds([ROUND, { ...later, date_out: null }])).toEqual({ from: '2026-03-10', until: null })
})

test('a corrected round touches the days whose animals are other ones', () => {
  const corrected = (some: Partial<typeof ROUND> | { date_out: null }) =>
    touchedByCorrection(ROUND, { ...ROUND, ...some })
  expect(corrected({})).toBeNull()
  expect(corrected({ animals: 90 })).toEqual({ from: '2026-03-10', until: '2026-03-20' })
  expect(corrected({ date_in: '2026-03-08' })).toEqual({ from: '2026-03-08', until: '2026-03-20' })
  expect(corrected({ date_out: '2026-03-18' })).toEqual({ from: '2026-03-18', until: '2026-03-20' })
  expect(corrected({ date_out: null })).toEqual({ from: '2026-03-20', until: null })
})

test('counts touch the days from the first of them on', () => {
  expect(touchedByCounts(ROUND, [])).toBeNull()
  expect(touchedByCounts(ROUND, [{ date: '2026-03-15' }, { date: '2026-03-12' }])).toEqual({
    from: '2026-03-12',
    until: '2026-03-20',
  })
})
