import { readFileSync } from 'node:fs'
import { ITEM_INPUTS, type ItemInput } from '#shared/contract/diary/checklists.ts'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import { recordOf } from '#shared/rules/collections/keys.ts'
import { csvRowsOf } from '../../taxonomy/thresholds.ts'

type Names = Record<Language, string>

export interface TemplateItem {
  key: string
  category: string
  input: ItemInput
  parent: string | null
  unit: string | null
  decimals: number | null
  min: number | null
  max: number | null
  choices: { value: string; names: Names }[]
  photo_when: string | null
  names: Names
}

export interface TemplateCategoryRow {
  key: string
  parent: string | null
  names: Names
}

export interface ReadyList {
  key: string
  area_type_id: number | null
  names: Names
  items: { key: string; required: boolean }[]
}

/** Rows of a data file by the names of its columns; an empty cell is null. */
const rowsOf = (file: string): Record<string, string | null>[] => {
  const [head = [], ...rows] = csvRowsOf(readFileSync(new URL(`template/${file}.csv`, import.meta.url), 'utf8'))
  return rows.map(cells => {
    if (cells.length !== head.length)
      throw new Error(`${file}.csv: ${head.length} cells expected in "${cells.join(',')}"`)
    return Object.fromEntries(head.map((name, index) => [name, cells[index] || null]))
  })
}

const text = (value: string | null | undefined, row: object): string => {
  if (value) return value
  throw new Error(`a cell is missing in ${JSON.stringify(row)}`)
}

const namesIn = (row: Record<string, string | null>): Names => recordOf(LANGUAGES, language => text(row[language], row))

const numberOf = (value: string | null | undefined): number | null => (value == null ? null : Number(value))

const CHOICES = Map.groupBy(
  rowsOf('choices').map(row => ({ set: row.set, value: text(row.value, row), names: namesIn(row) })),
  row => row.set,
)

const choicesOf = (set: string): TemplateItem['choices'] => {
  const choices = CHOICES.get(set)
  if (!choices) throw new Error(`choices.csv has no ${set}`)
  return choices.map(({ value, names }) => ({ value, names }))
}

const inputIn = (row: Record<string, string | null>): ItemInput => {
  const input = ITEM_INPUTS.find(one => one === row.input)
  if (!input) throw new Error(`no such input in ${JSON.stringify(row)}`)
  return input
}

/** Keys are kept for good: answers and lists refer to them. */
export const TEMPLATE_ITEMS: readonly TemplateItem[] = rowsOf('items').map(row => ({
  key: text(row.key, row),
  category: text(row.category, row),
  input: inputIn(row),
  parent: row.parent ?? null,
  unit: row.unit ?? null,
  decimals: numberOf(row.decimals),
  min: numberOf(row.min),
  max: numberOf(row.max),
  choices: row.choices ? choicesOf(row.choices) : [],
  photo_when: row.photo_when ?? null,
  names: namesIn(row),
}))

export const TEMPLATE_CATEGORIES: readonly TemplateCategoryRow[] = rowsOf('categories').map(row => ({
  key: text(row.key, row),
  parent: row.parent ?? null,
  names: namesIn(row),
}))

/** A required item is marked with `!`. */
export const READY_LISTS: readonly ReadyList[] = rowsOf('lists').map(row => ({
  key: text(row.key, row),
  area_type_id: numberOf(row.area_type_id),
  names: namesIn(row),
  items: text(row.items, row)
    .split(/\s+/)
    .map(one => ({ key: one.replace('!', ''), required: one.endsWith('!') })),
}))

const byKey = new Map(TEMPLATE_ITEMS.map(item => [item.key, item]))
const listsByKey = new Map(READY_LISTS.map(list => [list.key, list]))

export const templateItem = (key: string): TemplateItem | null => byKey.get(key) ?? null
export const readyList = (key: string): ReadyList | null => listsByKey.get(key) ?? null
