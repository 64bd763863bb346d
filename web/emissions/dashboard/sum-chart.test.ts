import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { AreaEmission } from '#shared/contract/places/emissions.ts'
import { nothingOf, spokenOf } from './sum-chart.tsx'

test('a chart without a ceiling says that there is none, and not that 0 kg are permitted', () => {
  const t = ((key: string, words: object = {}) => [key, ...Object.values(words)].join(' ')) as TFunction<'emission'>
  const [noCeiling, nothing] = ['No factor.', 'Too few hours.']
  expect(spokenOf(t, { kg: '12', ceiling: null, noCeiling, nothing })).toBe('chart.spoken_alone 12. No factor.')
  expect(spokenOf(t, { kg: '12', ceiling: '15', noCeiling, nothing })).toBe('chart.spoken 12 15')
  expect(spokenOf(t, { kg: null, ceiling: null, noCeiling, nothing })).toBe(nothing)
})

test('a chart without a line says that nothing was measured only where no area measured the gas', () => {
  const t = ((key: string) => key) as TFunction<'emission'>
  const area = (change: Partial<AreaEmission>) =>
    ({
      ...{ area_name: 'Barn 1', in_sum: true, ventilation: 'co2_balance', problems: [], gases: ['nh3'], inputs: null },
      total: { kg: null, vacant: 0, coverage: 0 },
      ...change,
    }) as Partial<AreaEmission> as AreaEmission
  const said = (...areas: AreaEmission[]) => nothingOf(t, { gas: 'nh3', areas })
  expect(said(area({ gases: ['co2'] }))).toBe('chart.none')
  expect(said(area({ in_sum: false }))).toBe('chart.none')
  expect(said(area({}))).toBe('problem.no_result')
  expect(said(area({ problems: ['no_factor', 'no_animals'] }))).toBe('problem.no_animals')
  expect(said(area({ gases: [] }), area({ area_name: 'Barn 2', problems: ['no_mass'] }))).toBe(
    'Barn 2: problem.no_mass',
  )
})
