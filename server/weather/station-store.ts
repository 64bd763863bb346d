import type { WeatherProblem, WeatherState } from '#shared/contract/operations.ts'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type Station = Tables['weather_stations']

/** A location whose weather is wanted, since its first and until its last pro device (ISO 8601; null: one hangs there). */
export interface WeatherPlace {
  location_id: number
  lat: number
  lon: number
  since: string
  until: string | null
}

/** Stations there are, the longest waiting first. */
export const stationsOf = (db: Database): Promise<Station[]> =>
  db.selectFrom('weather_stations').selectAll().orderBy('next_at').orderBy('location_id').execute()

export const addStations = async (db: Database, places: WeatherPlace[], now: string): Promise<void> => {
  for (const { location_id, lat, lon } of places)
    await db
      .insertInto('weather_stations')
      .values({
        location_id,
        lat,
        lon,
        filled_from: null,
        filled_until: null,
        next_at: now,
        failures: 0,
        problem: null,
        last_ok_at: null,
      })
      .onConflict(conflict => conflict.column('location_id').doNothing())
      .execute()
}

/** Takes a station that is due, until `nextAt`; false when another process was first. */
export const claimStation = async (db: Database, station: Station, nextAt: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('weather_stations')
    .set({ next_at: nextAt })
    .where('location_id', '=', station.location_id)
    .where('next_at', '=', station.next_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const setStation = (db: Database, id: number, change: Partial<Omit<Station, 'location_id'>>) =>
  db.updateTable('weather_stations').set(change).where('location_id', '=', id).execute()

/** State of the weather, for administrators. */
export const weatherState = async (db: Database, isOn: boolean): Promise<WeatherState> => {
  const rows = isOn ? await stationsOf(db) : []
  const failing = rows.filter(({ failures }) => failures > 0)
  const last_ok_at = rows.reduce<string | null>(
    (last, row) => ((row.last_ok_at ?? '') > (last ?? '') ? row.last_ok_at : last),
    null,
  )
  const problem: WeatherProblem | null = failing[0]?.problem ?? null
  const state = !isOn ? 'off' : failing.length > 0 ? 'failing' : last_ok_at ? 'ok' : 'waiting'
  return { state, places: rows.length, failing: failing.length, problem, last_ok_at }
}
