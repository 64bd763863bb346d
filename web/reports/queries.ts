import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import type { Report } from '#shared/contract/measurements/reports.ts'
import type { ReportSource } from '#shared/rules/reports/report-states.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { FRESH, queryOf, useRead } from '../kit/api/query.ts'
import { byName } from '../kit/language/by-name.ts'

/** ms between two looks while one is being made. */
const LOOK_MS = 1500

export const REPORTS = { ...queryOf(api.listReports, {}), staleTime: FRESH.staleTime }
export const PROJECTS = queryOf(api.listResearch, {})
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

export interface ReportDevice {
  id: number
  name: string
  /** Areas in which it hangs or hung. */
  areaIds: number[]
}

/** Areas in which a device hangs or hung, by location and name; of an emission those whose location the person sees. */
export const useReportAreas = (source: ReportSource = 'Data'): ReportArea[] => {
  const placements = useRead(PLACEMENTS)
  const seen = new Set(useRead(LOCATIONS).flatMap(one => one.areas.map(({ id }) => id)))
  const areas = new Map(
    placements
      .filter(({ area_id }) => source === 'Data' || seen.has(area_id))
      .map(({ area_id: id, area_name: name, location_name: location }) => [id, { id, name, location }]),
  )
  return [...areas.values()].sort(
    (one, other) => byName({ name: one.location }, { name: other.location }) || byName(one, other),
  )
}

/** Devices that hang or hung somewhere, by name. */
export const useReportDevices = (): ReportDevice[] => {
  const devices = Map.groupBy(useRead(PLACEMENTS), ({ device_id }) => device_id)
  return [...devices]
    .map(([id, of]) => ({ id, name: of.at(-1)?.device_name ?? '', areaIds: of.map(({ area_id }) => area_id) }))
    .sort(byName)
}

/** Research projects that are not over and whose data the person reads: those of their own, or that they were added to. */
export const useReportProjects = (): { id: number; name: string }[] =>
  useRead(PROJECTS)
    .filter(({ state, may, answer }) => state !== 'ended' && (may.includes('edit') || answer === null))
    .map(({ id, name }) => ({ id, name }))
    .sort(byName)
