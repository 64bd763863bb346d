export {
  areaIdsOf,
  detailsOfLocation,
  isDemoLocation,
  locationIds,
  placeNames,
  placeOfLocation,
  zonesOfLocations,
} from './place-store.ts'
