import type { FoundAddress } from '#shared/contract/places/addresses.ts'
import { countryName, isCountry } from '#shared/rules/formats/countries.ts'
import { zoneAt } from '../time-zone.ts'
import type { GeocodedAddress } from './geocoder.ts'
import { type PlaceColumns, placesNamed } from './place-index.ts'

const MOST = 8
/** Distance (m) of a farm of a town from the middle of the town. */
const TOWN_M = 3000
const METRES_PER_DEGREE = 111_320

const radiusOf = ({ lat, boundingbox }: GeocodedAddress): number => {
  if (!boundingbox) return 100
  const [south = lat, north = lat, west = 0, east = 0] = boundingbox
  const [high, wide] = [north - south, (east - west) * Math.cos((lat * Math.PI) / 180)]
  return Math.max(5, Math.round((Math.hypot(high, wide) / 2) * METRES_PER_DEGREE))
}

const TOWNS = ['city', 'town', 'village', 'hamlet', 'municipality', 'suburb', 'county'] as const

/** An answer of the service in our words. */
export const addressOfFound = (found: GeocodedAddress): FoundAddress => {
  const { address = {}, lat, lon } = found
  const code = address.country_code?.toUpperCase()
  const town = TOWNS.find(kind => address[kind])
  return {
    label: found.display_name,
    street: address.road ?? address.pedestrian ?? null,
    number: address.house_number ?? null,
    postal_code: address.postcode ?? null,
    city: (town && address[town]) ?? null,
    country_code: code && isCountry(code) ? code : null,
    country: address.country ?? null,
    lat,
    lon,
    accuracy_m: radiusOf(found),
    time_zone: zoneAt(lat, lon),
    source: 'geocoder',
  }
}

const POSTAL_CODE = /^(\d{4}\s?[A-Z]{2}|\d{4,5})(?=\s|$)/i
const HOUSE = /\s(\d{1,6}\s?[a-z]?(?:[-/]\d{1,6})?)$/i

/** Parts of an address that somebody typed: "Hulsenweg 14, 6031 SP Nederweert". */
export const typedParts = (query: string) => {
  const parts = query
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  const last = parts.at(-1) ?? ''
  const code = POSTAL_CODE.exec(last)?.[0] ?? null
  const town = (code ? last.slice(code.length) : last).split('(', 1).join().trim()
  const line = parts.length > 1 ? (parts[0] ?? '') : ''
  const house = HOUSE.exec(line)
  return {
    town,
    street: line.slice(0, house?.index).trim() || null,
    number: house?.[1] ?? null,
    postal_code: code?.toUpperCase() ?? null,
  }
}

/** Towns by name; street and number stay as typed, the position is the middle of the town. */
export const addressesByTown = (
  columns: PlaceColumns,
  { query, country, language }: { query: string; country?: string | undefined; language: string },
): FoundAddress[] => {
  const { town, street, number, postal_code } = typedParts(query)
  return placesNamed(columns, town, { country, most: MOST }).map(place => {
    const name = countryName(place.country_code, language)
    const line = [street, number].filter(Boolean).join(' ')
    return {
      label: [line, [postal_code, place.name].filter(Boolean).join(' '), name].filter(Boolean).join(', '),
      street,
      number,
      postal_code,
      city: place.name,
      country_code: isCountry(place.country_code) ? place.country_code : null,
      country: name,
      lat: place.lat,
      lon: place.lon,
      accuracy_m: TOWN_M,
      time_zone: zoneAt(place.lat, place.lon),
      source: 'places' as const,
    }
  })
}
