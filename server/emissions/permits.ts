import { areaOn, factorOn, inForce, permittedPerPlace } from '#shared/rules/locations/emission-settings.ts'
import type { CountedDay } from '#shared/rules/science/emission-sum.ts'
import { type Dates, datesWithin } from '#shared/rules/time/calendar-periods.ts'
import type { Database } from '../kit/database/database.ts'
import type { Services } from '../kit/services.ts'
import { emissionPlaces } from '../locations/places.ts'
import { factsOf, reckonPlace } from './reckoning.ts'
import { settingsOfAreas } from './settings-store.ts'

export { placesHistories } from './settings-store.ts'

type Facts = Parameters<typeof factsOf>[0] & { id: number }

/**
 * Days of the NH3 of a location, by area and local date, as the dashboard reckons them: with what is known of the animals, their
 * air flow and the air outdoors. Null for an area for which no factor holds on any of the days: nothing is read for it.
 */
export const permittedDaysAt = async (
  services: Pick<Services, 'db' | 'series' | 'now'>,
  locationId: number,
  within: Dates,
): Promise<(areaId: number, date: string) => CountedDay | null> => {
  const [place] = await emissionPlaces(services.db, [locationId])
  const settingsOf = await settingsOfAreas(services.db, place?.areas.map(({ id }) => id) ?? [])
  const dates = datesWithin(within)
  const areas = (place?.areas ?? []).filter(area =>
    dates.some(date => factorOn(settingsOf(area.id), factsOf(area), date) !== null),
  )
  if (!place || areas.length === 0) return () => null
  const reckoned = await reckonPlace(services, { ...place, areas }, 'nh3', within)
  const daysOf = new Map(reckoned.map(({ area, days }) => [area.id, new Map(days.map(day => [day.date, day]))]))
  return (areaId, date) => daysOf.get(areaId)?.get(date) ?? null
}

/** Permit of an area on a date, with the source of its factor as it was typed and the date from which that holds. */
export interface SourcedPermit {
  /** kg that each place may emit in a year; null where nobody says. */
  kg: number | null
  source: string | null
  since: string | null
}

export const sourcedPermitOf = async (db: Database, area: Facts): Promise<(date: string) => SourcedPermit> => {
  const settings = (await settingsOfAreas(db, [area.id]))(area.id)
  return date => {
    const { source = null, valid_from: since = null } = inForce(settings.factors, date) ?? {}
    return { kg: permittedPerPlace(settings, areaOn(settings, factsOf(area), date), date), source, since }
  }
}
