import { type Checklist, type ChecklistItem, type ItemInput, MAX_ITEMS } from '#shared/contract/diary/checklists.ts'

/** A list as its editor holds it. */
export interface ChecklistDraft {
  name: string
  area_type_id: number | null
  area_ids: number[]
  items: ChecklistItem[]
}

export const checklistDraftOf = ({ name, area_type_id, area_ids, items }: Checklist): ChecklistDraft => ({
  name,
  area_type_id,
  area_ids,
  items,
})

export const NO_LIST: ChecklistDraft = { name: '', area_type_id: null, area_ids: [], items: [] }

type Items = readonly ChecklistItem[]

const find = (items: Items, key: string): ChecklistItem | undefined => items.find(item => item.key === key)

/** An item with all that hangs below it, where they stand one after the other. */
export const blockOf = (items: Items, key: string): ChecklistItem[] => {
  const keys = new Set([key])
  return items.filter(item => {
    const belongs = item.key === key || (item.parent !== null && keys.has(item.parent))
    if (belongs) keys.add(item.key)
    return belongs
  })
}

/** Items below the same parent, in their order. */
const siblingsOf = (items: Items, parent: string | null): ChecklistItem[] =>
  items.filter(item => item.parent === parent)

/** Everything in order again: what hangs below an item follows it. */
const inOrder = (items: Items, parent: string | null = null): ChecklistItem[] =>
  siblingsOf(items, parent).flatMap(item => [item, ...inOrder(items, item.key)])

/** An item, with what hangs below it, to the place of another one with the same parent. */
export const movedTo = (items: Items, key: string, target: string): ChecklistItem[] => {
  const [item, other] = [find(items, key), find(items, target)]
  if (!item || !other || key === target || item.parent !== other.parent) return [...items]
  const siblings = siblingsOf(items, item.parent)
  const [from, to] = [siblings.indexOf(item), siblings.indexOf(other)]
  const moved = siblings.toSpliced(from, 1).toSpliced(to, 0, item)
  const rest = items.filter(one => one.parent !== item.parent)
  return inOrder([...moved, ...rest])
}

/** Items with one of them moved a place up (-1) or down (1) among those with the same parent. */
export const moved = (items: Items, key: string, by: -1 | 1): ChecklistItem[] => {
  const item = find(items, key)
  const siblings = item ? siblingsOf(items, item.parent) : []
  const target = item && siblings[siblings.indexOf(item) + by]
  return target ? movedTo(items, key, target.key) : [...items]
}

export const mayMove = (items: Items, key: string, by: -1 | 1): boolean => {
  const item = find(items, key)
  if (!item) return false
  const siblings = siblingsOf(items, item.parent)
  return siblings[siblings.indexOf(item) + by] !== undefined
}

/** Items without the one of this key; those below it hang below its own parent then. A required one stays. */
export const without = (items: Items, key: string): ChecklistItem[] => {
  const gone = find(items, key)
  if (!gone || gone.required) return [...items]
  return items
    .filter(item => item !== gone)
    .map(item => (item.parent === key ? { ...item, parent: gone.parent } : item))
}

export const isFull = (items: Items): boolean => items.length >= MAX_ITEMS

/**
 * Items with one of the template added: after its last neighbour of the category, below its parent where that is on the
 * list.
 */
export const withTemplateItem = (items: Items, item: ChecklistItem): ChecklistItem[] => {
  if (find(items, item.key) || isFull(items)) return [...items]
  const parent = item.parent !== null && find(items, item.parent) ? item.parent : null
  const added = { ...item, parent }
  if (parent !== null) return inOrder([...items, added])
  const neighbour = items.findLastIndex(other => other.category !== null && other.category === item.category)
  return inOrder(neighbour < 0 ? [...items, added] : items.toSpliced(neighbour + 1, 0, added))
}

export const ownItem = (key: string, name: string, input: ItemInput): ChecklistItem => ({
  key,
  name,
  input,
  parent: null,
  required: false,
  unit: null,
  decimals: null,
  min: null,
  max: null,
  choices: [],
  photo_when: null,
  own: true,
  category: null,
})

const isQuestion = ({ input }: Pick<ChecklistItem, 'input'>): boolean => input === 'yes_no' || input === 'yes_is_bad'

/** Items another one may hang below: every yes/no that does not hang below it itself. */
export const parentsFor = (items: Items, key: string): ChecklistItem[] => {
  const below = new Set(blockOf(items, key).map(item => item.key))
  return items.filter(item => isQuestion(item) && !below.has(item.key))
}

/** Changes fields of an item. Below another parent it follows that one. */
export const withItemChange = (items: Items, key: string, change: Partial<ChecklistItem>): ChecklistItem[] =>
  inOrder(items.map(item => (item.key === key ? { ...item, ...change } : item)))

/** Empty values of the fields that only some ways of answering have. */
const NO_EXTRAS = { unit: null, decimals: null, min: null, max: null, photo_when: null }
const HAS_CHOICES: readonly ItemInput[] = ['choice', 'choices']
export const hasChoices = ({ input }: Pick<ChecklistItem, 'input'>): boolean => HAS_CHOICES.includes(input)

/**
 * Another way of answering. Answers that may have been given already keep their meaning: an item that was saved before goes,
 * and a new one with `newKey` takes its place.
 */
export const withInput = (items: Items, key: string, input: ItemInput, newKey: string | null): ChecklistItem[] => {
  const item = find(items, key)
  if (!item || item.input === input) return [...items]
  const choices = hasChoices(item) && HAS_CHOICES.includes(input) ? item.choices : []
  const next: ChecklistItem = {
    ...item,
    ...NO_EXTRAS,
    choices,
    input,
    ...(newKey !== null && { key: newKey, own: true, category: null }),
    required: input === 'heading' ? false : item.required,
  }
  const below = isQuestion(next) ? next.key : next.parent
  return inOrder(
    items.map(one => {
      if (one === item) return next
      return one.parent === key ? { ...one, parent: below } : one
    }),
  )
}

/** A further choice under a name; none with that name twice. */
export const withChoice = (choices: ChecklistItem['choices'], name: string): ChecklistItem['choices'] => {
  const said = name.trim().slice(0, 100)
  if (said === '' || choices.some(choice => choice.name === said)) return choices
  // A choice that was renamed may still carry this name as its value.
  const taken = new Set(choices.map(choice => choice.value))
  let value = said
  for (let nth = 2; taken.has(value); nth++) value = `${said.slice(0, 90)} ${nth}`
  return [...choices, { value, name: said }]
}

export type Problem = 'name' | 'choices' | 'range' | 'number'

/** Problem that keeps an item from being saved; null for none. */
export const itemProblemOf = (item: ChecklistItem): Problem | null => {
  if (item.name.trim() === '') return 'name'
  if (hasChoices(item) && item.choices.length < 2) return 'choices'
  const { min, max, decimals } = item
  if ([min, max, decimals].some(value => Number.isNaN(value))) return 'number'
  return min !== null && max !== null && max <= min ? 'range' : null
}

/** Seconds that an answer takes, as far as one can say. */
const SECONDS = 12

/** Whole minutes for all that asks something. */
export const minutesOf = (items: Items): number =>
  Math.max(1, Math.round((items.filter(({ input }) => input !== 'heading').length * SECONDS) / 60))
