import { type EmissionsQuery, MAX_EMISSION_DAYS } from '#shared/contract/places/emissions.ts'
import { ubnOf } from '#shared/rules/locations/ubn.ts'
import { type Dates, dayAfter, periodAfter } from '#shared/rules/time/calendar-periods.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import { type Caller, ownersOf, requireArea, requireLocation, visibleLocationIds } from '../locations/access.ts'
import { type EmissionPlace, emissionPlaces, locationIdsOfAreas } from '../locations/places.ts'

type Asking = Services & { user: Caller; t: Words }
type ScopeAsked = Pick<EmissionsQuery, 'ubn' | 'location_id' | 'area_id'>

/** Days that were asked for, half-open. Throws too_much_data beyond a year. */
export const daysAsked = ({ date_start, date_end }: Pick<EmissionsQuery, 'date_start' | 'date_end'>): Dates => {
  const within = { from: date_start, until: dayAfter(date_end) }
  if (within.until > periodAfter(within.from, 'year') && lengthOf(within) > MAX_EMISSION_DAYS)
    throw new Failure('too_much_data')
  return within
}

const lengthOf = ({ from, until }: Dates): number => (Date.parse(until) - Date.parse(from)) / DAY_MS

/** Places with the areas that were asked for, as far as the caller sees them. Throws not_found where there is none. */
export const placesAsked = async (context: Asking, query: ScopeAsked): Promise<EmissionPlace[]> => {
  const { db, user } = context
  if (query.area_id !== undefined) {
    const area = await requireArea(db, user, query.area_id, 'read')
    const places = await emissionPlaces(db, [area.location_id])
    return places.map(place => ({ ...place, areas: place.areas.filter(({ id }) => id === area.id) }))
  }
  if (query.location_id !== undefined) {
    const { id } = await requireLocation(db, user, query.location_id, 'read')
    return emissionPlaces(db, [id])
  }
  const places = await emissionPlaces(db, await visibleLocationIds(db, user))
  const found = places.filter(({ ubn }) => ubnOf(ubn) === query.ubn)
  if (found.length === 0) throw new Failure('not_found')
  const farm = farmOf(user, found, await ownersAt(db, found))
  if (!farm) throw new Failure('no_valid_input', { fields: { ubn: [context.t('fields.several_farms')] } })
  return farm
}

/** Places of areas with these alone, as far as the caller sees them. */
export const placesOfAreas = async (
  { db, user }: Pick<Asking, 'db' | 'user'>,
  areaIds: readonly number[],
): Promise<EmissionPlace[]> => {
  const wanted = new Set(areaIds)
  const seen = await visibleLocationIds(db, user)
  const ids = (await locationIdsOfAreas(db, areaIds)).filter(id => seen === null || seen.includes(id))
  const places = await emissionPlaces(db, ids)
  return places.map(place => ({ ...place, areas: place.areas.filter(({ id }) => wanted.has(id)) }))
}

export const ownersAt = async (db: Database, places: readonly { id: number }[]) =>
  Map.groupBy(
    await ownersOf(
      db,
      places.map(({ id }) => id),
    ),
    one => one.location_id,
  )

/**
 * Places of one number as far as they are one farm: anybody may type any number. Those are the caller's own where there are any.
 * Null where others own them who have no place in common.
 */
export const farmOf = <Place extends { id: number }>(
  { email }: Pick<Caller, 'email'>,
  places: readonly Place[],
  ownersAt: ReadonlyMap<number, readonly { email: string }[]>,
): Place[] | null => {
  const emailsOf = ({ id }: Place) => (ownersAt.get(id) ?? []).map(owner => owner.email)
  const own = places.filter(place => emailsOf(place).includes(email))
  if (own.length > 0) return own
  const farm = new Set(places.slice(0, 1))
  const owners = new Set<string>()
  for (const place of farm)
    for (const owner of emailsOf(place)) {
      if (owners.has(owner)) continue
      owners.add(owner)
      for (const other of places) if (emailsOf(other).includes(owner)) farm.add(other)
    }
  return farm.size < places.length ? null : [...places]
}
