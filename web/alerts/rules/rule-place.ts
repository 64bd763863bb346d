import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import type { Device } from '#shared/contract/devices/devices.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { areaText, type SentenceTexts } from '#shared/rules/alerts/rule-sentence.ts'
import type { OwnPlaces } from '../../kit/api/own-places.ts'
import { EVERYWHERE, type RuleValues } from './rule-values.ts'

/** Place of a rule as its form keeps it. */
export type PlaceIds = Pick<RuleValues, 'area_type_id' | 'location_id' | 'area_id' | 'device_id'>
export type PlaceNames = Pick<AlertRule, 'location_name' | 'area_name' | 'device_name'>

/** Places that a rule can be for. */
export interface Places {
  lists: Pick<TaxonomyLists, 'area_types'>
  locations: readonly Location[]
  devices: readonly Device[]
  /** Places among them that the server accepts in rules; left out where it accepts all. */
  mine?: OwnPlaces
}

/** Names of what a rule is for, out of what its owner sees; null for what is not there, or not theirs any more. */
export const placeNamesOf = (
  { location_id, area_id, device_id }: Omit<PlaceIds, 'area_type_id'>,
  { locations, devices }: Omit<Places, 'lists'>,
): PlaceNames => {
  const location = locations.find(one => one.id === location_id || one.areas.some(area => area.id === area_id))
  return {
    location_name: location?.name ?? null,
    area_name: location?.areas.find(({ id }) => id === area_id)?.name ?? null,
    device_name: devices.find(({ id }) => id === device_id)?.name ?? null,
  }
}

/** Kinds of animals in the order of the lists: those that stand in one's areas, and the others. */
export const animalKindsOf = ({ lists, locations }: Omit<Places, 'devices'>) => {
  const standing = new Set(locations.flatMap(({ areas }) => areas.map(({ area_type_id }) => area_type_id)))
  return {
    own: lists.area_types.filter(({ id }) => standing.has(id)),
    others: lists.area_types.filter(({ id }) => !standing.has(id)),
  }
}

export const PLACE_GROUPS = ['everywhere', 'own_animals', 'locations', 'areas', 'devices', 'other_animals'] as const
export type PlaceGroup = (typeof PLACE_GROUPS)[number]

const ALL: OwnPlaces = { location: () => true, area: () => true, device: () => true }

export interface PlaceOption {
  /** Stays the same for as long as the place is there. */
  key: string
  label: string
  /** Name of what it is in, which tells places of the same name apart. */
  beside: string | null
  ids: PlaceIds
}

/** Everything a rule can be for, in the order of the list: one's own animals and places before other animals. */
export const placeOptionsOf = (
  places: Places,
  texts: Pick<SentenceTexts, 'all_areas' | 'areas'>,
): Record<PlaceGroup, PlaceOption[]> => {
  const { mine = ALL } = places
  const { own, others } = animalKindsOf(places)
  const kind = ({ id, key }: TaxonomyLists['area_types'][number]): PlaceOption => ({
    key: `kind-${id}`,
    label: texts.areas[key] ?? key,
    beside: null,
    ids: { ...EVERYWHERE, area_type_id: id },
  })
  return {
    everywhere: [{ key: 'everywhere', label: texts.all_areas, beside: null, ids: EVERYWHERE }],
    own_animals: own.map(kind),
    locations: places.locations
      .filter(({ id }) => mine.location(id))
      .map(({ id, name }) => ({
        key: `location-${id}`,
        label: name,
        beside: null,
        ids: { ...EVERYWHERE, location_id: id },
      })),
    areas: places.locations.flatMap(location =>
      location.areas
        .filter(({ id }) => mine.area(id))
        .map(({ id, name }) => ({
          key: `area-${id}`,
          label: name,
          beside: location.name,
          ids: { ...EVERYWHERE, area_id: id },
        })),
    ),
    // Rules watch no device of the plan light.
    devices: places.devices
      .filter(device => device.plan !== 'light' && mine.device(device))
      .map(({ id, name, placement }) => ({
        key: `device-${id}`,
        label: name,
        beside: placement?.area_name ?? null,
        ids: { ...EVERYWHERE, device_id: id },
      })),
    other_animals: others.map(kind),
  }
}

export const isSamePlace = (one: PlaceIds, other: PlaceIds): boolean =>
  one.area_type_id === other.area_type_id &&
  one.location_id === other.location_id &&
  one.area_id === other.area_id &&
  one.device_id === other.device_id

/** Options of each group that are listed at once: a list of thousands of devices is searched, not scrolled. */
const LISTED = 25

/** Options that hold each word of a search, cut to what a list shows; `more` counts those that are left out. */
export const foundPlaces = (options: Record<PlaceGroup, PlaceOption[]>, search: string) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, beside }: PlaceOption) => {
    const text = `${label} ${beside ?? ''}`.toLowerCase()
    return words.every(word => text.includes(word))
  }
  const groups = PLACE_GROUPS.map(group => ({ group, found: options[group].filter(fits) }))
  return {
    groups: groups
      .map(({ group, found }) => ({ group, options: found.slice(0, LISTED) }))
      .filter(one => one.options.length > 0),
    more: groups.reduce((sum, { found }) => sum + Math.max(0, found.length - LISTED), 0),
  }
}

/** Place of a rule as its sentence names it; undefined for all areas or a kind of animal. */
export const rulePlaceIn = (
  rule: Partial<Omit<PlaceIds, 'area_type_id'>> & Partial<PlaceNames>,
  texts: Pick<SentenceTexts, 'area_of'>,
) => {
  const { location_id, area_id, device_id, location_name = null, area_name = null, device_name = null } = rule
  if (device_id != null) return { scope: 'device' as const, name: device_name }
  if (area_id != null)
    return {
      scope: 'area' as const,
      name: area_name === null ? null : areaText(area_name, location_name ?? '', texts),
    }
  return location_id == null ? undefined : { scope: 'location' as const, name: location_name }
}
