import type { ChecklistItem } from '../../shared/contract/checklists.ts'
import { type AnswerProblem, answerProblems } from '../../shared/rules/checklist.ts'
import { momentOf } from '../kit/moment.ts'
import type { Draft } from './form-draft.ts'

/** What keeps an inspection from being saved. */
export interface Wrong {
  place: boolean
  date: 'missing' | 'outside' | null
  reminder: boolean
  items: ReadonlyMap<string, AnswerProblem>
}

/** Specification §5: the date of an inspection lies within the period it is made in. */
const dateOf = ({ values, period }: Pick<Draft, 'values' | 'period'>, zone: string): Wrong['date'] => {
  const moment = momentOf(values.date, zone)
  if (moment === '') return 'missing'
  const at = Date.parse(moment)
  const early = period.start !== null && at < Date.parse(period.start)
  const late = period.end !== null && at >= Date.parse(period.end)
  return early || late ? 'outside' : null
}

export const wrongIn = (
  draft: Pick<Draft, 'values' | 'period'>,
  zone: string,
  items: readonly ChecklistItem[] | null,
): Wrong => ({
  place: draft.values.location_id === null,
  date: dateOf(draft, zone),
  reminder: draft.values.reminder_date !== '' && momentOf(draft.values.reminder_date, zone) === '',
  items: answerProblems(items ?? [], draft.values.answers),
})

export const countOf = ({ place, date, reminder, items }: Wrong): number =>
  Number(place) + Number(date !== null) + Number(reminder) + items.size

/** Ids of the fields that can be asked for in the address. */
export const FIELD_IDS: Readonly<Record<string, string>> = { date: 'inspect-when', place: 'inspect-where' }

/** Into view and ready to be changed. */
export const bringTo = (id: string): void => {
  const target = document.getElementById(id)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}

/** Id of what is to be put right first, in the order of the page. */
export const firstOf = ({ place, date, reminder, items }: Wrong): string | null => {
  if (place) return 'inspect-where'
  if (date) return 'inspect-when'
  if (reminder) return 'inspect-remind'
  const [item] = items.keys()
  return item === undefined ? null : `asked-${item}`
}
