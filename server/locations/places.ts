export {
  areaIdsOf,
  detailsOfLocation,
  type EmissionPlace,
  emissionPlaces,
  isDemoLocation,
  locationIds,
  placeNames,
  placeOfLocation,
  pointsOfLocations,
  setAnimalPlaces,
  zonesOfLocations,
} from './place-store.ts'
