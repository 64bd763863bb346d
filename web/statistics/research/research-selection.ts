import type { CallInput } from '#shared/contract/endpoint.ts'
import type { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { ChartType } from '../../charts/drawing/chart-spec.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import type { SearchFor, SearchOf } from '../../kit/routing/address.ts'
import { periodChoiceOf, type ScreenPeriod } from '../../measurements/period/period-choice.ts'
import { type Asked, type Calculation, LEAST_COVERAGE, type Selection, unique } from '../dashboard/selection.ts'
import type { researchDashboardScreen } from '../screens.ts'

/** Weeks that are looked at where nobody chose a period (specification §8). */
const WEEKS = 2

export const PERIODS = ['weeks', 'month', 'research'] as const
export type ResearchPeriod = (typeof PERIODS)[number] | 'selection'

/** Everything the research dashboard shows follows from this, and all of it stands in the address. */
export interface ResearchSelection extends Pick<Selection, 'measurement' | 'slots' | 'species' | 'weather'> {
  /** Project that was chosen; null: the first one. */
  project: number | null
  span: ResearchPeriod
  /** Months back, or the dates of a selection. */
  period: ScreenPeriod
  /** Share of a day that has to be there for it to count, 0 to 1. */
  least: number
  calibrated: boolean
  type: ChartType
  /** Placement of which the correlations are; null: the first that is shown. */
  matrix: number | null
  treatment: readonly number[]
  control: readonly number[]
}

type Search = SearchOf<typeof researchDashboardScreen>

/** Reads the selection from the address; anything it says wrong is the default. */
export const researchSelectionOf = (search: Search): ResearchSelection => {
  const { interval = 'weeks', index, date_start, date_end } = search
  const period = periodChoiceOf({
    interval: interval === 'selection' ? interval : 'month',
    index,
    date_start,
    date_end,
  })
  const span =
    interval === 'selection' && period.interval !== 'selection'
      ? 'weeks'
      : ([...PERIODS, 'selection' as const].find(one => one === interval) ?? 'weeks')
  const treatment = unique(search.treatment ?? [])
  return {
    project: search.project ?? null,
    measurement: search.measurement ?? null,
    slots: search.devices ?? null,
    species: [],
    span,
    period: span === 'month' || span === 'selection' ? period : { interval: 'month', index: 0 },
    least: search.least !== undefined && search.least >= 0 && search.least <= 100 ? search.least / 100 : LEAST_COVERAGE,
    calibrated: search.raw !== true,
    weather: search.weather !== '0',
    type: search.type ?? 'line',
    matrix: search.matrix ?? null,
    treatment,
    // A placement is in one group at most.
    control: unique(search.control ?? []).filter(id => !treatment.includes(id)),
  }
}

const orNone = (values: readonly number[]) => (values.length > 0 ? values : null)

/** The way back into the address; what is as it would be anyway is left out. */
export const researchSearchOf = (selection: ResearchSelection): SearchFor<typeof researchDashboardScreen> => {
  const { span, period, least, type } = selection
  return {
    project: selection.project,
    measurement: selection.measurement,
    devices: selection.slots?.length === 0 ? [0] : selection.slots,
    interval: span === 'weeks' ? null : span,
    index: span === 'month' && period.index > 0 ? String(period.index) : null,
    date_start: span === 'selection' ? (period.date_start ?? null) : null,
    date_end: span === 'selection' ? (period.date_end ?? null) : null,
    least: least === LEAST_COVERAGE ? null : Math.round(least * 100),
    raw: !selection.calibrated || null,
    weather: selection.weather ? null : '0',
    type: type === 'line' ? null : type,
    matrix: selection.matrix,
    treatment: orNone(selection.treatment),
    control: orNone(selection.control),
  }
}

/** A selection of which project and measurement are known, with the period that it comes to. */
export interface AskedResearch extends Asked {
  project: number
  least: number
  calibrated: boolean
}

interface SelectionContext {
  project: { id: number; end: string | null }
  measurement: string
  now: number
  timeZone: string
}

/** The last two weeks of a project, or up to now while it goes on. */
const lastWeeks = ({ project, now, timeZone }: SelectionContext): ScreenPeriod => {
  const end = Math.min(now, project.end === null ? now : Date.parse(project.end) - 1)
  const date_end = dateTimeIn(end, timeZone).slice(0, 10)
  // Days are counted by the calendar: one that clocks are changed on has 23 or 25 hours.
  const date_start = new Date(Date.parse(date_end) - (WEEKS * 7 - 1) * DAY_MS).toISOString().slice(0, 10)
  return { interval: 'selection', index: 0, date_start, date_end }
}

export const askedOf = (selection: ResearchSelection, known: SelectionContext): AskedResearch => ({
  ...{ measurement: known.measurement, slots: selection.slots, species: [], weather: selection.weather },
  ...{ min: null, max: null, months: [], cause: null, withoutDayPattern: false, against: null },
  ...{ withEmpty: true, withLowCoverage: selection.least === 0 },
  means: selection.span === 'research' ? 'research' : 'day',
  period: selection.span === 'weeks' ? lastWeeks(known) : selection.period,
  project: known.project.id,
  least: selection.least,
  calibrated: selection.calibrated,
})

type Query = NonNullable<CallInput<typeof api.getResearchStatistics>['query']>

const periodQuery = ({ means, period }: AskedResearch) => {
  if (means === 'research' || period.interval === 'research') return { interval: 'lr' as const }
  const { interval, index, date_start, date_end } = period
  return interval === 'selection' ? { interval, date_start, date_until: date_end } : { interval, index }
}

/** The call for one of the charts, of these placements, or of all where none are named. */
export const researchQuery = (
  asked: AskedResearch,
  calculation: Calculation,
  placements?: readonly number[],
  of: { measurements?: readonly string[]; cause?: string; step?: 'day' | 'period' } = {},
): Query => {
  const measurements = of.measurements ?? [asked.measurement]
  const isWeather = [...measurements, of.cause ?? ''].some(key => key.startsWith('weather_'))
  return {
    calculation,
    measurements: measurements.join(),
    location_research_ids: placements?.join(),
    ...periodQuery(asked),
    step: calculation === 'MEAN' || calculation === 'CORRELATION' ? (of.step ?? 'day') : undefined,
    min_coverage: asked.least > 0 ? asked.least : undefined,
    raw: asked.calibrated ? undefined : '1',
    weather: isWeather ? '1' : undefined,
    cause: of.cause,
  }
}
