import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

const RELOAD = 60_000

export const useDevices = () => useQuery({ ...queryOf(api.listSensors, {}), refetchInterval: RELOAD })

export const useLists = () => useQuery({ ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY }).data

export const useSpecies = () => {
  const lists = useLists()
  return (areaTypeId: number): string | undefined => lists?.area_types.find(({ id }) => id === areaTypeId)?.key
}

export const useLocations = () => useQuery(queryOf(api.listLocations, {}))

/** Read again after a device is added, moved or gone. */
export const DEVICE_READS = [api.listSensors, api.listLocationResearch, api.listLast]
