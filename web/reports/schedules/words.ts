import { useTranslation } from 'react-i18next'
import type { ReportSchedule } from '#shared/contract/measurements/report-schedules.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { useFormat } from '../../kit/language/format.ts'

/** A Monday, from which weekdays are named. */
const A_MONDAY = Date.UTC(2024, 0, 1)

export type Times = Pick<ReportSchedule, 'frequency' | 'weekday' | 'relative'>

/** Words of when a schedule runs and what about. */
export const useScheduleWords = () => {
  const { t } = useTranslation('schedules')
  const { language } = useFormat()
  const weekdayOf = (weekday: number): string =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(A_MONDAY + (weekday - 1) * DAY_MS)
  return {
    weekdayOf,
    when: ({ frequency, weekday }: Times): string => t(`when.${frequency}`, { weekday: weekdayOf(weekday) }),
    /** The same as it begins a sentence: `Each Monday`. */
    each: ({ frequency, weekday }: Times): string => t(`each.${frequency}`, { weekday: weekdayOf(weekday) }),
    about: ({ frequency, relative }: Times): string => t(`${relative ? 'relative' : 'full'}.${frequency}`),
    /** Day of the list of days ahead: `Thu 19`. */
    dayOf: (date: string): string => {
      const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
      return `${weekday.format(new Date(`${date}T00:00Z`))} ${Number(date.slice(8))}`
    },
  }
}
