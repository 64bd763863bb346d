import type { Location } from '#shared/contract/places/locations.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { byName } from '../../kit/language/by-name.ts'

export const PLANNING_VIEWS = ['place', 'device', 'project'] as const
export type PlanningView = (typeof PLANNING_VIEWS)[number]

export interface PlanningRow {
  id: string
  name: string
  areaTypeId: number | null
  placements: LocationResearch[]
}

export interface RowGroup {
  id: string
  /** Heading of the rows; null: they stand under none. */
  name: string | null
  colour: string | null
  rows: PlanningRow[]
}

const ofPlaces = (locations: readonly Location[], placements: readonly LocationResearch[]): RowGroup[] => {
  const byArea = Map.groupBy(placements, one => one.area_id)
  const own = locations.toSorted(byName).map(location => ({
    id: `location ${location.id}`,
    name: location.name,
    colour: location.colour ?? null,
    rows: location.areas.toSorted(byName).map(area => ({
      id: `area ${area.id}`,
      name: area.name,
      areaTypeId: area.area_type_id,
      placements: byArea.get(area.id) ?? [],
    })),
  }))
  // The names of the places alone are known of a project to which somebody else added the viewer.
  const known = new Set(locations.map(({ id }) => id))
  const others = Map.groupBy(
    placements.filter(one => !known.has(one.location_id)),
    one => one.location_id,
  )
  const foreign = [...others.values()].map(some => ({
    id: `location ${some[0]?.location_id}`,
    name: some[0]?.location_name ?? '',
    colour: null,
    rows: [...Map.groupBy(some, one => one.area_id).values()].map(inArea => ({
      id: `area ${inArea[0]?.area_id}`,
      name: inArea[0]?.area_name ?? '',
      areaTypeId: inArea[0]?.area_type_id ?? null,
      placements: inArea,
    })),
  }))
  return [...own, ...foreign].filter(({ rows }) => rows.length > 0)
}

const flat = (
  placements: readonly LocationResearch[],
  idOf: (one: LocationResearch) => number,
  nameOf: (one: LocationResearch) => string,
): PlanningRow[] =>
  [...Map.groupBy(placements, idOf)]
    .map(([id, some]) => ({ id: String(id), name: some[0] ? nameOf(some[0]) : '', areaTypeId: null, placements: some }))
    .sort(byName)

/** Rows of the calendar: areas under their locations, devices, or projects; what stands alone comes last. */
export const rowsOf = (
  view: PlanningView,
  locations: readonly Location[],
  placements: readonly LocationResearch[],
  alone: string,
): RowGroup[] => {
  if (view === 'place') return ofPlaces(locations, placements)
  const group = (rows: PlanningRow[]): RowGroup[] => (rows.length ? [{ id: view, name: null, colour: null, rows }] : [])
  if (view === 'device')
    return group(
      flat(
        placements,
        one => one.device_id,
        one => one.device_name,
      ),
    )
  const projects = flat(
    placements.filter(one => one.research_id !== null),
    one => one.research_id ?? 0,
    one => one.research_name ?? '',
  )
  const rest = placements.filter(one => one.research_id === null)
  return group([
    ...projects,
    ...(rest.length ? [{ id: 'alone', name: alone, areaTypeId: null, placements: rest }] : []),
  ])
}

export type PlacementState = 'running' | 'planned' | 'ended'

/** `now` in ISO 8601 UTC. */
export const stateOf = ({ start, end }: Pick<LocationResearch, 'start' | 'end'>, now: string): PlacementState => {
  if (start > now) return 'planned'
  return end !== null && end <= now ? 'ended' : 'running'
}

const ORDER: Record<PlacementState, number> = { running: 0, planned: 1, ended: 2 }

/** Running first, then what is planned, then what has ended, the latest of these first. */
export const placementsInOrder = (placements: readonly LocationResearch[], now: string): LocationResearch[] =>
  placements.toSorted((a, b) => {
    const [one, other] = [stateOf(a, now), stateOf(b, now)]
    if (one !== other) return ORDER[one] - ORDER[other]
    return one === 'ended' ? b.start.localeCompare(a.start) : a.start.localeCompare(b.start)
  })
