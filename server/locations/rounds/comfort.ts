import type { BoundariesByAge } from '#shared/contract/measurements/measurements.ts'
import type { RoundOfAge, RoundWants } from '#shared/rules/locations/rounds.ts'
import { ageOn, bandsOfComfort, boundariesByAge, isCurved, runsOn } from '#shared/rules/locations/rounds.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { boundariesOf, type KnownBoundaries, measurementTypeOf } from '../../taxonomy/types.ts'
import { roundsOfAreasIn, wantsOf } from './round-store.ts'

/** Place as far as it decides what is comfort there. */
export interface ComfortPlace {
  area_type_id: number
  time_zone: string
  /** Rounds of the area in the time that is asked about. */
  rounds: readonly RoundOfAge[]
}

/** Rounds of these areas that run somewhere in the time from ≤ t ≤ until (epoch ms), by area. */
export const roundsIn = async (
  db: Database,
  areaIds: readonly number[],
  from: number,
  until: number,
): Promise<Map<number, RoundOfAge[]>> => {
  if (areaIds.length === 0) return new Map()
  // No place on earth is a day or more away from UTC.
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const rows = await roundsOfAreasIn(db, areaIds, day(from - DAY_MS), day(until + DAY_MS))
  const rounds = rows.map(row => {
    const { area_id, date_in, date_out, age_in } = row
    const { curve, bands } = wantsOf(row)
    // Bands of gases, water and weight are no comfort: a year of many barns would hold them in vain.
    return { area_id, date_in, date_out, age_in, curve, bands: bandsOfComfort(bands) }
  })
  return Map.groupBy(rounds, ({ area_id }) => area_id)
}

/** Tells whether comfort of a measurement may follow the age of the animals in these rounds. */
export const mayFollowAge = (rounds: readonly RoundWants[], key: string): boolean => {
  const quantity = measurementTypeOf(key)?.pq
  return (
    quantity !== undefined && isCurved(quantity) && rounds.some(({ curve, bands }) => curve !== null || bands !== null)
  )
}

/**
 * Decides the boundaries of a measurement at a place on a local date: those of the kind of animal, and where a round with a
 * curve or an own band runs, the comfort of its day of age. Null where nothing can be graded. Whoever judges a value asks here.
 */
export const boundariesOn = (
  { area_type_id, rounds }: Pick<ComfortPlace, 'area_type_id' | 'rounds'>,
  key: string,
  date: string,
): KnownBoundaries | null => {
  const known = boundariesOf(key, area_type_id)
  const round = rounds.find(one => runsOn(one, date))
  const quantity = measurementTypeOf(key)?.pq
  return known && round && quantity ? boundariesByAge(known, quantity, round, ageOn(round, date)) : known
}

/** Boundaries at a time (epoch ms); the day of age counts in the time zone of the place. */
export const boundariesAt = (place: ComfortPlace, key: string, time: number): KnownBoundaries | null =>
  place.rounds.length === 0
    ? boundariesOf(key, place.area_type_id)
    : boundariesOn(place, key, localDateAt(time, place.time_zone))

/** Boundaries as an answer names them: only where they are not those of the kind of animal. */
export const namedByAge = (
  boundaries: KnownBoundaries | null,
  key: string,
  areaTypeId: number,
): { by_age?: BoundariesByAge } => {
  const known = boundariesOf(key, areaTypeId)
  if (!boundaries || boundaries === known) return {}
  const { min_value, low_value, high_value, max_value } = boundaries
  return { by_age: { min_value, low_value, high_value, max_value } }
}
