import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { CallFailed } from '#shared/contract/call.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, type Read, useReads } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { type Changes, changed } from '../../kit/routing/changes.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { marksOf } from '../../research/notes/marks.ts'
import { deviceNotesRead } from '../../research/queries.ts'
import { type Sides, sidesOf } from '../comparison/sides.ts'
import { secondAreas } from '../comparison/together.ts'
import { dashboardScreen } from '../screens.ts'
import { type AreaOption, areaOptions, type ChartArea, filledSlots, missingIn, ofSpecies, shownAreas } from './areas.ts'
import { causesOf, type MeasurementChoices, measurementChoices } from './measurements.ts'
import {
  type Asked,
  type Calculation,
  overviewQuery,
  type Selection,
  searchOf,
  selectionOf,
  statisticsQuery,
} from './selection.ts'

/** Wait for more changes before the charts are read again (specification §9). */
const DEBOUNCE_MS = 600
/** An answer is good for so long: a repeated question is not asked again. */
const GOOD_FOR = 2 * MINUTE_MS

/** Lists that are chosen from, what was measured last, and whose farms are one's own. */
export const DASHBOARD_READS = [LISTS, queryOf(api.listLast, {}), LOCATIONS] as const

/** The selection in the address, and how to change it: by some of it, or by what the newest one becomes. */
export const useSelection = () => {
  const selection = selectionOf(useScreenSearch(dashboardScreen))
  const changeSearch = useChangeSearch(dashboardScreen)
  const change = (some: Changes<Selection>): void =>
    void changeSearch(search => searchOf(changed(selectionOf(search), some)))
  return [selection, change] as const
}
export type ChangeSelection = ReturnType<typeof useSelection>[1]

/** A part of the dashboard on its way, there, or not coming. */
export interface StatisticsRead {
  answer: StatisticsAnswer | undefined
  /** True while the answer is to the question before. */
  old: boolean
  failure: unknown
  again: () => void
}

/** Subject of a question: its parameters, measurements and cause. */
const subjectOf = (key: readonly unknown[] = []): string => {
  const [params, query] = key.slice(-2) as [unknown, { measurements?: string; cause?: string } | null | undefined]
  return JSON.stringify([params, query?.measurements, query?.cause])
}

/**
 * Tells whether a question is asked: not at all; later, as it is not known yet in all its words; or ahead, as it may turn out
 * to be another one.
 */
type When = boolean | 'later' | 'ahead'

/** Answer to a question; that of the question before stays meanwhile, if it was about the same measurement. */
export const useStatisticsRead = (asked: Read<StatisticsAnswer>, when: When): StatisticsRead => {
  const read = useQuery({
    ...asked,
    staleTime: GOOD_FOR,
    enabled: when === true || when === 'ahead',
    placeholderData: (before, last) => (subjectOf(last?.queryKey) === subjectOf(asked.queryKey) ? before : undefined),
  })
  // Numbers of a question that failed are not shown on.
  const answer = read.error || when === false ? undefined : read.data
  const isAhead = when === 'ahead'
  return {
    answer,
    old: read.isPlaceholderData || isAhead,
    failure: isAhead ? null : read.error,
    again: () => void read.refetch(),
  }
}

/** True until there is an answer to the question itself, or a failure. */
const isOnItsWay = ({ answer, old, failure }: StatisticsRead): boolean => !failure && (answer === undefined || old)

type Query = CallInput<typeof api.getStatistics>['query']
const useStatistics = (query: Query, when: When) => useStatisticsRead(queryOf(api.getStatistics, { query }), when)

/**
 * A selection as it stood when it last rested, and whether it has moved since. A change after a rest counts at once, before
 * anything is drawn of it; those that follow wait for the next rest.
 */
export const useSettled = <Of>(selection: Of): { settled: Of; moving: boolean; isResting: () => boolean } => {
  const key = JSON.stringify(selection)
  // The selection that counts is kept outside of React's states: one that is set while rendering, so that all charts are not drawn once more
  // before they are asked for, is lost where an earlier update of it still waits.
  const last = useRef({ key, settledKey: key, isResting: true })
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const now = last.current.isResting ? key : last.current.settledKey
  useEffect(() => {
    if (key === last.current.key) return
    last.current = { key, settledKey: last.current.isResting ? key : last.current.settledKey, isResting: false }
    const timer = setTimeout(() => {
      const isNew = last.current.settledKey !== key
      last.current = { key, settledKey: key, isResting: true }
      if (isNew) drawAgain()
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [key])
  const settled = useMemo(() => JSON.parse(now) as Of, [now])
  return { settled, moving: now !== key, isResting: () => last.current.isResting }
}

/** Ids of the areas that were shown last for the same choice of areas; none before the first ones are known. */
const useShownLast = ({ slots, species }: Selection, shown: readonly number[] | null): readonly number[] => {
  const choice = JSON.stringify([slots, species])
  const [last, setLast] = useState<{ choice: string; ids: readonly number[] }>({ choice, ids: [] })
  if (shown && (last.choice !== choice || last.ids.join() !== shown.join())) setLast({ choice, ids: shown })
  return last.choice === choice ? last.ids : []
}

/** Marks of what happened in research projects that the areas are part of; none while they are on their way, or cannot be read. */
const useNoteMarks = (areas: readonly ChartArea[]) => {
  const ids = [...new Set(areas.flatMap(({ deviceIds }) => deviceIds))].sort((a, b) => a - b)
  const { data } = useQuery({ ...deviceNotesRead(ids), staleTime: GOOD_FOR, enabled: ids.length > 0 })
  return useMemo(() => marksOf(data ?? []), [data])
}

/** Everything the dashboard is drawn from. */
export const useDashboard = (selection: Selection) => {
  const [lists, last, locations] = useReads(DASHBOARD_READS)
  const { time_zone } = useUser()
  const { settled, moving, isResting } = useSettled(selection)
  const choices = useMemo(
    () => measurementChoices(lists, last, selection.weather, selection.measurement),
    [lists, last, selection.weather, selection.measurement],
  )
  const { causes, asked } = useMemo(() => askedOf(settled, choices, lists), [settled, choices, lists])
  const { measurement } = asked
  const overview = useStatistics(countedQuery(asked), true)
  // The days that would be left out, whether they are or not: mostly the same question.
  const leftOut = useStatistics(overviewQuery(asked, { low: true, empty: true }), true)
  const ownFarms = useMemo(
    () => new Set(locations.flatMap(({ id, may }) => (may.includes('own') ? id : []))),
    [locations],
  )
  const options = useMemo(
    () => (overview.answer ? areaOptions(overview.answer, measurement, ownFarms) : undefined),
    [overview.answer, measurement, ownFarms],
  )
  const inSpecies = useMemo(() => options && ofSpecies(options, settled.species), [options, settled.species])
  const slots = useMemo(() => filledSlots(settled.slots, inSpecies ?? []), [settled.slots, inSpecies])
  const areas = useMemo(() => shownAreas(slots, inSpecies ?? []), [slots, inSpecies])
  const shownIds = areas.map(({ id }) => id)
  const shownLast = useShownLast(settled, overview.answer && !overview.old ? shownIds : null)
  const mayAsk = areas.length > 0 && (settled.slots !== null || !overview.old) && overview.answer !== undefined
  // Most changes leave the areas as they are: their charts do not wait for the overview, whose answer tells which they are.
  const isAhead = !mayAsk && asked.against === null && shownLast.length > 0 && isOnItsWay(overview)
  const areaIds = isAhead ? shownLast : shownIds
  const { answer: whole, old } = overview
  const sides = useMemo(() => (whole ? sidesOf(asked, whole, time_zone) : null), [asked, whole, time_zone])
  const first = sides?.first ?? asked
  // The periods that are compared follow from the overview: while it is on its way they are those of before.
  const when = mayAsk && sides !== null && old ? 'later' : isAhead ? 'ahead' : mayAsk
  const isRanged = asked.min !== null || asked.max !== null
  const askAhead = useAskAhead(selection, shownIds, () => !overview.old && isResting())
  return {
    lists,
    askAhead,
    choices,
    causes,
    asked,
    /** True while a change of the filters has not been asked for yet. */
    moving,
    overview,
    leftOut,
    options: options ?? [],
    slots,
    areas,
    marks: useNoteMarks(areas),
    missing: overview.answer && !overview.old ? missingIn(settled.slots, options ?? []) : 0,
    ...useCharts(first, areaIds, when),
    /** All values there are, which the ends of a range are chosen from. */
    whole: useStatistics(statisticsQuery({ ...asked, min: null, max: null }, 'BOXPLOT', areaIds), mayAsk && isRanged),
    compared: useCompared({ asked, sides, areas, options: options ?? [], when }),
  }
}

/** A selection with the measurement and the cause that it stands for. A word of an address that names none is as if it were not there. */
const askedOf = (selection: Selection, choices: MeasurementChoices, lists: TaxonomyLists) => {
  const isKnown = lists.measurement_types.some(({ abbreviation }) => abbreviation === selection.measurement)
  const measurement = isKnown && selection.measurement ? selection.measurement : choices.first
  const causes = causesOf(choices, measurement, selection.cause)
  const asked: Asked = { ...selection, measurement, cause: causes.chosen }
  return { causes, asked }
}

/** The call for how much there is of each area, without the days that are left out. */
const countedQuery = (asked: Asked) => overviewQuery(asked, { low: !asked.withLowCoverage, empty: !asked.withEmpty })

/** Calculations of the charts. The one that takes longest is asked for first: a browser has six connections to a server, one of which brings news. */
const CHARTS = ['CORRELATION', 'BOXPLOT', 'WEEKMAP', 'MEAN', 'PEAK'] as const

/**
 * Asks for the charts of a selection that is about to be chosen, of the areas that are shown: the server works while the page is
 * drawn anew. Only for a change that counts at once and leaves the areas as they are; any other is asked for once it is drawn.
 */
const useAskAhead = (selection: Selection, areaIds: readonly number[], countsAtOnce: () => boolean) => {
  const client = useQueryClient()
  const [lists, last] = useReads(DASHBOARD_READS)
  return (next: Selection): void => {
    const choiceOf = ({ slots, species, against }: Selection) => JSON.stringify([slots, species, against])
    if (areaIds.length === 0 || !countsAtOnce() || next.against !== null || choiceOf(next) !== choiceOf(selection))
      return
    const { asked } = askedOf(next, measurementChoices(lists, last, next.weather, next.measurement), lists)
    const wanted = CHARTS.filter(one => one !== 'CORRELATION' || asked.cause !== null)
    for (const query of [countedQuery(asked), ...wanted.map(one => statisticsQuery(asked, one, areaIds))])
      void client.prefetchQuery({ ...queryOf(api.getStatistics, { query }), staleTime: GOOD_FOR })
  }
}

/** Charts of a selection. */
const useCharts = (asked: Asked, areaIds: readonly number[], when: When) => {
  const of = (calculation: Exclude<Calculation, 'COUNT'>) => statisticsQuery(asked, calculation, areaIds)
  return {
    correlation: useStatistics(of('CORRELATION'), asked.cause !== null && when),
    spread: useStatistics(of('BOXPLOT'), when),
    weekmap: useStatistics(of('WEEKMAP'), when),
    lines: useStatistics(of('MEAN'), when),
    peaks: useStatistics(of('PEAK'), when),
  }
}

interface OfCompared {
  asked: Asked
  sides: Sides | null
  areas: readonly ChartArea[]
  options: readonly AreaOption[]
  when: When
}

/** The second selection, asked for as the first one is, and the days of both, which their difference is made of. */
const useCompared = ({ asked, sides, areas, options, when: ofFirst }: OfCompared) => {
  const wanted = asked.against?.areas
  const others = useMemo(
    () => secondAreas(areas, options, wanted && wanted.length > 0 ? wanted : areas.map(({ id }) => id)),
    [areas, options, wanted],
  )
  const when = sides !== null && others.length > 0 && ofFirst
  const second = sides?.second ?? asked
  const ids = { first: areas.map(({ id }) => id), second: others.map(({ id }) => id) }
  const daysOf = (side: Asked, of: readonly number[]) =>
    statisticsQuery(side.means === 'hour' ? { ...side, means: 'day' } : side, 'MEAN', of)
  const charts = useCharts(second, ids.second, when)
  return {
    sides,
    /** True where the caller may see nothing of the second selection, as before the first device was there. */
    isEmpty: charts.lines.failure instanceof CallFailed && charts.lines.failure.code === 'outside_subscription',
    areas: others,
    /** Tells whether both selections are of the same areas. */
    arePaired: ids.first.length === ids.second.length && ids.second.every(id => ids.first.includes(id)),
    overview: useStatistics(countedQuery(second), when),
    ...charts,
    days: {
      first: useStatistics(daysOf(sides?.first ?? asked, ids.first), when),
      second: useStatistics(daysOf(second, ids.second), when),
    },
  }
}
export type Compared = Dashboard['compared']
export type Dashboard = ReturnType<typeof useDashboard>
