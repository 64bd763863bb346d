export {
  areaIdsOf,
  detailsOfLocation,
  isDemoLocation,
  locationIds,
  placeNames,
  placeOfLocation,
  pointsOfLocations,
  zonesOfLocations,
} from './place-store.ts'
