import type { Location } from '#shared/contract/places/locations.ts'
import type { InspectionValues } from './draft/form-draft.ts'

type Area = Location['areas'][number]

/** Place an inspection can be made at: an area, or a whole location. */
export interface InspectionPlace {
  location: Location
  area: Area | null
}

/** All places in one list: areas of earlier inspections first, the last one at the top, then each location with its areas. */
export const inspectionPlaces = (locations: readonly Location[], recent: readonly number[]): InspectionPlace[] => {
  const areas = locations.flatMap(location => location.areas.map(area => ({ location, area })))
  const before = recent.flatMap(id => areas.filter(({ area }) => area.id === id))
  const others = locations.flatMap((location): InspectionPlace[] => [
    ...areas.filter(one => one.location === location && !recent.includes(one.area.id)),
    { location, area: null },
  ])
  return [...before, ...others]
}

/** Place in the form after a tap on one: that alone, or with `several` one area more or one fewer of its location. */
export const chosenPlace = (
  { location_id, area_ids }: Pick<InspectionValues, 'location_id' | 'area_ids'>,
  { location, area }: InspectionPlace,
  several: boolean,
): Pick<InspectionValues, 'location_id' | 'area_ids'> => {
  const same = several && location.id === location_id
  if (!area) return { location_id: location.id, area_ids: [] }
  if (!same) return { location_id: location.id, area_ids: [area.id] }
  const others = area_ids.filter(id => id !== area.id)
  return { location_id, area_ids: others.length < area_ids.length ? others : [...area_ids, area.id] }
}
