import type { CallInput } from '#shared/contract/endpoint.ts'
import type { api } from '#shared/contract/index.ts'
import type { SearchFor, SearchOf } from '../../kit/routing/address.ts'
import { periodChoiceOf, type ScreenPeriod } from '../../measurements/period/period-choice.ts'
import type { Against } from '../comparison/comparisons.ts'
import type { dashboardScreen } from '../screens.ts'
import { MAX_AREAS } from './areas.ts'
import type { Means } from './means.ts'

/** Everything the dashboard shows follows from this, and all of it stands in the address. */
export interface Selection {
  /** Measurement that was chosen; null: the first that is measured. */
  measurement: string | null
  /** Five-minute means outside of these are left out. */
  min: number | null
  max: number | null
  /** Areas in their slots, each of which has a colour; 0 is a free one. Null: the first few with data. */
  slots: readonly number[] | null
  /** Species of the areas; none means all. */
  species: readonly number[]
  period: ScreenPeriod
  /** Months of the year that count, 1 to 12; none means all. */
  months: readonly number[]
  means: Means
  withLowCoverage: boolean
  withEmpty: boolean
  weather: boolean
  /** Measurement that may be the cause; null: the first that fits. */
  cause: string | null
  withoutDayPattern: boolean
  /** Second selection; null where nothing is compared. */
  against: Against | null
}

type Search = SearchOf<typeof dashboardScreen>

/** Share of a day that has to be there, where days with less are left out. */
export const LEAST_COVERAGE = 0.75

/** A week would leave each cell of a weekday-hour map one hour. */
const DEFAULT_INTERVAL = 'month'

const isMonth = (month: number): boolean => month >= 1 && month <= 12
export const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

const periodOf = ({ interval = DEFAULT_INTERVAL, ...search }: Search): ScreenPeriod => {
  const { index, calendar, date_start, date_end } = search
  const period = periodChoiceOf({ interval, index, calendar, date_start, date_end })
  // A selection that is none, or a word nobody knows, is as if it were not there.
  return period.interval === interval ? period : { interval: DEFAULT_INTERVAL, index: 0 }
}

/** Second selection of an address. Each placement has a period of its own where means are of it: there is none before. */
const againstOf = ({ means, against: by, ...search }: Search): Against | null =>
  by === undefined || (means === 'research' && by !== 'areas')
    ? null
    : {
        by,
        areas: unique(search.against_areas ?? []).slice(0, MAX_AREAS),
        date: search.against_date ?? null,
        dates: datesOf(search.against_start, search.against_end),
      }

const datesOf = (date_start: string | undefined, date_end: string | undefined): Against['dates'] => {
  const { interval, ...dates } = periodChoiceOf({ interval: 'selection', date_start, date_end })
  return interval === 'selection' && dates.date_start && dates.date_end ? [dates.date_start, dates.date_end] : null
}

/** Reads the selection from the address; anything it says wrong is the default. */
export const selectionOf = (search: Search): Selection => {
  const [min, max] = [search.min ?? null, search.max ?? null]
  const isRange = min === null || max === null || min < max
  return {
    measurement: search.measurement ?? null,
    min: isRange ? min : null,
    max: isRange ? max : null,
    slots: search.areas ?? null,
    species: unique(search.species ?? []),
    period: periodOf(search),
    months: unique((search.months ?? []).filter(isMonth)).sort((a, b) => a - b),
    means: search.means ?? 'day',
    withLowCoverage: search.low_coverage === '1',
    withEmpty: search.empty === '1',
    weather: search.weather !== '0',
    cause: search.cause ?? null,
    withoutDayPattern: search.without_day_pattern === true,
    against: againstOf(search),
  }
}

const orNone = (values: readonly number[]) => (values.length > 0 ? values : null)

/** The way back into the address; what is as it would be anyway is left out. */
export const searchOf = (selection: Selection): SearchFor<typeof dashboardScreen> => {
  const { interval, index, calendar, date_start, date_end } = selection.period
  return {
    measurement: selection.measurement,
    min: selection.min,
    max: selection.max,
    // An empty selection would be the first areas again.
    areas: selection.slots?.length === 0 ? [0] : selection.slots,
    species: orNone(selection.species),
    interval: interval === DEFAULT_INTERVAL ? null : interval,
    index: index > 0 ? String(index) : null,
    calendar: calendar ? '1' : null,
    date_start: interval === 'selection' ? (date_start ?? null) : null,
    date_end: interval === 'selection' ? (date_end ?? null) : null,
    months: orNone(selection.months),
    means: selection.means === 'day' ? null : selection.means,
    low_coverage: selection.withLowCoverage ? '1' : null,
    empty: selection.withEmpty ? '1' : null,
    weather: selection.weather ? null : '0',
    cause: selection.cause,
    without_day_pattern: selection.withoutDayPattern || null,
    against: selection.against?.by ?? null,
    against_areas: orNone(selection.against?.areas ?? []),
    against_date: selection.against?.date ?? null,
    against_start: selection.against?.dates?.[0] ?? null,
    against_end: selection.against?.dates?.[1] ?? null,
  }
}

/** Number of filters that leave something out which would be there without them. */
export const filtersIn = ({ min, max, slots, species, months }: Selection): number =>
  [min !== null || max !== null, slots !== null, species.length > 0, months.length > 0].filter(Boolean).length

/** The selection without its filters: the measurement, the period and the kind of means stay. */
export const cleared = (selection: Selection): Selection => ({
  ...selection,
  min: null,
  max: null,
  slots: null,
  species: [],
  months: [],
  withLowCoverage: false,
  withEmpty: false,
})

/** A selection whose measurements are known. */
export interface Asked extends Omit<Selection, 'measurement' | 'cause'> {
  measurement: string
  cause: string | null
}

type Query = NonNullable<CallInput<typeof api.getStatistics>['query']>
export type Calculation = Query['calculation']

const isWeather = (key: string | null): boolean => key?.startsWith('weather_') ?? false

const flag = (on: boolean) => (on ? ('1' as const) : undefined)

const periodQuery = ({ means, period, months }: Asked) => ({
  ...(means === 'research'
    ? { interval: 'lr' as const }
    : {
        interval: period.interval === 'research' ? DEFAULT_INTERVAL : period.interval,
        index: period.index,
        calendar: flag(period.calendar === true),
        date_start: period.date_start,
        date_end: period.date_end,
      }),
  months: months.length > 0 ? months.join() : undefined,
})

/** The call for how much there is of each area, chosen or not. */
export const overviewQuery = (asked: Asked, leaveOut: { low: boolean; empty: boolean }): Query => ({
  calculation: 'COUNT',
  measurements: asked.measurement,
  ...periodQuery(asked),
  min_coverage: leaveOut.low ? LEAST_COVERAGE : undefined,
  without_empty: flag(leaveOut.empty),
  weather: flag(isWeather(asked.measurement)),
})

/** The call for one of the charts, of the areas that are shown. */
export const statisticsQuery = (
  asked: Asked,
  calculation: Exclude<Calculation, 'COUNT'>,
  areaIds: readonly number[],
): Query => {
  const correlated = calculation === 'CORRELATION'
  return {
    calculation,
    measurements: asked.measurement,
    area_ids: areaIds.join(),
    ...periodQuery(asked),
    step: calculation === 'MEAN' || correlated ? (asked.means === 'hour' ? 'hour' : 'day') : undefined,
    min_value: asked.min ?? undefined,
    max_value: asked.max ?? undefined,
    min_coverage: asked.withLowCoverage ? undefined : LEAST_COVERAGE,
    without_empty: flag(!asked.withEmpty),
    weather: flag(isWeather(asked.measurement) || (correlated && isWeather(asked.cause))),
    cause: correlated ? (asked.cause ?? undefined) : undefined,
    without_day_pattern: correlated ? flag(asked.withoutDayPattern) : undefined,
  }
}
