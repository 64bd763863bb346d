import { type ComboboxParsedItem, isOptionsGroup } from '@mantine/core'
import { hasWords } from '#shared/rules/formats/search-text.ts'

interface Searched {
  options: ComboboxParsedItem[]
  search: string
  limit: number
}

/** Options of a field that have the words somebody types, found as everywhere: "cordoba" finds "Córdoba". */
export const optionsFilter = ({ options, search, limit }: Searched): ComboboxParsedItem[] => {
  const found: ComboboxParsedItem[] = []
  for (const option of options) {
    if (found.length === limit) break
    if (isOptionsGroup(option)) {
      const items = optionsFilter({ options: option.items, search, limit }) as typeof option.items
      found.push({ ...option, items })
    } else if (hasWords([option.label], search)) found.push(option)
  }
  return found
}
