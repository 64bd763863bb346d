import type { CallInput } from '#shared/contract/endpoint.ts'
import { INTERVALS, type Language, type PeriodInterval } from '#shared/contract/fixed.ts'
import type { api } from '#shared/contract/index.ts'
import { MAX_REPORT_AREAS, type ReportRows } from '#shared/rules/reports/report-states.ts'
import type { SearchOf } from '../kit/routing/address.ts'
import type { reportsScreen } from './screens.ts'

/** Periods that a report can be about, besides one from day to day. */
export const PERIODS = [
  'day:0:0',
  'week:0:0',
  'month:0:0',
  'year:0:0',
  'day:1:1',
  'week:1:1',
  'month:1:1',
  'year:1:1',
] as const
export type PeriodName = (typeof PERIODS)[number] | 'selection'

export interface ReportChoice {
  areaIds: readonly number[]
  interval: PeriodInterval
  index: number
  calendar: boolean
  /** Local days or times; empty unless the period is a selection. */
  start: string
  end: string
  rows: ReportRows
  language: Language
}

/** Choice that an address brings: another page names its areas and period. A last full week where it names none. */
export const choiceIn = (search: SearchOf<typeof reportsScreen>, language: Language): ReportChoice => {
  const { areas = [], date_start = '', date_end = '' } = search
  const interval = INTERVALS.find(one => one === search.interval)
  const isWhole = interval !== undefined && (interval !== 'selection' || (date_start !== '' && date_end !== ''))
  return {
    areaIds: areas.slice(0, MAX_REPORT_AREAS),
    ...(isWhole
      ? { interval, index: search.index ?? 0, calendar: search.calendar ?? false }
      : { interval: 'week', index: 1, calendar: true }),
    start: isWhole && interval === 'selection' ? date_start : '',
    end: isWhole && interval === 'selection' ? date_end : '',
    rows: 'day',
    language,
  }
}

/** Name of the period among those offered; null for another one that an address brought. */
export const periodNameOf = ({ interval, index, calendar }: ReportChoice): PeriodName | null =>
  interval === 'selection'
    ? 'selection'
    : (PERIODS.find(name => name === `${interval}:${index}:${calendar ? 1 : 0}`) ?? null)

export const withPeriod = (choice: ReportChoice, name: string): ReportChoice => {
  const [word, index = '0', calendar] = name.split(':')
  const interval = INTERVALS.find(one => one === word) ?? 'week'
  return { ...choice, interval, index: Number(index), calendar: calendar === '1' }
}

/** Tells whether a report can be asked for. */
export const isWhole = ({ areaIds, interval, start, end }: ReportChoice): boolean =>
  areaIds.length > 0 && (interval !== 'selection' || (start !== '' && end !== ''))

export const bodyOf = (choice: ReportChoice, timezone: string): CallInput<typeof api.createReport>['body'] => {
  const { areaIds, interval, index, calendar, start, end, rows, language } = choice
  const period =
    interval === 'selection' ? { interval, date_start: start, date_end: end } : { interval, index, calendar }
  return { area_ids: [...areaIds], ...period, timezone, rows, language }
}
