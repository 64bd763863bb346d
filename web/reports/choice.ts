import type { CallInput } from '#shared/contract/endpoint.ts'
import { INTERVALS, type Language, type PeriodInterval } from '#shared/contract/fixed.ts'
import type { api } from '#shared/contract/index.ts'
import {
  fittingRows,
  LONGEST_PERIOD,
  MAX_REPORT_AREAS,
  type ReportRows,
  type ReportSource,
} from '#shared/rules/reports/report-states.ts'
import { EMITTED, type Emitted } from '#shared/rules/science/emission-chain.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../kit/language/format.ts'
import { shownDateTime } from '../kit/language/viewer-formats.ts'
import type { SearchOf } from '../kit/routing/address.ts'
import type { reportsScreen } from './screens.ts'

/** Periods that a report can be about, besides one from day to day. */
export const PERIODS = [
  'day_0_0',
  'week_0_0',
  'month_0_0',
  'year_0_0',
  'day_1_1',
  'week_1_1',
  'month_1_1',
  'year_1_1',
] as const
export type PeriodName = (typeof PERIODS)[number] | 'selection'

export interface ReportChoice {
  source: ReportSource
  gas: Emitted
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

interface CountedPeriod {
  interval: string
  /** Periods back from now. */
  index: number
  calendar?: boolean | undefined
}

const nameOf = ({ interval, index, calendar }: CountedPeriod) =>
  PERIODS.find(name => name === `${interval}_${index}_${calendar ? 1 : 0}`) ?? null

/** Areas and period of another page, as the report screen keeps them in its address: its moments, unless the period has a name. */
export const reportSearch = (
  areas: readonly number[],
  period: CountedPeriod,
  shown: { from: string; until: string },
): SearchOf<typeof reportsScreen> =>
  nameOf(period)
    ? { areas: [...areas], interval: period.interval, index: period.index, calendar: period.calendar ?? false }
    : { areas: [...areas], interval: 'selection', date_start: shown.from, date_end: shown.until }

/**
 * Choice that an address brings: another page names its areas and period. Areas without a device are left out; a last full week
 * where it names no period.
 */
export const choiceIn = (
  search: SearchOf<typeof reportsScreen>,
  language: Language,
  known: readonly { id: number }[],
): ReportChoice => {
  const { areas = [], date_start = '', date_end = '' } = search
  const interval = INTERVALS.find(one => one === search.interval)
  const isWhole = interval !== undefined && (interval !== 'selection' || (date_start !== '' && date_end !== ''))
  return {
    source: search.source === 'Emission' ? 'Emission' : 'Data',
    gas: EMITTED.find(one => one === search.gas) ?? 'nh3',
    areaIds: areas.filter(area => known.some(({ id }) => id === area)).slice(0, MAX_REPORT_AREAS),
    ...(isWhole
      ? { interval, index: search.index ?? 0, calendar: search.calendar ?? false }
      : { interval: 'week', index: 1, calendar: true }),
    start: isWhole && interval === 'selection' ? date_start : '',
    end: isWhole && interval === 'selection' ? date_end : '',
    rows: 'day',
    language,
  }
}

/** Tells whether the period is between two moments of another page, not from day to day. */
export const isOfMoments = ({ interval, start }: Pick<ReportChoice, 'interval' | 'start'>): boolean =>
  interval === 'selection' && start.includes('T')

/** Name of the period among those offered; null for another one that an address brought. */
export const periodNameOf = (choice: ReportChoice): PeriodName | null =>
  choice.interval === 'selection' && !isOfMoments(choice) ? 'selection' : nameOf(choice)

/** First and last minute between two moments, on the clocks of a zone. */
export const minutesOf = ({ start, end }: Pick<ReportChoice, 'start' | 'end'>, zone: string) => ({
  from: dateTimeIn(start, zone),
  until: dateTimeIn(Date.parse(end) - MINUTE_MS, zone),
})

/** The same as whoever looks reads it. */
export const shownMinutesOf = (choice: ReportChoice, zone: string) => {
  const { from, until } = minutesOf(choice, zone)
  return { from: shownDateTime(from), until: shownDateTime(until) }
}

export const withPeriod = (choice: ReportChoice, name: string, zone: string): ReportChoice => {
  if (name === 'selection' && isOfMoments(choice)) {
    const { from, until } = minutesOf(choice, zone)
    return { ...choice, start: from.slice(0, 10), end: until.slice(0, 10) }
  }
  const [word, index = '0', calendar] = name.split('_')
  const interval = INTERVALS.find(one => one === word) ?? 'week'
  return { ...choice, interval, index: Number(index), calendar: calendar === '1' }
}

/** Thing that is wanting before a report can be asked for; null where nothing is. */
export const wantingIn = ({ areaIds, interval, start, end }: ReportChoice): 'areas' | 'days' | 'order' | null => {
  if (areaIds.length === 0) return 'areas'
  if (interval !== 'selection') return null
  if (start === '' || end === '') return 'days'
  return end < start ? 'order' : null
}

/** Length in ms of the period, or a little more; 0 while it is not chosen. */
export const lengthOfChoice = (choice: ReportChoice): number => {
  const { interval, start, end } = choice
  if (interval === 'hour') return LONGEST_PERIOD.day
  if (interval !== 'selection') return LONGEST_PERIOD[interval]
  const length = Date.parse(end) - Date.parse(start)
  return Number.isNaN(length) ? 0 : length + (isOfMoments(choice) ? 0 : DAY_MS)
}

export const bodyOf = (choice: ReportChoice, timezone: string): CallInput<typeof api.createReport>['body'] => {
  const { source, gas, areaIds, interval, index, calendar, start, end, language } = choice
  const period =
    interval === 'selection' ? { interval, date_start: start, date_end: end } : { interval, index, calendar }
  return {
    source,
    gas,
    area_ids: [...areaIds],
    ...period,
    timezone,
    rows: fittingRows(choice.rows, lengthOfChoice(choice), areaIds.length),
    language,
  }
}
