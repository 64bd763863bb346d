import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#shared/contract/index.ts'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { type Changes, changed } from '../../kit/routing/changes.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { marksOf } from '../../research/notes/marks.ts'
import { RESEARCH, researchNotesRead } from '../../research/queries.ts'
import { filledSlots, missingIn, shownAreas } from '../dashboard/areas.ts'
import { type StatisticsRead, useSettled, useStatisticsRead } from '../dashboard/queries.ts'
import type { Calculation } from '../dashboard/selection.ts'
import { researchDashboardScreen } from '../screens.ts'
import { matrixKeys, notSharedIn, placementOptions } from './placements.ts'
import {
  type AskedResearch,
  askedOf,
  type ResearchSelection,
  researchQuery,
  researchSearchOf,
  researchSelectionOf,
} from './research-selection.ts'

export const RESEARCH_DASHBOARD_READS = [LISTS, RESEARCH] as const

/** The selection in the address, and how to change it. */
export const useResearchSelection = () => {
  const selection = researchSelectionOf(useScreenSearch(researchDashboardScreen))
  const changeSearch = useChangeSearch(researchDashboardScreen)
  const change = (some: Changes<ResearchSelection>): void =>
    void changeSearch(search => researchSearchOf(changed(researchSelectionOf(search), some)))
  return [selection, change] as const
}
export type ChangeResearch = ReturnType<typeof useResearchSelection>[1]

const FIRST = ['nh3', 'co2', 't', 'h']

/** Everything the research dashboard is drawn from; the project is there. */
export const useResearchDashboard = (selection: ResearchSelection, projectId: number) => {
  const [lists, projects] = useReads(RESEARCH_DASHBOARD_READS)
  const { time_zone } = useUser()
  const now = Math.floor(useNow(HOUR_MS) / HOUR_MS) * HOUR_MS
  const params = { id: projectId }
  const data = useQuery(queryOf(api.getResearchData, { params }))
  const notes = useQuery(researchNotesRead(projectId))
  const marks = useMemo(() => marksOf(notes.data ?? []), [notes.data])
  const placed = useQuery(queryOf(api.listResearchPlacements, { params }))
  const { settled, moving } = useSettled(selection)
  const project = projects.find(({ id }) => id === projectId)
  const measured = data.data?.measurements
  const targets = data.data?.target_measurements ?? []
  const first = [...targets, ...FIRST].find(key => measured?.includes(key)) ?? measured?.[0] ?? 't'
  const isKnown = lists.measurement_types.some(({ abbreviation }) => abbreviation === settled.measurement)
  const measurement = isKnown && settled.measurement ? settled.measurement : first
  const end = project?.end ?? null
  const asked = useMemo(
    () => askedOf(settled, { project: { id: projectId, end }, measurement, now, timeZone: time_zone }),
    [settled, projectId, end, measurement, now, time_zone],
  )
  const isReady = data.data !== undefined && placed.data !== undefined
  const query = (calculation: Calculation, placements?: readonly number[]) =>
    queryOf(api.getResearchStatistics, { params, query: researchQuery(asked, calculation, placements) })
  const count = useStatisticsRead(query('COUNT'), isReady)
  const failed = data.error ?? placed.error
  const overview: StatisticsRead = failed
    ? { ...count, failure: failed, again: () => void [data.refetch(), placed.refetch()] }
    : count
  const { answer } = overview
  const options = useMemo(
    () => (answer && placed.data ? placementOptions(placed.data, answer, measurement) : []),
    [answer, placed.data, measurement],
  )
  const slots = useMemo(() => filledSlots(settled.slots, options), [settled.slots, options])
  const areas = useMemo(() => shownAreas(slots, options), [slots, options])
  const ids = areas.map(({ id }) => id)
  const mayAsk = ids.length > 0 && answer !== undefined && (settled.slots !== null || !overview.old)
  const notShared = useMemo(
    () =>
      answer && placed.data && data.data ? notSharedIn(placed.data, data.data, answer, measurement, now) : undefined,
    [answer, placed.data, data.data, measurement, now],
  )
  const beside = placed.data?.find(
    ({ location_research_id }) => location_research_id === settled.matrix && ids.includes(location_research_id),
  )
  const of = beside ?? placed.data?.find(({ location_research_id }) => location_research_id === ids[0])
  const keys = useMemo(
    () => (of ? matrixKeys(of, measurement, settled.weather) : []),
    [of, measurement, settled.weather],
  )
  const grouped = [...settled.treatment, ...settled.control].filter(id => options.some(option => option.id === id))
  return {
    lists,
    projects,
    data: data.data,
    asked,
    moving,
    overview,
    options,
    slots,
    areas,
    marks,
    missing: answer && !overview.old ? missingIn(settled.slots, options) : 0,
    notShared,
    spread: useStatisticsRead(query('BOXPLOT', ids), mayAsk),
    lines: useStatisticsRead(query('MEAN', ids), mayAsk),
    weekmaps: useStatisticsRead(query('WEEKMAP', ids), mayAsk),
    groups: useStatisticsRead(query('MEAN', grouped), mayAsk && grouped.length > 1),
    matrixOf: of ?? null,
    keys,
    matrix: useMatrix(asked, of?.location_research_id ?? 0, keys, mayAsk && of !== undefined),
  }
}
export type ResearchDashboard = ReturnType<typeof useResearchDashboard>

/** Correlations of each measurement with those before it, which it may cause. */
const useMatrix = (
  asked: AskedResearch,
  placement: number,
  keys: readonly string[],
  enabled: boolean,
): { answers: (StatisticsAnswer | undefined)[]; read: StatisticsRead } =>
  useQueries({
    queries: keys.slice(1).map((cause, index) => {
      const of = { cause, measurements: keys.slice(0, index + 1), step: 'period' as const }
      const query = researchQuery(asked, 'CORRELATION', [placement], of)
      return { ...queryOf(api.getResearchStatistics, { params: { id: asked.project }, query }), enabled }
    }),
    combine: reads => ({
      answers: reads.map(({ data }) => data),
      read: {
        // A single answer stands for all: each is drawn from its own.
        answer: reads.every(({ data }) => data !== undefined) ? reads[0]?.data : undefined,
        old: false,
        failure: reads.find(({ error }) => error !== null)?.error ?? null,
        again: () => {
          for (const read of reads) if (read.error) void read.refetch()
        },
      },
    }),
  })
