import { describe, expect, test } from 'vitest'
import type { TemplateCategory } from '#shared/contract/diary/checklists.ts'
import { ownItem } from './draft.ts'
import { searched, tickedIn } from './tree.ts'

const item = (name: string) => ownItem(name.toLowerCase(), name, 'yes_no')
const TEMPLATE: TemplateCategory[] = [
  { key: 'animals', name: 'Animals', items: [item('Coughing'), item('Weight')], categories: [] },
  {
    key: 'air',
    name: 'Lüftung',
    items: [item('Air inlet')],
    categories: [{ key: 'fans', name: 'Fans', items: [item('Fan belt')], categories: [] }],
  },
]
const outline = (categories: readonly TemplateCategory[]): unknown[] =>
  categories.map(({ name, items, categories: below }) => [name, items.map(one => one.name), outline(below)])

describe('[design §8.7] the template of a checklist', () => {
  test('counts what is ticked, also in the categories below', () => {
    const [, air] = TEMPLATE as [TemplateCategory, TemplateCategory]
    expect(tickedIn(air, new Set(['fan belt', 'weight']))).toEqual({ ticked: 1, all: 2 })
  })

  test('is searched without accents, with the way to what is found', () => {
    expect(outline(searched(TEMPLATE, 'belt fan'))).toEqual([['Lüftung', [], [['Fans', ['Fan belt'], []]]]])
    expect(outline(searched(TEMPLATE, 'LUFT'))).toEqual(outline([TEMPLATE[1] as TemplateCategory]))
    expect(searched(TEMPLATE, ' ')).toHaveLength(2)
    expect(searched(TEMPLATE, 'slurry')).toEqual([])
  })
})
