import type { Generated } from 'kysely'

export interface LocationTables {
  locations: {
    id: Generated<number>
    name: string
    description: string | null
    colour: string | null
    type: number
    details: string
    country_code: string | null
    country: string | null
    city: string | null
    postal_code: string | null
    street: string | null
    number: string | null
    lat: number | null
    lon: number | null
    time_zone: string
    ubn: string | null
    /** Groups farms for people; the search finds it. */
    tag: string | null
    demo: number
    created_at: string
    /** Counts the changes; whoever saves says which one was read. */
    version: Generated<number>
    /** Time of its deletion, set while it can be brought back. */
    deleted_at: string | null
  }
  /** Owners by e-mail, so that people without an account yet can be named. */
  location_owners: { location_id: number; email: string }
  areas: {
    id: Generated<number>
    location_id: number
    name: string
    area_type_id: number
    colour: string | null
    width: number | null
    height: number | null
    depth: number | null
    group_width: number | null
    group_depth: number | null
    animals_per_group: number | null
    group_items: string
    animal_places: number | null
    ammonia_factor: number | null
    version: Generated<number>
    deleted_at: string | null
  }
}
