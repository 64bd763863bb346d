import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

const RELOAD = 60_000

/** Calls that have to be read again after places were added, deleted or brought back. */
export const PLACE_LISTS = [
  api.listLocations,
  api.listSensors,
  api.listLocationResearch,
  api.listDeletedLocations,
  api.listDeletedAreas,
]

/** Calls that have to be read again after a place was changed. */
export const PLACE_READS = [...PLACE_LISTS, api.getLocation, api.getArea]

/** Reads what home shows: places, devices, last values and the lists they are judged by. */
export const useHomeData = () =>
  useQueries({
    queries: [
      { ...queryOf(api.listLocations, {}), refetchInterval: RELOAD },
      { ...queryOf(api.listSensors, {}), refetchInterval: RELOAD },
      { ...queryOf(api.listLast, {}), refetchInterval: RELOAD },
      { ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY },
    ],
    combine: ([locations, devices, last, lists]) => {
      const all = [locations, devices, last, lists]
      const failure = all.find(({ data, error }) => data === undefined && error)?.error
      const retry = () => void Promise.all(all.map(query => query.refetch()))
      const ready = locations.data && devices.data && last.data && lists.data
      const read = ready
        ? { locations: locations.data, devices: devices.data, last: last.data, lists: lists.data }
        : undefined
      return { read, failure, retry }
    },
  })

/** The demo farm; asked every second while it is loading. */
export const useDemo = () =>
  useQuery({
    ...queryOf(api.getDemo, {}),
    refetchInterval: query => (query.state.data?.state === 'loading' ? 1000 : false),
  })

export const useLists = () => useQuery({ ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY })
