import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import { answerText, categoryNames, partsOf } from './answer-text.ts'

const item = (change: Partial<ChecklistItem>): ChecklistItem => ({
  key: 'one',
  name: 'One',
  input: 'yes_no',
  parent: null,
  required: false,
  unit: null,
  decimals: null,
  min: null,
  max: null,
  choices: [],
  photo_when: null,
  own: false,
  category: null,
  ...change,
})
const words = {
  t: ((key: string, values?: object) =>
    values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction<'diary'>,
  number: (value: number, decimals = 0) => value.toFixed(decimals),
}

describe('an answer as it is read', () => {
  test.each([
    [item({}), true, 'yes'],
    [item({ input: 'yes_is_bad' }), false, 'no'],
    [item({ input: 'number', unit: 'kg', decimals: 1 }), 8, '8.0\u00A0kg'],
    [item({ input: 'number' }), 0.25, '0.25'],
    [item({ input: 'percentage' }), 0, '0\u00A0%'],
    [item({ input: 'score_5' }), 4, 'of_most {"value":"4","most":5}'],
    [item({ input: 'smileys' }), 'bad', 'impression.bad'],
    [item({ input: 'text' }), 'Fan hums', 'Fan hums'],
    [item({ input: 'date' }), '2026-11-18', '2026-11-18'],
    [item({ input: 'choice', choices: [{ value: 'slow', name: 'turns slowly' }] }), 'slow', 'turns slowly'],
    // A choice that was taken off the list since.
    [item({ input: 'choices', choices: [{ value: 'a', name: 'A' }] }), ['a', 'gone'], 'A, gone'],
    [item({ input: 'photo' }), ['x', 'y'], 'photo_count {"count":2}'],
  ])('%o', (asked, answer, text) => {
    expect(answerText(asked, answer, words)).toBe(text)
  })

  test('is short in a cell whose row has the unit', () => {
    expect(answerText(item({ input: 'number', unit: 'kg' }), 8, words, true)).toBe('8')
    expect(answerText(item({ input: 'grade_10' }), 8, words, true)).toBe('8')
  })
})

describe('the parts of a list', () => {
  const names = categoryNames([
    {
      key: 'animals',
      name: 'Animals',
      items: [],
      categories: [{ key: 'fans', name: 'Fans', items: [], categories: [] }],
    },
  ])
  const row = (key: string, change: Partial<ChecklistItem>) => ({ item: item({ key, name: key, ...change }) })

  test('are its headings where it has any', () => {
    const rows = [
      row('a', {}),
      row('H', { input: 'heading' }),
      row('b', { category: 'animals' }),
      row('I', { input: 'heading' }),
    ]
    expect(partsOf(rows, names).map(({ name, items }) => [name, items.map(({ item: { key } }) => key)])).toEqual([
      [null, ['a']],
      ['H', ['b']],
    ])
  })

  test('are the categories of the template where it has none', () => {
    const rows = [
      row('a', { category: 'animals' }),
      row('b', { category: 'fans' }),
      row('c', { category: 'animals' }),
      row('d', {}),
    ]
    expect(partsOf(rows, names).map(({ name, items }) => [name, items.length])).toEqual([
      ['Animals', 2],
      ['Fans', 1],
      [null, 1],
    ])
  })
})
