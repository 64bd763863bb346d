import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

/** Read again after something was planned, moved or ended. */
export const PLANNING_READS = [
  api.listLocationResearch,
  api.listAvailability,
  api.listResearch,
  api.listSensors,
  api.listLast,
]

/** Everything the planning screens show. */
export const usePlanning = () =>
  useQueries({
    queries: [
      queryOf(api.listLocationResearch, { query: { show_future: '1' } }),
      queryOf(api.listLocations, {}),
      queryOf(api.listSensors, {}),
      queryOf(api.listResearch, {}),
      { ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY },
    ],
    combine: ([placements, locations, devices, research, lists]) => {
      const all = [placements, locations, devices, research, lists]
      const ready = placements.data && locations.data && devices.data && research.data && lists.data
      return {
        failure: all.find(({ data, error }) => data === undefined && error)?.error,
        read: ready
          ? {
              placements: placements.data,
              locations: locations.data,
              devices: devices.data,
              research: research.data,
              lists: lists.data,
            }
          : undefined,
        retry: () => void Promise.all(all.map(query => query.refetch())),
      }
    },
  })
export type Planning = NonNullable<ReturnType<typeof usePlanning>['read']>

/** Tells whether the caller's devices can be planned in a period; `except` is the placement that is being changed. */
export const useAvailability = (period: { start: string; end: string | null }, except?: number) =>
  useQuery({
    ...queryOf(api.listAvailability, {
      query: { start: period.start, end: period.end ?? undefined, location_research_id: except },
    }),
    enabled: period.start !== '' && (period.end === null || period.end > period.start),
    placeholderData: before => before,
  })
