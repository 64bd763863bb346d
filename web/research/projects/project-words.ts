import { useTranslation } from 'react-i18next'
import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { daysBetween } from '#shared/rules/time/wall-clock.ts'
import { useUser } from '../../kit/api/session.ts'
import { dayIn, momentIn } from '../../kit/language/viewer-formats.ts'

/** Share (0 to 1) of a project's time that is over; null for one without an end. */
export const progressOf = ({ start, end }: Pick<Research, 'start' | 'end'>, now: number): number | null => {
  if (end === null) return null
  const [from, until] = [Date.parse(start), Date.parse(end)]
  return Math.max(0, Math.min(1, (now - from) / (until - from)))
}

/** Day of a project that it is on the clocks of a zone, 1 the first, and how many it has; null without an end. */
export const dayOf = ({ start, end }: Pick<Research, 'start' | 'end'>, now: number, zone: string) => ({
  day: Math.max(1, daysBetween(start, now, zone) + 1),
  // The last day of what ends at midnight is the day before.
  days: end === null ? null : Math.max(1, daysBetween(start, Date.parse(end) - 1, zone) + 1),
})

/** The caller's part in a project, as a key of its word; null where there is none to tell. */
export const partOf = ({ may, answer }: Pick<Research, 'may' | 'answer'>) =>
  answer === 'asked' || answer === 'yes' || answer === 'no' ? answer : may.includes('edit') ? ('own' as const) : answer

/** Names of measurements in the language of the screen, in their order. */
export const measurementNames = (lists: Pick<TaxonomyLists, 'measurement_types'>, keys: readonly string[]): string[] =>
  lists.measurement_types.filter(({ abbreviation }) => keys.includes(abbreviation)).map(({ name }) => name)

const MAX_NAMED = 5

/** The same in one line; of many the count follows the first ones. */
export const namedInShort = (lists: Pick<TaxonomyLists, 'measurement_types'>, keys: readonly string[]): string => {
  const names = measurementNames(lists, keys)
  const rest = names.length - MAX_NAMED
  return rest > 1 ? `${names.slice(0, MAX_NAMED).join(', ')} + ${rest}` : names.join(', ')
}

/** Sentence of an entry of the ledger, with its day on the clocks of the location. */
export const useSaid = () => {
  const { t } = useTranslation('projects')
  const dates = useDates()
  return ({ kind, email, location_name, from, time_zone }: ConsentEntry): string =>
    kind === 'asked'
      ? t('history.asked', { email: email ?? '' })
      : // A kind of a newer server has the words of none.
        t([`history.${kind}`, 'history.other'], {
          location: location_name ?? '',
          from: from ? dayIn(from, time_zone ?? dates.zone) : '',
        })
}

/** Dates and times of projects on the clocks of the person. */
export const useDates = () => {
  const { t } = useTranslation('projects')
  const { time_zone } = useUser()
  const day = (time: string) => dayIn(time, time_zone)
  /** The last day of what ends at midnight is the day before. */
  const lastDay = (time: string) => dayIn(Date.parse(time) - 1, time_zone)
  return {
    zone: time_zone,
    day,
    lastDay,
    time: (moment: string) => momentIn(moment, time_zone),
    period: ({ start, end }: { start: string; end: string | null }) =>
      end === null ? t('period_open', { from: day(start) }) : t('period', { from: day(start), until: lastDay(end) }),
  }
}
