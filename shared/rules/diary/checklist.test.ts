import { describe, expect, test } from 'vitest'
import {
  type AskedItem,
  answerProblem,
  answerProblems,
  askedItems,
  countedAnswers,
  progressOf,
  visibleItems,
} from './checklist.ts'

const item = (key: string, changes: Partial<AskedItem> = {}): AskedItem => ({
  key,
  input: 'yes_no',
  parent: null,
  required: false,
  decimals: null,
  min: null,
  max: null,
  choices: [],
  ...changes,
})

const LIST = [
  item('title', { input: 'heading' }),
  item('sick', { input: 'yes_is_bad', required: true }),
  item('count', { input: 'number', parent: 'sick', required: true, decimals: 0, min: 1, max: 50 }),
  item('treated', { parent: 'sick' }),
  item('medicine', { input: 'text', parent: 'treated', required: true }),
]
const keys = (items: AskedItem[]) => items.map(one => one.key)

describe('[specification §3] what a list asks', () => {
  test('children only after a yes of all above them', () => {
    expect(keys(askedItems(LIST, {}))).toEqual(['sick'])
    expect(keys(askedItems(LIST, { sick: true }))).toEqual(['sick', 'count', 'treated'])
    expect(keys(askedItems(LIST, { sick: true, treated: true }))).toEqual(['sick', 'count', 'treated', 'medicine'])
    expect(keys(askedItems(LIST, { sick: false, treated: true }))).toEqual(['sick'])
    expect(keys(visibleItems(LIST, {}))).toEqual(['title', 'sick'])
  })

  test('an item whose parent is not on the list is never asked', () => {
    expect(askedItems([item('a', { parent: 'b' })], { b: true })).toEqual([])
  })

  test('progress counts what is asked and answered; no is an answer, nothing is none', () => {
    expect(progressOf(LIST, { sick: false })).toEqual({ answered: 1, asked: 1 })
    expect(progressOf(LIST, { sick: true, count: 3, medicine: 'hidden' })).toEqual({ answered: 2, asked: 3 })
    expect(progressOf(LIST, { sick: true, treated: true, medicine: '  ' })).toEqual({ answered: 2, asked: 4 })
  })

  test('answers that are hidden or empty do not count', () => {
    expect(countedAnswers(LIST, { sick: false, count: 3, treated: true })).toEqual({ sick: false })
    expect(countedAnswers(LIST, { sick: true, count: 0, treated: true, medicine: '' })).toEqual({
      sick: true,
      count: 0,
      treated: true,
    })
  })

  test('what is required and asked must be answered', () => {
    expect([...answerProblems(LIST, {})]).toEqual([['sick', { code: 'required' }]])
    expect([...answerProblems(LIST, { sick: true, treated: true })].map(([key]) => key)).toEqual(['count', 'medicine'])
    expect([...answerProblems(LIST, { sick: false, count: 999 })]).toEqual([])
  })
})

describe('[specification §3] an answer', () => {
  const id = '3f2c1b0a-1d2e-4f30-8a9b-0c1d2e3f4a5b'
  const choices = [{ value: 'dry' }, { value: 'wet' }]
  const good: [Partial<AskedItem>, ...Parameters<typeof answerProblem>[1][]][] = [
    [{ input: 'yes_no' }, true, false, null, undefined],
    [{ input: 'yes_is_bad' }, true, false],
    [{ input: 'text' }, 'x'.repeat(2500), ''],
    [{ input: 'number' }, 0, -5, 0.1, 1.005],
    [{ input: 'number', decimals: 1, min: -1, max: 1 }, -1, 0.3, 1],
    [{ input: 'percentage' }, 0, 100],
    [{ input: 'percentage', decimals: 1 }, 33.3],
    [{ input: 'slider', min: 5, max: 7, decimals: 2 }, 5, 6.25],
    [{ input: 'date' }, '2024-02-29'],
    [{ input: 'choice', choices }, 'dry'],
    [{ input: 'choices', choices }, ['wet', 'dry'], []],
    [{ input: 'score_5' }, 1, 5],
    [{ input: 'grade_10' }, 1, 10],
    [{ input: 'smileys' }, 'good', 'neutral', 'bad'],
    [{ input: 'photo' }, [id]],
    [{ input: 'file' }, [id], []],
  ]
  test.each(good)('%j can be answered', (changes, ...answers) => {
    for (const answer of answers) expect(answerProblem(item('a', changes), answer)).toBeNull()
  })

  const bad: [Partial<AskedItem>, string, ...Parameters<typeof answerProblem>[1][]][] = [
    [{ input: 'heading' }, 'invalid', true],
    [{ input: 'yes_no' }, 'invalid', 'yes', 1, ['x']],
    [{ input: 'text' }, 'invalid', 5, true],
    [{ input: 'text' }, 'too_long', 'x'.repeat(2501)],
    [{ input: 'number' }, 'not_a_number', '5', Number.NaN, Number.POSITIVE_INFINITY],
    [{ input: 'number', min: 1 }, 'too_small', 0.999],
    [{ input: 'number', max: 1 }, 'too_big', 1.001],
    [{ input: 'number', decimals: 0 }, 'too_many_decimals', 0.5],
    [{ input: 'percentage' }, 'too_small', -1],
    [{ input: 'percentage' }, 'too_big', 101],
    [{ input: 'date' }, 'invalid', '2023-02-29', '2024-2-9', '22.11.2026', 20260101],
    [{ input: 'choice', choices }, 'invalid', 'damp', ['dry']],
    [{ input: 'choices', choices }, 'invalid', 'dry', ['damp'], ['dry', 'dry']],
    [{ input: 'score_5' }, 'too_small', 0],
    [{ input: 'score_5' }, 'too_big', 6],
    [{ input: 'score_5' }, 'too_many_decimals', 2.5],
    [{ input: 'grade_10' }, 'too_big', 11],
    [{ input: 'smileys' }, 'invalid', 'fine', 3],
    [{ input: 'photo' }, 'invalid', id, ['../x'], [id, id]],
    [{ input: 'text', required: true }, 'required', '', ' ', null, undefined],
    [{ input: 'photo', required: true }, 'required', []],
  ]
  test.each(bad)('%j cannot: %s', (changes, code, ...answers) => {
    for (const answer of answers) expect(answerProblem(item('a', changes), answer)?.code, String(answer)).toBe(code)
  })
})
