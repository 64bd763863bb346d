import type { EmissionPlace } from './place-store.ts'

export {
  areaIdsOf,
  areaNames,
  demoLocationIds,
  detailsOfLocation,
  type EmissionPlace,
  emissionPlaces,
  isDemoLocation,
  locationIds,
  locationIdsOfAreas,
  locationNames,
  placeNames,
  placeOfLocation,
  pointsOfLocations,
  setAnimalPlaces,
  zonesByLocation,
  zonesOfLocations,
} from './place-store.ts'

export { lockLocation } from './store.ts'

/** Area with its location, as answers about areas name them. */
export const namesOfArea = (
  place: Pick<EmissionPlace, 'id' | 'name'>,
  area: Pick<EmissionPlace['areas'][number], 'id' | 'name' | 'area_type_id'>,
) => ({
  area_id: area.id,
  area_name: area.name,
  area_type_id: area.area_type_id,
  location_id: place.id,
  location_name: place.name,
})
