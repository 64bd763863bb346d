import type { Generated } from 'kysely'
import type { ShareRight } from '#shared/contract/places/shares.ts'
import type { Band } from '#shared/rules/locations/round-bands.ts'
import type { Curve, RoundCount } from '#shared/rules/locations/rounds.ts'
import type { Json } from '../kit/database/json.ts'

/** `facts`: places, factor, species or groups of the area; `rounds`: its animals. */
export type AreaChangeKind = 'facts' | 'rounds'

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
  /**
   * Owners by e-mail, so that people without an account yet can be named. `since` is when a location became theirs; none for who made
   * it, and where nobody knows. Whoever adds an owner says it: the default is for a process of the release before.
   */
  location_owners: { location_id: number; email: string; since: string | null }
  /**
   * Locations shared with groups. A row counts only while who shared it owns the location and is in the group:
   * see `sharedLocations`.
   */
  location_shares: { location_id: number; group_id: number; may: ShareRight; shared_by: number; shared_at: string }
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
  /**
   * Areas that somebody said are empty, from ≤ local day < `until`; null until somebody says otherwise. A round that begins ends it.
   * Nobody is named: the audit log says who.
   */
  area_pauses: { area_id: number; since: string; until: string | null }
  /** Changes by which numbers of days past are other ones than before. Nobody is named: the audit log says who changes what. */
  area_changes: {
    id: Generated<number>
    area_id: number
    kind: AreaChangeKind
    changed_at: string
    /** Local days it bears on, from ≤ day < until; null of those without a beginning or an end. */
    from_date: string | null
    until_date: string | null
  }
  /** Animals that are in an area from one day until another; local dates. */
  rounds: {
    id: Generated<number>
    area_id: number
    name: string | null
    date_in: string
    date_out: string | null
    /** Days of age on the day in. */
    age_in: number
    animals: number
    preset: string | null
    curve: Json<Curve> | null
    bands: Json<readonly Band[]> | null
    version: Generated<number>
    /** Time of its deletion, set while it can be brought back. */
    deleted_at: string | null
    /** Local day on which somebody last said that its animals are still there, asked as the barn seemed empty. */
    occupied_on: string | null
  }
  /** Counts of animals of a round: those it lost, and those that left before the others or came after them. */
  round_losses: {
    id: Generated<number>
    round_id: number
    date: string
    kind: Generated<RoundCount>
    animals: number
    /** Inspection that counted them. */
    inspection_id: number | null
  }
  /** Counts of the diary that somebody took over into a round or left out, with the number that was answered. */
  diary_answers: {
    inspection_id: number
    area_id: number
    kind: RoundCount
    animals: number
    /** Local day that it was answered for; null where the release before wrote it. */
    date: string | null
  }
}
