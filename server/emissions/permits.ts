import { permittedPerPlace } from '#shared/rules/locations/emission-settings.ts'
import type { Database } from '../kit/database/database.ts'
import { factsOf } from './reckoning.ts'
import { settingsOfAreas } from './settings-store.ts'

type Facts = Parameters<typeof factsOf>[0] & { id: number }

/** kg that each place of these areas may emit in a year, by area and local date; null where nobody says. */
export const permitsOf = async (db: Database, areas: readonly Facts[]) => {
  const settingsOf = await settingsOfAreas(
    db,
    areas.map(({ id }) => id),
  )
  return (area: Facts, date: string): number | null => permittedPerPlace(settingsOf(area.id), factsOf(area), date)
}
