import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import type { Report } from '#shared/contract/measurements/reports.ts'
import { FRESH, queryOf, useRead } from '../kit/api/query.ts'
import { byName } from '../kit/language/by-name.ts'

/** ms between two looks while one is being made. */
const LOOK_MS = 1500

export const REPORTS = { ...queryOf(api.listReports, {}), staleTime: FRESH.staleTime }
export const PLACEMENTS = queryOf(api.listLocationResearch, {})

export const isUnfinished = ({ status }: Report): boolean => status === 'waiting' || status === 'running'

/** Reports of the person, looked at anew until all are made. */
export const useReports = (): Report[] =>
  useSuspenseQuery({
    ...REPORTS,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? LOOK_MS : false),
  }).data

export interface ReportArea {
  id: number
  name: string
  location: string
}

/** Areas in which a device hangs or hung, by location and name. */
export const useReportAreas = (): ReportArea[] => {
  const placements = useRead(PLACEMENTS)
  const areas = new Map(
    placements.map(({ area_id: id, area_name: name, location_name: location }) => [id, { id, name, location }]),
  )
  return [...areas.values()].sort(
    (one, other) => byName({ name: one.location }, { name: other.location }) || byName(one, other),
  )
}
