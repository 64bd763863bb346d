import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import {
  itemProblemOf,
  mayMove,
  minutesOf,
  moved,
  movedTo,
  ownItem,
  parentsFor,
  withChoice,
  withInput,
  withItemChange,
  without,
  withTemplateItem,
} from './draft.ts'

const item = (key: string, change: Partial<ChecklistItem> = {}): ChecklistItem => ({
  ...ownItem(key, key.toUpperCase(), 'yes_no'),
  ...change,
})
const keys = (items: readonly ChecklistItem[]) => items.map(({ key }) => key).join(' ')
/** b has b1 and b2 below it. */
const LIST = [item('a'), item('b'), item('b1', { parent: 'b' }), item('b2', { parent: 'b' }), item('c')]

describe('[design §8.7] the order of a checklist', () => {
  test('changes with what hangs below an item', () => {
    expect(keys(moved(LIST, 'b', -1))).toBe('b b1 b2 a c')
    expect(keys(moved(LIST, 'b', 1))).toBe('a c b b1 b2')
    expect(keys(movedTo(LIST, 'c', 'a'))).toBe('c a b b1 b2')
  })

  test('stays within its parent', () => {
    expect(keys(moved(LIST, 'b1', 1))).toBe('a b b2 b1 c')
    expect(mayMove(LIST, 'b1', -1)).toBe(false)
    expect(keys(movedTo(LIST, 'b1', 'c'))).toBe(keys(LIST))
    expect(mayMove(LIST, 'a', -1)).toBe(false)
  })

  test('however it is moved nothing is lost and what depends on a yes follows it', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b', 'b1', 'b2', 'c'), fc.constantFrom<-1 | 1>(-1, 1))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), steps => {
        const after = steps.reduce<ChecklistItem[]>((items, [key, by]) => moved(items, key, by), LIST)
        expect(after.map(({ key }) => key).toSorted()).toEqual(['a', 'b', 'b1', 'b2', 'c'])
        for (const { key, parent } of after)
          if (parent !== null)
            expect(after.findIndex(one => one.key === parent)).toBeLessThan(after.findIndex(one => one.key === key))
      }),
    )
  })
})

describe('[specification §5] what is on the list', () => {
  test('a required item cannot be taken off', () => {
    expect(keys(without([item('a', { required: true }), item('b')], 'a'))).toBe('a b')
  })

  test('what hung below an item that goes is asked always', () => {
    const left = without(LIST, 'b')
    expect(keys(left)).toBe('a b1 b2 c')
    expect(left.map(({ parent }) => parent)).toEqual([null, null, null, null])
  })

  test('an item of the template comes beside its neighbours, and below its parent', () => {
    const list = [item('x', { category: 'animals' }), item('y', { category: 'water' })]
    expect(keys(withTemplateItem(list, item('z', { category: 'animals' })))).toBe('x z y')
    expect(keys(withTemplateItem(list, item('z', { parent: 'x', category: 'animals' })))).toBe('x z y')
    expect(withTemplateItem(list, item('z', { parent: 'not there' })).at(-1)?.parent).toBeNull()
    expect(keys(withTemplateItem(list, item('x')))).toBe('x y')
  })

  test('an item may hang below any yes or no but its own', () => {
    expect(keys(parentsFor(LIST, 'b'))).toBe('a c')
    expect(keys(withItemChange(LIST, 'c', { parent: 'a' }))).toBe('a c b b1 b2')
  })
})

describe('[design §8.7] another way of answering', () => {
  test('of an item that was saved is a new item, so that old answers keep their meaning', () => {
    const after = withInput(LIST, 'b', 'text', 'new')
    expect(keys(after)).toBe('a new b1 b2 c')
    expect(after.every(({ parent }) => parent === null)).toBe(true)
    expect(after[1]).toMatchObject({ own: true, name: 'B', category: null })
  })

  test('of a new item changes it, and forgets what it no longer has', () => {
    const [after] = withInput([item('a', { input: 'number', unit: 'kg', min: 1 })], 'a', 'choice', null)
    expect(after).toMatchObject({ key: 'a', input: 'choice', unit: null, min: null, choices: [] })
  })
})

test('choices have names of their own and values that no other has', () => {
  const once = withChoice([{ value: 'runs', name: 'turns' }], 'runs')
  expect(once).toEqual([
    { value: 'runs', name: 'turns' },
    { value: 'runs 2', name: 'runs' },
  ])
  expect(withChoice(once, ' turns ')).toBe(once)
  expect(withChoice(once, '  ')).toBe(once)
})

test('what keeps an item from being saved is named', () => {
  expect(itemProblemOf(item('a'))).toBeNull()
  expect(itemProblemOf(item('a', { name: ' ' }))).toBe('name')
  expect(itemProblemOf(item('a', { input: 'choice', choices: [{ value: '1', name: '1' }] }))).toBe('choices')
  expect(itemProblemOf(item('a', { input: 'number', min: 5, max: 5 }))).toBe('range')
  expect(itemProblemOf(item('a', { input: 'number', min: Number.NaN }))).toBe('number')
})

test('ten items take about two minutes', () => {
  expect(minutesOf(Array.from({ length: 10 }, (_, index) => item(`i${index}`)))).toBe(2)
  expect(minutesOf([])).toBe(1)
})
