import type { z } from 'zod'
import type { ChecklistItem, ChecklistItemInput, TemplateCategory } from '#shared/contract/diary/checklists.ts'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import { readyList, TEMPLATE_CATEGORIES, TEMPLATE_ITEMS, type TemplateItem, templateItem } from './template.ts'

type Choice = ChecklistItem['choices'][number]

/** An item as a version of a list keeps it: a name of null is the template's, in whatever language it is read. */
export interface KeptItem extends Omit<ChecklistItem, 'name' | 'choices' | 'own' | 'category'> {
  name: string | null
  choices: (Omit<Choice, 'name'> & { name: string | null })[]
}

const isOneOf = (names: Record<Language, string>, name: string): boolean =>
  LANGUAGES.some(language => names[language] === name)

/** Form in which an item that was sent is kept. */
export const keptOf = (item: z.output<typeof ChecklistItemInput>): KeptItem => {
  const known = templateItem(item.key)
  return {
    ...item,
    name: known && isOneOf(known.names, item.name) ? null : item.name,
    choices: item.choices.map(({ value, name }) => {
      const choice = known?.choices.find(one => one.value === value)
      return { value, name: choice && isOneOf(choice.names, name) ? null : name }
    }),
  }
}

const keptOfTemplate = ({ category: _, names: __, choices, ...item }: TemplateItem, required: boolean): KeptItem => ({
  ...item,
  name: null,
  required,
  choices: choices.map(({ value }) => ({ value, name: null })),
})

/** Items of a ready-made list; a child whose parent is not on it is always asked. */
export const keptOfReady = (key: string): KeptItem[] => {
  const items = (readyList(key)?.items ?? []).flatMap(({ key, required }) => {
    const item = templateItem(key)
    return item ? [keptOfTemplate(item, required)] : []
  })
  const keys = new Set(items.map(item => item.key))
  return items.map(item => ({ ...item, parent: item.parent !== null && keys.has(item.parent) ? item.parent : null }))
}

/** Items as the contract shows them in a language. */
export const presentItems = (items: readonly KeptItem[], language: Language): ChecklistItem[] =>
  items.map(item => {
    const known = templateItem(item.key)
    return {
      ...item,
      name: item.name ?? known?.names[language] ?? item.key,
      choices: item.choices.map(({ value, name }) => ({
        value,
        name: name ?? known?.choices.find(one => one.value === value)?.names[language] ?? value,
      })),
      own: known === null,
      category: known?.category ?? null,
    }
  })

/** The template in a language. */
export const presentTemplate = (language: Language, parent: string | null = null): TemplateCategory[] =>
  TEMPLATE_CATEGORIES.filter(category => category.parent === parent).map(({ key, names }) => ({
    key,
    name: names[language],
    items: presentItems(
      TEMPLATE_ITEMS.filter(item => item.category === key).map(item => keptOfTemplate(item, false)),
      language,
    ),
    categories: presentTemplate(language, key),
  }))
