import type { Device } from '#shared/contract/devices/devices.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import type { api } from '#shared/contract/index.ts'
import type { BoardLine } from '#shared/contract/measurements/boards.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { MAX_CHART_LINES } from '#shared/rules/boards/boards.ts'
import type { ChartBody } from '../../measurements/add-to-board/body.ts'

/** Area, or device without one, that a line can show, with the measurements that are known of it. */
export interface Place {
  /** `area 3` or `device 7`. */
  value: string
  name: string
  /** Location; null of a device without a place. */
  group: string | null
  area_id: number | null
  device_id: number | null
  /** Abbreviations in the order of the taxonomy; all there are where nothing was heard yet. */
  measurements: string[]
}

interface Read {
  locations: ResponseOf<typeof api.listLocations>
  devices: readonly Device[]
  last: ResponseOf<typeof api.listLast>
  lists: Pick<TaxonomyLists, 'measurement_types'>
}

/** Weather is no measurement of an area. */
const isMeasured = (key: string): boolean => !key.startsWith('weather_')

/** Places a line can show, areas first. */
export const placesOf = ({ locations, devices, last, lists }: Read): Place[] => {
  const all = lists.measurement_types.map(({ abbreviation }) => abbreviation).filter(isMeasured)
  const measured = (of: readonly Device[]): string[] => {
    const keys = new Set(of.flatMap(({ id }) => Object.keys(last[id] ?? {})))
    const known = all.filter(key => keys.has(key))
    return known.length > 0 ? known : all
  }
  const areas = locations.flatMap(location =>
    location.areas.map(area => ({
      value: `area ${area.id}`,
      name: area.name,
      group: location.name,
      area_id: area.id,
      device_id: null,
      measurements: measured(devices.filter(({ placement }) => placement?.area_id === area.id)),
    })),
  )
  const loose = devices
    .filter(({ placement }) => !placement)
    .map(device => ({
      value: `device ${device.id}`,
      name: device.name,
      group: null,
      area_id: null,
      device_id: device.id,
      measurements: measured([device]),
    }))
  return [...areas, ...loose]
}

/**
 * Places with those of lines that stand on a board and are not offered anew: a device that hangs in an area since, or that is only
 * read of. A line keeps its place as long as nobody chooses another.
 */
export const placesWith = (places: readonly Place[], lines: readonly BoardLine[]): Place[] => {
  const known = new Set(places.map(({ value }) => value))
  const others = new Map<string, Place>()
  for (const { area_id, device_id, measurement, seen, name, location_name } of lines) {
    const value = placeValue({ area_id, device_id })
    if (!seen || measurement === null || known.has(value)) continue
    const measurements = [...(others.get(value)?.measurements ?? []), measurement]
    others.set(value, { value, name: name ?? value, group: location_name, area_id, device_id, measurements })
  }
  return [...places, ...others.values()]
}

/** Value of a place: `area 3` or `device 7`. */
export const placeValue = ({ area_id, device_id }: Pick<Place, 'area_id' | 'device_id'>): string =>
  area_id === null ? `device ${device_id}` : `area ${area_id}`

const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size))

const lineOf = ({ area_id, device_id }: Place, measurement: string) => ({ area_id, device_id, measurement })

/** Charts of the temperature of all areas, as many lines in each as it may have. */
export const temperaturesOf = (places: readonly Place[]): ChartBody[] =>
  inParts(
    places.filter(({ area_id, measurements }) => area_id !== null && measurements.includes('t')),
    MAX_CHART_LINES,
  ).map(part => ({ title: null, lines: part.map(place => lineOf(place, 't')) }))

/** Measurements of the climate of a barn, the most asked for first. */
const CLIMATE = ['co2', 'nh3', 'h2s', 'pm25', 'pm10', 'lux']

/** Charts of one area: temperature and humidity together, then what else is measured there. */
export const climateOf = (place: Place): ChartBody[] => {
  const has = (key: string) => place.measurements.includes(key)
  const pair = ['t', 'h'].filter(has)
  const others = CLIMATE.filter(has).map(key => [key])
  return [...(pair.length > 0 ? [pair] : []), ...others].map(keys => ({
    title: null,
    lines: keys.map(key => lineOf(place, key)),
  }))
}
