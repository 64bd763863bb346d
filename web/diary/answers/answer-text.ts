import type { TFunction } from 'i18next'
import type { ChecklistItem, TemplateCategory } from '#shared/contract/diary/checklists.ts'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import { IMPRESSIONS } from '#shared/contract/fixed.ts'
import { decimalsIn } from '#shared/rules/ingest/value.ts'
import type { useFormat } from '../../kit/language/format.ts'

type Item = Pick<ChecklistItem, 'input' | 'unit' | 'decimals' | 'choices'>

export const NUMBERS: readonly ChecklistItem['input'][] = ['number', 'percentage', 'slider', 'score_5', 'grade_10']

/** Unit shown beside a number: the item's own, else "%" for a percentage; empty where there is none. */
export const unitOf = ({ input, unit }: Pick<Item, 'input' | 'unit'>): string =>
  unit ?? (input === 'percentage' ? '%' : '')

const MOST: Partial<Record<ChecklistItem['input'], number>> = { score_5: 5, grade_10: 10 }

/** A number with the digits its item wants; where it does not say, those it has. */
export const digitsOf = ({ decimals }: Pick<Item, 'decimals'>, value: number): number => decimals ?? decimalsIn(value)

/** An answer as it is read; `short` without unit, for a cell below a head that has it. */
export const answerText = (
  item: Item,
  answer: Answer,
  { t, number }: { t: TFunction<'diary'>; number: ReturnType<typeof useFormat>['number'] },
  short = false,
): string => {
  if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no')
  if (typeof answer === 'number') {
    const said = number(answer, digitsOf(item, answer))
    const most = MOST[item.input]
    if (short) return said
    if (most !== undefined) return t('of_most', { value: said, most })
    return [said, unitOf(item)].filter(Boolean).join('\u00A0')
  }
  if (item.input === 'photo') return t('photo_count', { count: answer.length })
  if (item.input === 'file') return t('file_count', { count: answer.length })
  if (item.input === 'smileys') {
    const face = IMPRESSIONS.find(one => one === answer)
    return face ? t(`impression.${face}`) : String(answer)
  }
  const nameOf = (value: string) => item.choices.find(choice => choice.value === value)?.name ?? value
  return typeof answer === 'string' ? nameOf(answer) : answer.map(nameOf).join(', ')
}

/** Every category of the template by its key, with its name. */
export const categoryNames = (template: readonly TemplateCategory[]): Map<string, string> =>
  new Map(
    template.flatMap(({ key, name, categories }): [string, string][] => [[key, name], ...categoryNames(categories)]),
  )

export interface ChecklistSection<One> {
  /** Name of a category or a heading; null where there is neither. */
  name: string | null
  items: One[]
}

/**
 * Parts of the rows, in the order of the list: a heading begins a part, else the category does. Headings themselves are
 * no rows.
 */
export const partsOf = <One extends { item: Pick<ChecklistItem, 'input' | 'name' | 'category'> }>(
  rows: readonly One[],
  names: ReadonlyMap<string, string>,
): ChecklistSection<One>[] => {
  const withHeadings = rows.some(({ item }) => item.input === 'heading')
  const parts: ChecklistSection<One>[] = []
  for (const row of rows) {
    const { input, name, category } = row.item
    if (input === 'heading') {
      parts.push({ name, items: [] })
      continue
    }
    const own = withHeadings ? (parts.at(-1)?.name ?? null) : ((category && names.get(category)) ?? null)
    const known = parts.find(part => part.name === own)
    const last = withHeadings ? parts.at(-1) : known
    if (last) last.items.push(row)
    else parts.push({ name: own, items: [row] })
  }
  return parts.filter(({ items }) => items.length > 0)
}
