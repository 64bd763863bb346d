import { useMemo } from 'react'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { LISTS } from '../kit/api/lists.ts'
import { queryOf, useReads } from '../kit/api/query.ts'

const RELOAD = MINUTE_MS

export const floorPlansRead = (id: number) => queryOf(api.listFloorPlans, { params: { id } })
const locationRead = (id: number) => queryOf(api.getLocation, { params: { id } })

/** Floor plans of a location, its devices, their last values and the lists they are judged by. */
export const floorPlanReads = (id: number) =>
  [
    { ...floorPlansRead(id), refetchInterval: RELOAD },
    { ...locationRead(id), refetchInterval: RELOAD },
    { ...queryOf(api.listSensors, {}), refetchInterval: RELOAD },
    { ...queryOf(api.listLast, {}), refetchInterval: RELOAD },
    LISTS,
  ] as const

export const useFloorPlans = (id: number) => {
  const [plans, location, devices, last, lists] = useReads(floorPlanReads(id))
  return useMemo(() => ({ plans, location, devices, last, lists }), [plans, location, devices, last, lists])
}
export type FloorPlanData = ReturnType<typeof useFloorPlans>
