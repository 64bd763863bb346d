import type { ChecklistItem, TemplateCategory } from '#shared/contract/diary/checklists.ts'
import { hasWords } from '#shared/rules/formats/search-text.ts'

/** Every item of a category and of those below it. */
export const itemsOf = ({ items, categories }: TemplateCategory): ChecklistItem[] => [
  ...items,
  ...categories.flatMap(itemsOf),
]

export interface Ticked {
  ticked: number
  all: number
}

export const tickedIn = (category: TemplateCategory, chosen: ReadonlySet<string>): Ticked => {
  const items = itemsOf(category)
  return { ticked: items.filter(({ key }) => chosen.has(key)).length, all: items.length }
}

/** Items of the template that have all the words in their name; a category that has them is there as a whole. */
export const searched = (categories: readonly TemplateCategory[], text: string): TemplateCategory[] => {
  const fits = (name: string) => hasWords([name], text)
  if (fits('')) return [...categories]
  return categories.flatMap(category => {
    if (fits(category.name)) return [category]
    const found = {
      ...category,
      items: category.items.filter(({ name }) => fits(name)),
      categories: searched(category.categories, text),
    }
    return found.items.length > 0 || found.categories.length > 0 ? [found] : []
  })
}
