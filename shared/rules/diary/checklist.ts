import type { ChecklistItem } from '../../contract/diary/checklists.ts'
import type { Answer } from '../../contract/diary/inspections.ts'

/** Part of an item that the rules have to know. */
export type AskedItem = Pick<ChecklistItem, 'key' | 'input' | 'parent' | 'required' | 'decimals' | 'min' | 'max'> & {
  choices: readonly { value: string }[]
}

export type ChecklistAnswers = Readonly<Record<string, Answer>>

/** Reason an answer cannot be taken, as a key of `fields` in `server.json`; `limit` stands in some of the sentences. */
export interface AnswerProblem {
  code: 'required' | 'not_a_number' | 'too_small' | 'too_big' | 'too_long' | 'too_many_decimals' | 'invalid'
  limit?: number
}

const MAX_TEXT = 2500
const SMILEYS = ['good', 'neutral', 'bad']
const CALENDAR_DAY = /^\d{4}-\d\d-\d\d$/
const CLIENT_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Ends of what a number may be, both included; null where there is none. */
export const rangeOf = ({ input, min, max }: Pick<AskedItem, 'input' | 'min' | 'max'>) => {
  if (input === 'score_5') return { min: 1, max: 5 }
  if (input === 'grade_10') return { min: 1, max: 10 }
  if (input === 'percentage' || input === 'slider') return { min: min ?? 0, max: max ?? 100 }
  return { min, max }
}

/** Digits after the comma that a number may have; a number whose item does not say may have three. */
export const answerDecimalsOf = ({ input, decimals }: Pick<AskedItem, 'input' | 'decimals'>): number => {
  if (input === 'score_5' || input === 'grade_10') return 0
  return decimals ?? (input === 'number' ? 3 : 0)
}

/** Tells whether an item can have others that are asked only after its yes. */
export const canHaveChildren = ({ input }: Pick<AskedItem, 'input'>): boolean =>
  input === 'yes_no' || input === 'yes_is_bad'

/** Tells whether an item is answered: no text, or an empty one, is no answer; `false` and 0 are. */
export const isAnswered = (answer: Answer | null | undefined): answer is Answer =>
  answer !== null &&
  answer !== undefined &&
  !(typeof answer === 'string' && answer.trim() === '') &&
  !(Array.isArray(answer) && answer.length === 0)

/** The items whose parents are all answered with yes, headings among them, in their order. */
export const visibleItems = <Item extends AskedItem>(items: readonly Item[], answers: ChecklistAnswers): Item[] => {
  const visible = new Map<string, Item>()
  for (const item of items)
    if (item.parent === null || (visible.has(item.parent) && answers[item.parent] === true)) visible.set(item.key, item)
  return [...visible.values()]
}

/** The items that are to be answered now. */
export const askedItems = <Item extends AskedItem>(items: readonly Item[], answers: ChecklistAnswers): Item[] =>
  visibleItems(items, answers).filter(item => item.input !== 'heading')

/** Items asked, and those of them that are answered. */
export const progressOf = (
  items: readonly AskedItem[],
  answers: ChecklistAnswers,
): { answered: number; asked: number } => {
  const reached = askedItems(items, answers)
  return { answered: reached.filter(item => isAnswered(answers[item.key])).length, asked: reached.length }
}

/** The answers that count: those to items that are asked, without empty ones. */
export const countedAnswers = (items: readonly AskedItem[], answers: ChecklistAnswers): Record<string, Answer> =>
  Object.fromEntries(
    askedItems(items, answers).flatMap(({ key }) => {
      const answer = answers[key]
      return isAnswered(answer) ? [[key, answer]] : []
    }),
  )

/** Problem of an answer, null when it can be taken. None at all is wrong only where the item is required. */
export const answerProblem = (item: AskedItem, answer: Answer | null | undefined): AnswerProblem | null => {
  if (!isAnswered(answer)) return item.required ? { code: 'required' } : null
  switch (item.input) {
    case 'heading':
      return { code: 'invalid' }
    case 'yes_no':
    case 'yes_is_bad':
      return typeof answer === 'boolean' ? null : { code: 'invalid' }
    case 'text':
      if (typeof answer !== 'string') return { code: 'invalid' }
      return answer.length > MAX_TEXT ? { code: 'too_long', limit: MAX_TEXT } : null
    case 'date':
      return typeof answer === 'string' && isDay(answer) ? null : { code: 'invalid' }
    case 'smileys':
      return typeof answer === 'string' && SMILEYS.includes(answer) ? null : { code: 'invalid' }
    case 'choice':
      return item.choices.some(choice => choice.value === answer) ? null : { code: 'invalid' }
    case 'choices':
      return isSomeOf(answer, value => item.choices.some(choice => choice.value === value)) ? null : { code: 'invalid' }
    case 'photo':
    case 'file':
      return isSomeOf(answer, value => CLIENT_ID.test(value)) ? null : { code: 'invalid' }
    default:
      return numberProblem(item, answer)
  }
}

/** Every problem of the answers to what is asked, by the item's key. */
export const answerProblems = (items: readonly AskedItem[], answers: ChecklistAnswers): Map<string, AnswerProblem> =>
  new Map(
    askedItems(items, answers).flatMap(item => {
      const problem = answerProblem(item, answers[item.key])
      return problem ? [[item.key, problem] as const] : []
    }),
  )

const isSomeOf = (answer: Answer, isKnown: (value: string) => boolean): boolean =>
  Array.isArray(answer) && answer.every(isKnown) && new Set(answer).size === answer.length

/** A day of the calendar, `2026-02-28`. */
const isDay = (text: string): boolean => {
  const time = CALENDAR_DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Tolerance for decimals that a computer's numbers do not hold exactly. */
const EPSILON = 1e-6

const numberProblem = (item: AskedItem, answer: Answer): AnswerProblem | null => {
  if (typeof answer !== 'number' || !Number.isFinite(answer)) return { code: 'not_a_number' }
  const { min, max } = rangeOf(item)
  if (min !== null && answer < min) return { code: 'too_small', limit: min }
  if (max !== null && answer > max) return { code: 'too_big', limit: max }
  const decimals = answerDecimalsOf(item)
  const scaled = answer * 10 ** decimals
  return Math.abs(scaled - Math.round(scaled)) > EPSILON ? { code: 'too_many_decimals', limit: decimals } : null
}
