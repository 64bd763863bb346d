import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { spokenOf } from './sum-chart.tsx'

test('a chart without a ceiling says that there is none, and not that 0 kg are permitted', () => {
  const t = ((key: string, words: object = {}) => [key, ...Object.values(words)].join(' ')) as TFunction<'emission'>
  const [noCeiling, nothing] = ['No factor.', 'Too few hours.']
  expect(spokenOf(t, { kg: '12', ceiling: null, noCeiling, nothing })).toBe('chart.spoken_alone 12. No factor.')
  expect(spokenOf(t, { kg: '12', ceiling: '15', noCeiling, nothing })).toBe('chart.spoken 12 15')
  expect(spokenOf(t, { kg: null, ceiling: null, noCeiling, nothing })).toBe(nothing)
})
