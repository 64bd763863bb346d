import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { knownOf, measuredSinceOf, untoldOf } from './words.ts'

const t = ((key: string) => key) as TFunction<'emission'>
const words = { t, range: () => '' }
const TOTAL = { kg: 0, kg_low: 0, kg_high: 0, vacant: 1, coverage: 1, untold_days: 0 }

test('a sum is called empty on all days only where all days are known', () => {
  expect(knownOf(words, TOTAL)).toBe('all_empty')
  // Empty after a month of which too few hours have a result, or beside a barn of which nothing is known.
  expect(knownOf(words, { ...TOTAL, coverage: 0.47 })).toBe('only_empty_known')
  expect(knownOf(words, { ...TOTAL, untold_days: 31 })).toBe('only_empty_known')
  expect(knownOf(words, { ...TOTAL, vacant: 0.5 })).toBe('likely')
  expect(knownOf(words, { ...TOTAL, kg: null, coverage: 0.2 })).toBe('problem.few_hours')
  expect(knownOf(words, { ...TOTAL, kg: null, coverage: 0 })).toBe('nothing_known')
})

test('a line is called level for one area whose months are not told, and beside others only where none is told', () => {
  const [told, untold] = [{ total: { untold_days: 0 } }, { total: { untold_days: 31 } }]
  expect([[told], [untold], [untold, told]].map(areas => untoldOf({ t }, areas))).toEqual([
    null,
    'chart.level',
    'chart.level_of_all',
  ])
})

test('areas that were not measured from the beginning are named, but where all began on one day', () => {
  const said = (...dates: (string | null)[]) =>
    measuredSinceOf(
      {
        t: ((key: string, values: object) => [key, ...Object.values(values)].join(' ')) as TFunction<'emission'>,
        format: { list: some => some.join(' + ') },
      },
      dates.map((measured_since, index) => ({ area_name: `Barn ${index + 1}`, measured_since })),
    )
  expect(said()).toBeNull()
  expect(said(null, null)).toBeNull()
  expect(said('2026-03-02')).toBe('measured_since 2026-03-02')
  expect(said('2026-03-02', '2026-03-02')).toBe('measured_since 2026-03-02')
  expect(said(null, '2026-03-02', '2026-04-01')).toBe(
    'measured_later measured_later_area Barn 2 2026-03-02 + measured_later_area Barn 3 2026-04-01',
  )
  expect(said('2026-03-02', '2026-04-01')).toContain('Barn 1 2026-03-02')
})
