import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../kit/api/lists.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { queryOf, useReads } from '../kit/api/query.ts'

const RELOAD = 60_000

/** Calls that have to be read again after places were added, deleted or brought back. */
export const PLACE_LISTS = [
  api.listLocations,
  api.listSensors,
  api.listLocationResearch,
  api.getResearchSummary,
  api.listDeletedLocations,
  api.listDeletedAreas,
  api.listCompanies,
]

/** Calls that have to be read again after a place was changed. */
export const PLACE_READS = [
  ...PLACE_LISTS,
  api.getLocation,
  api.getArea,
  api.getEmissions,
  api.getEmissionLogbook,
  api.getEmissionSettings,
]

/** Reads of what home shows: places, devices, last values and the lists they are judged by. */
export const HOME_READS = [
  { ...LOCATIONS, refetchInterval: RELOAD },
  { ...queryOf(api.listSensors, {}), refetchInterval: RELOAD },
  { ...queryOf(api.listLast, {}), refetchInterval: RELOAD },
  LISTS,
] as const

export const useHomeData = () => {
  const [locations, devices, last, lists] = useReads(HOME_READS)
  return useMemo(() => ({ locations, devices, last, lists }), [locations, devices, last, lists])
}
export type HomeData = ReturnType<typeof useHomeData>

export const DEMO = queryOf(api.getDemo, {})
/** The demo farm; asked every second while it is loading. */
export const useDemo = () =>
  useQuery({
    ...DEMO,
    refetchInterval: query => (query.state.data?.state === 'loading' ? 1000 : false),
  })
