import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../kit/api/lists.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { queryOf, refresh, useReads } from '../kit/api/query.ts'
import { isOvertaken } from '../kit/forms/use-version.ts'

/** Keys of what is read again after something was planned, moved or ended. */
export const PLANNING_READS = [
  api.listLocationResearch,
  api.getResearchSummary,
  api.listAvailability,
  api.listResearch,
  api.listSensors,
  api.listLast,
]

/** Reads of everything the planning screens show. */
export const PLANNING = [
  queryOf(api.listLocationResearch, { query: { show_future: '1' } }),
  LOCATIONS,
  queryOf(api.listSensors, {}),
  queryOf(api.listResearch, {}),
  LISTS,
] as const

export const usePlanning = () => {
  const [placements, locations, devices, research, lists] = useReads(PLANNING)
  return { placements, locations, devices, research, lists }
}
export type Planning = ReturnType<typeof usePlanning>

/** Tells whether the caller's devices can be planned in a period; `except` is the placement that is being changed. */
export const useAvailability = (period: { start: string; end: string | null }, except?: number) =>
  useQuery({
    ...queryOf(api.listAvailability, {
      query: { start: period.start, end: period.end ?? undefined, location_research_id: except },
    }),
    enabled: period.start !== '' && (period.end === null || period.end > period.start),
    placeholderData: before => before,
  })

export const RESEARCH = queryOf(api.listResearch, {})
export const projectRead = (id: number) => queryOf(api.getResearch, { params: { id } })
export const projectPlacesRead = (id: number) => queryOf(api.listResearchPlaces, { params: { id } })
/** Reads on a page of the list of them. */
export const READS_PAGE = 50
export const consentReadsRead = (id: number) =>
  queryOf(api.listConsentReads, { params: { id }, query: { limit: READS_PAGE } })
export const LEFT_RESEARCH = queryOf(api.listLeftResearch, {})
export const consentReadSpansRead = (id: number) => queryOf(api.listConsentReadSpans, { params: { id } })

export const researchNotesRead = (id: number) => queryOf(api.listResearchNotes, { params: { id } })
/** Versions of a project; looked at again while one is made. */
export const snapshotsRead = (id: number) => queryOf(api.listSnapshots, { params: { id } })

/** Notes of projects that these devices are part of. */
export const deviceNotesRead = (ids: readonly number[]) =>
  queryOf(api.listDeviceNotes, { query: { device_ids: ids.join() } })

/** Keys of what is read again after a note was written, changed or deleted. */
export const NOTE_READS = [api.listResearchNotes, api.listDeviceNotes]

/** Keys of what is read again after a project, its people or an answer changed. */
export const PROJECT_READS = [
  api.listResearch,
  api.getResearchSummary,
  api.getResearch,
  api.listResearchPlaces,
  api.listConsents,
  api.listLeftResearch,
  api.listConsentReads,
  api.listConsentReadSpans,
  api.listLocationResearch,
]

/** Answer of a call about a project as it was read. One that has changed since is read anew before the call fails. */
export const asRead = <Answer>(client: QueryClient, answer: Promise<Answer>): Promise<Answer> =>
  answer.catch(async thrown => {
    if (isOvertaken(thrown)) await refresh(client, PROJECT_READS)
    throw thrown
  })
