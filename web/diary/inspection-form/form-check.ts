import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import { type AnswerProblem, answerProblems } from '#shared/rules/diary/checklist.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { momentIn, shownDate } from '../../kit/language/viewer-formats.ts'
import { instantOf } from '../../kit/time/instant.ts'
import type { InspectionDraft } from './draft/form-draft.ts'

/** Faults that keep an inspection from being saved. */
export interface Wrong {
  place: boolean
  date: 'missing' | 'outside' | null
  reminder: boolean
  items: ReadonlyMap<string, AnswerProblem>
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Start and end of a period (epoch ms, the end excluded); days are those of the place, both included. */
export const periodIntervalOf = ({ start, end }: InspectionDraft['period'], zone: string): Interval => {
  const midnight = (day: string) => Date.parse(instantOf(`${day}T00:00`, zone))
  return {
    from: start === null ? Number.NEGATIVE_INFINITY : isDay(start) ? midnight(start) : Date.parse(start),
    until: end === null ? Number.POSITIVE_INFINITY : isDay(end) ? midnight(dayAfter(end)) : Date.parse(end),
  }
}

/** A period in words: days as they are, moments by the clocks of the place. */
export const periodText = ({ start, end }: InspectionDraft['period'], zone: string): string =>
  [start, end].map(one => (one === null ? '…' : isDay(one) ? shownDate(one) : momentIn(one, zone))).join(' – ')

/** Now, or what of a period is nearest to it (epoch ms). */
export const nowWithin = (period: InspectionDraft['period'], zone: string, now: number): number => {
  const { from, until } = periodIntervalOf(period, zone)
  return Math.max(from, Math.min(now, until - MINUTE_MS))
}

/** Specification §5: the date of an inspection lies within the period it is made in. */
const dateOf = ({ values, period }: Pick<InspectionDraft, 'values' | 'period'>, zone: string): Wrong['date'] => {
  const moment = instantOf(values.date, zone)
  if (moment === '') return 'missing'
  const at = Date.parse(moment)
  const { from, until } = periodIntervalOf(period, zone)
  return at < from || at >= until ? 'outside' : null
}

export const wrongIn = (
  draft: Pick<InspectionDraft, 'values' | 'period'>,
  zone: string,
  items: readonly ChecklistItem[] | null,
): Wrong => ({
  place: draft.values.location_id === null,
  date: dateOf(draft, zone),
  reminder: draft.values.reminder_date !== '' && instantOf(draft.values.reminder_date, zone) === '',
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
