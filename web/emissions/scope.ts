import type { Location } from '#shared/contract/places/locations.ts'
import { ubnGroups } from '#shared/rules/locations/ubn.ts'

/** Places an emission is worked out of, as a call names them. */
export type EmissionScope = { ubn: string } | { location_id: number } | { area_id: number }

export interface ScopeChoice {
  /** Scope as the address has it. */
  value: string
  label: string
  scope: EmissionScope
}

/** Company numbers, locations and areas that somebody sees, the widest first. */
export const scopeChoices = (
  locations: readonly Pick<Location, 'id' | 'name' | 'ubn' | 'areas' | 'groups'>[],
  ubnName: (ubn: string, names: string) => string,
): ScopeChoice[] => {
  const plain = locations.map(({ ubn = null, ...location }) => ({ ...location, ubn: ubn ?? null }))
  const groups = ubnGroups(plain).flatMap(({ ubn, locations: all }) => {
    if (ubn === null) return []
    // A number at a place of somebody else is not the own farm.
    const own = all.filter(({ groups }) => groups.length === 0)
    const names = (own.length > 0 ? own : all).map(({ name }) => name).join(', ')
    return [{ value: `ubn:${ubn}`, label: ubnName(ubn, names), scope: { ubn } }]
  })
  const places = plain.map(({ id, name }) => ({ value: `location:${id}`, label: name, scope: { location_id: id } }))
  const areas = plain.flatMap(({ name, areas }) =>
    areas.map(area => ({ value: `area:${area.id}`, label: `${name}, ${area.name}`, scope: { area_id: area.id } })),
  )
  return [...groups, ...places, ...areas]
}
