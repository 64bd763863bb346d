import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../kit/api/lists.ts'
import { queryOf } from '../kit/api/query.ts'

const RELOAD = 60_000

export const DEVICES = { ...queryOf(api.listSensors, {}), refetchInterval: RELOAD }

export const useSpecies = () => {
  const { data: lists } = useQuery(LISTS)
  return (areaTypeId: number): string | undefined => lists?.area_types.find(({ id }) => id === areaTypeId)?.key
}

/** Read again after a device is added, moved or gone. */
export const DEVICE_READS = [
  api.listSensors,
  api.listLocationResearch,
  api.getResearchSummary,
  api.listLast,
  api.listFleet,
]
