import type { Company } from '#shared/contract/places/emissions.ts'
import type { Location } from '#shared/contract/places/locations.ts'

/** Places an emission is worked out of, as a call names them. */
export type EmissionScope = { ubn: string } | { location_id: number } | { area_id: number }

export interface ScopeChoice {
  /** Scope as the address has it. */
  value: string
  label: string
  scope: EmissionScope
}

/** Company numbers that are added up, then locations and areas that somebody sees. */
export const scopeChoices = (
  companies: readonly Company[],
  locations: readonly Pick<Location, 'id' | 'name' | 'areas'>[],
  ubnName: (ubn: string, names: string) => string,
): ScopeChoice[] => {
  const numbers = companies.map(({ ubn, locations: of }) => {
    const names = of.map(({ name }) => name).join(', ')
    return { value: `ubn:${ubn}`, label: ubnName(ubn, names), scope: { ubn } }
  })
  const places = locations.map(({ id, name }) => ({ value: `location:${id}`, label: name, scope: { location_id: id } }))
  const areas = locations.flatMap(({ name, areas }) =>
    areas.map(area => ({ value: `area:${area.id}`, label: `${name}, ${area.name}`, scope: { area_id: area.id } })),
  )
  return [...numbers, ...places, ...areas]
}
