import type { Answer } from '#shared/contract/diary/inspections.ts'
import { answerProblems } from '#shared/rules/diary/checklist.ts'
import { readTime } from '#shared/rules/ingest/sent-value.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { contains } from '#shared/rules/time/rental.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import type { Caller } from '../../locations/access.ts'
import { areaIdsOf } from '../../locations/places.ts'
import { requireResearch } from '../../research/access.ts'
import type { KeptItem } from '../checklists/items.ts'
import type { Content } from './content.ts'

const [FIRST_REMINDER, LAST_REMINDER] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]

export interface Checked {
  /** Content of the inspection as it would be saved. */
  content: Content
  /** Content as it is; null when the inspection is new. */
  before: Content | null
  /** The answers that came. */
  sent: Readonly<Record<string, Answer | null>>
  /** Items of its checklist; null without one. */
  items: readonly KeptItem[] | null
  research_id: number | null
  time_zone: string
}

interface Context {
  db: Database
  user: Caller
  now: () => number
  t: Words
}

type Problems = Record<string, string[]>

/** Throws no_valid_input, naming each field that cannot be. What did not change is not asked again. */
export const check = async (context: Context, checked: Checked): Promise<void> => {
  const { content, before } = checked
  const fields: Problems = {
    ...(before?.date === content.date ? {} : await dateProblems(context, checked)),
    ...reminderProblems(context, content),
    ...(await areaProblems(context, checked)),
    ...answersProblems(context, checked),
  }
  if (Object.keys(fields).length > 0) throw new Failure('no_valid_input', { fields })
}

const dateProblems = async ({ db, user, now, t }: Context, checked: Checked): Promise<Problems> => {
  const { content, research_id, time_zone } = checked
  const time = readTime(content.date, now())
  if (typeof time === 'string') return { date: [t(`rejections.${time}`)] }
  if (research_id === null) return {}
  const research = await requireResearch(db, user, research_id).catch(error => {
    if (error instanceof Failure) return null
    throw error
  })
  // A person who changes an inspection made before need not see its research.
  if (!research) return checked.before ? {} : { research_id: [t('fields.unknown_reference')] }
  if (contains(research, content.date)) return {}
  const [start, end] = [dateTimeAt(research.start, time_zone), research.end && dateTimeAt(research.end, time_zone)]
  const sentence = end ? 'fields.outside_research' : 'fields.outside_open_research'
  return { date: [t(sentence, { research: research.name, start, end: end ?? '' })] }
}

const reminderProblems = ({ t }: Context, { reminder_date }: Content): Problems => {
  const time = reminder_date === null ? FIRST_REMINDER : Date.parse(reminder_date)
  return time >= FIRST_REMINDER && time < LAST_REMINDER ? {} : { reminder_date: [t('fields.invalid_time')] }
}

const areaProblems = async ({ db, t }: Context, { content, before }: Checked): Promise<Problems> => {
  const kept = before?.location_id === content.location_id ? before.area_ids : []
  const added = content.area_ids.filter(id => !kept.includes(id))
  const known = added.length === 0 ? [] : await areaIdsOf(db, [content.location_id])
  return added.every(id => known.includes(id)) ? {} : { area_ids: [t('fields.unknown_reference')] }
}

const answersProblems = ({ t }: Context, { content, before, sent, items }: Checked): Problems => {
  const given = Object.keys(sent)
  if (before && given.length === 0) return {}
  if (!items) return given.length === 0 ? {} : { answers: [t('fields.no_list')] }
  const keys = new Set(items.map(item => item.key))
  return Object.fromEntries([
    ...given.filter(key => !keys.has(key)).map(key => [`answers.${key}`, [t('fields.unknown_item')]]),
    ...[...answerProblems(items, content.answers)].map(([key, { code, limit }]) => [
      `answers.${key}`,
      [t(`fields.${code}`, { limit: limit ?? '' })],
    ]),
  ])
}
