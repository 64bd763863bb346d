import { describe, expect, test } from 'vitest'
import { Checklist, ChecklistItem, ItemKey } from '#shared/contract/diary/checklists.ts'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { canHaveChildren } from '#shared/rules/diary/checklist.ts'
import { AREA_TYPES } from '../../taxonomy/area-types.ts'
import { keptOf, keptOfReady, presentItems, presentTemplate } from './items.ts'
import { READY_LISTS, TEMPLATE_CATEGORIES, TEMPLATE_ITEMS, templateItem } from './template.ts'

const twice = (keys: string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index)

describe('[specification §3] the template', () => {
  test('has items for every kind of animal, each in a category that is there', () => {
    expect(TEMPLATE_ITEMS.length).toBeGreaterThanOrEqual(120)
    const categories = TEMPLATE_CATEGORIES.map(category => category.key)
    expect(TEMPLATE_ITEMS.filter(item => !categories.includes(item.category))).toEqual([])
    expect(categories.filter(key => !TEMPLATE_ITEMS.some(item => item.category === key))).toEqual([])
    expect(TEMPLATE_CATEGORIES.filter(({ parent }) => parent !== null && !categories.includes(parent))).toEqual([])
    expect(twice([...categories, ...TEMPLATE_ITEMS.map(item => item.key)])).toEqual([])
  })

  test.each(TEMPLATE_ITEMS)('$key can be asked', item => {
    expect(ItemKey.safeParse(item.key).success).toBe(true)
    const before = TEMPLATE_ITEMS.slice(0, TEMPLATE_ITEMS.indexOf(item))
    const parent = before.find(one => one.key === item.parent)
    if (item.parent !== null) expect(parent && canHaveChildren(parent)).toBe(true)
    expect(item.choices.length > 0).toBe(['choice', 'choices'].includes(item.input))
    expect(twice(item.choices.map(choice => choice.value))).toEqual([])
    if (item.photo_when !== null) expect(item.choices.map(choice => choice.value)).toContain(item.photo_when)
    if (item.input === 'number') expect([item.decimals, item.min, item.max]).not.toContain(null)
    if (item.min !== null && item.max !== null) expect(item.min).toBeLessThan(item.max)
  })

  test.each(LANGUAGES)('in %s says the same thing once, and is what the contract calls it', language => {
    for (const { items } of presentTemplate(language)) {
      for (const item of items) expect(ChecklistItem.parse(item)).toEqual(item)
      expect(twice(items.map(item => item.name))).toEqual([])
    }
  })

  test('an item keeps the name of the template in every language, unless it is given another', () => {
    const [german] = presentItems(keptOfReady('daily_round'), 'de')
    const [given] = presentItems(keptOfReady('daily_round'), 'nl')
    if (!given) throw new Error('the daily round is empty')
    const kept = (name: string) => presentItems([keptOf({ ...given, name })], 'de')[0]?.name
    expect(kept(given.name)).toBe(german?.name)
    expect(kept('Rustig?')).toBe('Rustig?')
  })
})

describe('[specification §3] a ready-made list', () => {
  const types = new Set<number | null>([null, ...AREA_TYPES.map(type => type.id)])

  test.each(READY_LISTS)('$key holds known items, each once, and what they hang on', ({ key, area_type_id, items }) => {
    expect(items.filter(item => templateItem(item.key) === null)).toEqual([])
    expect(twice(items.map(item => item.key))).toEqual([])
    expect(types).toContain(area_type_id)
    expect(items.some(item => item.required)).toBe(true)
    const kept = keptOfReady(key)
    for (const [index, item] of kept.entries()) {
      expect(item.parent).toBe(templateItem(item.key)?.parent)
      if (item.parent !== null) expect(kept.slice(0, index).map(one => one.key)).toContain(item.parent)
    }
    expect(Checklist.shape.items.parse(presentItems(kept, 'es')).length).toBe(items.length)
  })

  test('is there for every kind of animal that products keep', () => {
    const covered = new Set(READY_LISTS.map(list => list.area_type_id))
    const HUMAN = 39
    expect(AREA_TYPES.filter(({ id }) => id !== HUMAN && !covered.has(id))).toEqual([])
  })
})
