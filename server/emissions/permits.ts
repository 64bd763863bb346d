import { areaOn, inForce, permittedPerPlace } from '#shared/rules/locations/emission-settings.ts'
import type { Database } from '../kit/database/database.ts'
import { factsOf } from './reckoning.ts'
import { settingsOfAreas } from './settings-store.ts'

export { placesHistories } from './settings-store.ts'

type Facts = Parameters<typeof factsOf>[0] & { id: number }

/**
 * kg that each place of these areas may emit in a year, by area and local date, with the animals and places of that date; null
 * where nobody says.
 */
export const permitsOf = async (db: Database, areas: readonly Facts[]) => {
  const settingsOf = await settingsOfAreas(
    db,
    areas.map(({ id }) => id),
  )
  return (area: Facts, date: string) => {
    const settings = settingsOf(area.id)
    const { animals: ofArea, animal_places, ...facts } = areaOn(settings, factsOf(area), date)
    const animals = inForce(settings.animals, date)?.animals ?? ofArea
    return { animals, animal_places, kg: permittedPerPlace(settings, { ...facts, animals, animal_places }, date) }
  }
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
