export {
  areaIdsOf,
  detailsOfLocation,
  type EmissionPlace,
  emissionPlaces,
  isDemoLocation,
  locationIds,
  placeNames,
  placeOfLocation,
  setAnimalPlaces,
  zonesOfLocations,
} from './place-store.ts'
