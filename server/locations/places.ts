export {
  areaIdsOf,
  detailsOfLocation,
  isDemoLocation,
  locationIds,
  placeNames,
  zonesOfLocations,
} from './place-store.ts'
