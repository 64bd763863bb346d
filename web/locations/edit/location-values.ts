import type { z } from 'zod'
import type { Area, AreaInput, Location, NewLocation } from '#shared/contract/places/locations.ts'
import type { DetailNode } from '#shared/contract/places/taxonomy.ts'
import { countryName } from '#shared/rules/formats/countries.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'
import { currentLanguage } from '../../kit/language/language.ts'
import { gridOf, groupItems, MAX_GROUPS } from '../home/group-grid.ts'

/** An area as it stands in the form: what is typed, as text. */
export interface AreaValues extends Record<string, unknown> {
  key: string
  name: string
  area_type_id: number | null
  colour: string | null
  width: string
  depth: string
  height: string
  across: string
  deep: string
  group_width: string
  group_depth: string
  animals_per_group: string
  animal_places: string
  ammonia_factor: string
  /** Area as it was read. */
  before: Area | null
}

export interface PlaceValues extends Record<string, unknown> {
  name: string
  type: string
  colour: string | null
  description: string
  owners: string[]
  ubn: string
  tag: string
  /** Details by their id. */
  details: Record<string, string>
  country_code: string
  street: string
  number: string
  postal_code: string
  city: string
  lat: number | null
  lon: number | null
  /** Radius in metres within which the position lies; null once the pin was set by hand. */
  accuracy: number | null
  /** Empty: by the position. */
  time_zone: string
}

export interface LocationValues extends PlaceValues {
  areas: AreaValues[]
}

let made = 0

export const newArea = (): AreaValues => ({
  key: `new-${Date.now()}-${made++}`,
  name: '',
  area_type_id: null,
  colour: null,
  width: '',
  depth: '',
  height: '',
  across: '',
  deep: '',
  group_width: '',
  group_depth: '',
  animals_per_group: '',
  animal_places: '',
  ammonia_factor: '',
  before: null,
})

const countText = (count: number): string => (count > 0 ? String(count) : '')

export const areaValues = (area: Area): AreaValues => {
  const { across, deep } = gridOf(area)
  return {
    key: String(area.id),
    name: area.name,
    area_type_id: area.area_type_id,
    colour: area.colour ?? null,
    width: numberText(area.width),
    depth: numberText(area.depth),
    height: numberText(area.height),
    across: countText(across),
    deep: countText(deep),
    group_width: numberText(area.group_width),
    group_depth: numberText(area.group_depth),
    animals_per_group: numberText(area.animals_per_group),
    animal_places: numberText(area.animal_places),
    ammonia_factor: numberText(area.ammonia_factor),
    before: area,
  }
}

export const newLocation = (): LocationValues => ({
  name: '',
  type: '41',
  colour: null,
  description: '',
  owners: [],
  ubn: '',
  tag: '',
  details: {},
  country_code: '',
  street: '',
  number: '',
  postal_code: '',
  city: '',
  lat: null,
  lon: null,
  accuracy: null,
  time_zone: '',
  areas: [newArea()],
})

const detailText = (value: string | number | boolean): string =>
  typeof value === 'number' ? numberText(value) : String(value)

export const placeValues = (location: Location): PlaceValues => ({
  name: location.name,
  type: String(location.type),
  colour: location.colour ?? null,
  description: location.description ?? '',
  owners: location.owners,
  ubn: location.ubn ?? '',
  tag: location.tag ?? '',
  details: Object.fromEntries(Object.entries(location.details ?? {}).map(([id, value]) => [id, detailText(value)])),
  country_code: location.country_code ?? '',
  street: location.street ?? '',
  number: location.number ?? '',
  postal_code: location.postal_code ?? '',
  city: location.city ?? '',
  lat: location.lat ?? null,
  lon: location.lon ?? null,
  accuracy: null,
  time_zone: location.time_zone,
})

/** A whole number of groups; NaN, which the schema refuses, for what is none. */
const countIn = (text: string): number => {
  const count = numberIn(text) ?? 0
  return Number.isInteger(count) && count >= 0 && count <= MAX_GROUPS ? count : Number.NaN
}

export const areaBody = (area: AreaValues): z.input<typeof AreaInput> => {
  const [across, deep] = [countIn(area.across), countIn(area.deep)]
  // A side left empty is one group long.
  const grid = { across: across === 0 && deep > 0 ? 1 : across, deep: deep === 0 && across > 0 ? 1 : deep }
  const animals = numberIn(area.animals_per_group)
  const count = grid.across * grid.deep
  return {
    name: area.name,
    // Null while not chosen yet: refused by the schema as missing.
    area_type_id: area.area_type_id as number,
    colour: area.colour,
    width: numberIn(area.width),
    depth: numberIn(area.depth),
    height: numberIn(area.height),
    group_width: numberIn(area.group_width),
    group_depth: numberIn(area.group_depth),
    animals_per_group: animals,
    group_items: count <= MAX_GROUPS ? groupItems(area.before ?? {}, grid, animals) : (Number.NaN as never),
    animal_places: numberIn(area.animal_places),
    ammonia_factor: numberIn(area.ammonia_factor),
  }
}

const textOrNull = (text: string): string | null => text.trim() || null

const leaves = (nodes: readonly DetailNode[]): DetailNode[] =>
  nodes.flatMap(node => (node.input_type === 'group' ? leaves(node.children) : [node]))

/** Details as they are typed; those of other lists are kept as they are. */
const detailsBody = (details: Record<string, string>, nodes: readonly DetailNode[]) => {
  const types = new Map(leaves(nodes).map(node => [String(node.id), node.input_type]))
  const typedValue = (id: string, text: string) => {
    if (types.get(id) === 'number') return numberIn(text) as number
    return types.get(id) === 'yes_no' ? text === 'true' : text
  }
  const typed = Object.entries(details).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(typed.map(([id, text]) => [id, typedValue(id, text)]))
}

export const placeBody = (values: PlaceValues, nodes: readonly DetailNode[]) => ({
  name: values.name,
  type: Number(values.type),
  colour: values.colour,
  description: textOrNull(values.description),
  owners: values.owners,
  ubn: textOrNull(values.ubn),
  tag: textOrNull(values.tag),
  details: detailsBody(values.details, nodes),
  country_code: values.country_code || null,
  country: values.country_code ? countryName(values.country_code, currentLanguage()) : null,
  street: textOrNull(values.street),
  number: textOrNull(values.number),
  postal_code: textOrNull(values.postal_code),
  city: textOrNull(values.city),
  lat: values.lat,
  lon: values.lon,
  ...(values.time_zone ? { time_zone: values.time_zone } : {}),
})

export const locationBody = (values: LocationValues, nodes: readonly DetailNode[]): z.input<typeof NewLocation> => ({
  ...placeBody(values, nodes),
  areas: values.areas.map(areaBody),
})
