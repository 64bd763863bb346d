import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { statusOfGrade } from '#shared/rules/science/grade.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'

const files = import.meta.glob<Texts['grade']>('../../../shared/locales/*/grade.json', {
  eager: true,
  import: 'default',
})
const glossaries = import.meta.glob<Texts['glossary']>('../../../shared/locales/*/glossary.json', {
  eager: true,
  import: 'default',
})
const MINUTE = 60_000
const numbersIn = (text = '') => [...text.matchAll(/\d+/g)].map(Number)

describe.each(LANGUAGES)('the grade as explained in %s', language => {
  const levels = files[`../../../shared/locales/${language}/grade.json`]?.level

  test('has the borders that grades have', () => {
    const [good = 0] = numbersIn(levels?.good)
    const [attention = 0, until] = numbersIn(levels?.attention)
    expect(numbersIn(levels?.act_now)).toEqual([attention])
    expect(until).toBe(good)
    expect(statusOfGrade(good)).toBe('good')
    expect(statusOfGrade(good - 0.1)).toBe('attention')
    expect(statusOfGrade(attention)).toBe('attention')
    expect(statusOfGrade(attention - 0.1)).toBe('act_now')
    const { text } = glossaries[`../../../shared/locales/${language}/glossary.json`]?.words.grade ?? {}
    expect(numbersIn(text)).toEqual([1, 10, good, attention])
  })

  test('has the ages at which values are old, and gone', () => {
    const [old = 0] = numbersIn(levels?.stale)
    const [gone = 0] = numbersIn(levels?.no_data)
    const fresh = (minutes: number) => freshnessOf(new Date(0).toISOString(), minutes * MINUTE)
    expect([fresh(old - 1), fresh(old)]).toEqual(['fresh', 'stale'])
    expect([fresh(gone * 60 - 1), fresh(gone * 60)]).toEqual(['stale', 'gone'])
  })
})
