import zoneLookUp from '@photostructure/tz-lookup'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'

/** Time zone at a position in degrees (source: time zone boundaries of OpenStreetMap, in @photostructure/tz-lookup). */
export const zoneAt = (lat: number, lon: number): string => zoneLookUp(lat, lon)

/** Time zone of a place: what the form says, else by the position, else none. */
export const placeZoneOf = (place: {
  time_zone?: string | undefined
  lat?: number | null | undefined
  lon?: number | null | undefined
}): string | undefined =>
  place.time_zone ?? (place.lat != null && place.lon != null ? zoneAt(place.lat, place.lon) : undefined)

export const zoneOrDefault = (place: Parameters<typeof placeZoneOf>[0]): string =>
  placeZoneOf(place) ?? DEFAULT_TIME_ZONE
