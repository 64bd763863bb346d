import type { ChecklistItem } from '../../shared/contract/checklists.ts'
import type { Answer } from '../../shared/contract/inspections.ts'

export type Answers = Record<string, Answer>

export const isAnswered = (value: Answer | undefined): value is Answer =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The items that are asked: what hangs below a yes is asked once that yes is there. In the order of the list. */
export const askedOf = <Item extends Pick<ChecklistItem, 'key' | 'parent'>>(
  items: readonly Item[],
  answers: Answers,
): Item[] => {
  const asked = new Set<string>()
  return items.filter(({ key, parent }) => {
    const is = parent === null || (asked.has(parent) && answers[parent] === true)
    if (is) asked.add(key)
    return is
  })
}

/** How many of the items that are asked have an answer, and how many are asked; headings ask nothing. */
export const progressOf = (items: readonly ChecklistItem[], answers: Answers): { answered: number; asked: number } => {
  const asked = askedOf(items, answers).filter(({ input }) => input !== 'heading')
  return { answered: asked.filter(({ key }) => isAnswered(answers[key])).length, asked: asked.length }
}

export const NUMBERS: readonly string[] = ['number', 'percentage', 'slider']

/** Where a number may lie; null where that side is open. */
export const rangeOf = ({ input, min, max }: ChecklistItem): { min: number | null; max: number | null } => ({
  min: min ?? (input === 'number' ? null : 0),
  max: max ?? (input === 'number' ? null : 100),
})

export type Problem = 'required' | 'number' | 'range'

/** What keeps an answer from being saved. */
export const problemOf = (item: ChecklistItem, value: Answer | undefined): Problem | null => {
  if (item.input === 'heading') return null
  if (!isAnswered(value)) return item.required ? 'required' : null
  if (!NUMBERS.includes(item.input)) return null
  // What is no number stays in the field as it was typed.
  if (typeof value !== 'number') return 'number'
  const { min, max } = rangeOf(item)
  return (min !== null && value < min) || (max !== null && value > max) ? 'range' : null
}

/** Answers of the items that are asked: what was ticked away is not sent. */
export const answersToSend = (items: readonly ChecklistItem[], answers: Answers): Answers =>
  Object.fromEntries(
    askedOf(items, answers).flatMap(({ key }) => {
      const value = answers[key]
      return isAnswered(value) ? [[key, value]] : []
    }),
  )
