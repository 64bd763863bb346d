import type { Interval } from '#shared/rules/time/interval.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { number, readRows } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { locationIds } from '../locations/places.ts'
import { deleteMeasurements, insertMeasurements, type MeasurementRow } from '../series/measurement-rows.ts'
import { readingsKeptFrom } from '../series/summaries/horizon.ts'
import { askWeather, NoWeather } from './service.ts'
import { addStations, claimStation, type Station, setStation, stationsOf, type WeatherPlace } from './station-store.ts'
import { locationOfStation, placesWithWeather, stationOf, WEATHER_STEP } from './stations.ts'

/** Longest time that one answer covers. */
const LONGEST = 60 * DAY_MS
/** Time for which the weather is asked for again once it has been, since it was forecast: models change their minds. */
const AGAIN = 2 * DAY_MS
/** Answers of one location and of all of them in one run; the rest is for the next. */
const MAX_OF_PLACE = 4
const MAX_OF_RUN = 150
const RETRY = 10 * MINUTE_MS
const LONGEST_RETRY = 6 * 60 * MINUTE_MS
/** Past the full hour. */
const AFTER_HOUR = 5 * MINUTE_MS

const iso = (time: number): string => new Date(time).toISOString()
const hourOf = (time: number): number => Math.floor(time / WEATHER_STEP) * WEATHER_STEP

/** The interval that is newest, and not there yet: null when all of it is. */
const newerHours = (station: Station, place: WeatherPlace, now: number): Interval | null => {
  const first = firstHour(place)
  const last = hourOf(Math.min(now, place.until === null ? now : Date.parse(place.until))) + WEATHER_STEP
  if (last <= first) return null
  if (station.filled_until === null) return { from: Math.max(first, last - LONGEST), until: last }
  const until = Date.parse(station.filled_until)
  const from = Math.max(first, until - AGAIN)
  return until < last ? { from, until: Math.min(last, from + LONGEST) } : null
}

/** The interval before what is there, as long as there was a device. */
const olderHours = ({ filled_from }: Station, place: WeatherPlace): Interval | null => {
  if (filled_from === null) return null
  const from = Date.parse(filled_from)
  const first = firstHour(place)
  return from > first ? { from: Math.max(first, from - LONGEST), until: from } : null
}

const firstHour = ({ since }: WeatherPlace): number => Math.floor(Date.parse(since) / DAY_MS) * DAY_MS

/** Asks the weather service for what is missing, one request after the other, and leaves it alone while it is away. */
export const fillWeather = async (services: Services): Promise<void> => {
  if (!services.environment.WEATHER_URL) return
  const now = iso(services.now())
  const places = new Map((await placesWithWeather(services.db, now)).map(place => [place.location_id, place]))
  await addStations(services.db, [...places.values()], now)
  let left = MAX_OF_RUN
  for (const station of await stationsOf(services.db)) {
    const place = places.get(station.location_id)
    if (!place || station.next_at > now || left <= 0) continue
    if (!(await claimStation(services.db, station, iso(services.now() + RETRY)))) continue
    try {
      left -= await fillPlace(services, station, place)
    } catch (error) {
      if (!(error instanceof NoWeather)) throw error
      await noteFailure(services, station, error)
      if (error.problem === 'unreachable') return
      left--
    }
  }
}

/** Returns how many requests it took. */
const fillPlace = async (services: Services, given: Station, place: WeatherPlace): Promise<number> => {
  const { db, environment } = services
  // Weather of a time whose hours alone are kept is not taken any more.
  const keptFrom = await readingsKeptFrom(db)
  const kept = { ...place, since: iso(Math.max(Date.parse(place.since), keptFrom)) }
  let station = given
  if (station.lat !== place.lat || station.lon !== place.lon) {
    await deleteMeasurements(services, stationOf(place.location_id))
    const moved = { lat: place.lat, lon: place.lon, filled_from: null, filled_until: null }
    await setStation(db, place.location_id, moved)
    station = { ...station, ...moved }
  }
  // Hours that end before those that are kept are no beginning: what comes after them could never follow without a hole.
  if (station.filled_until !== null && Date.parse(station.filled_until) < firstHour(kept))
    station = { ...station, filled_from: null, filled_until: null }
  let isNewest = false
  for (let calls = 0; ; calls++) {
    const now = services.now()
    const hours = (isNewest ? null : newerHours(station, kept, now)) ?? olderHours(station, kept)
    if (!hours || calls === MAX_OF_PLACE) {
      const next_at = iso(hours ? now : hourOf(now) + WEATHER_STEP + AFTER_HOUR)
      await setStation(db, place.location_id, { next_at })
      return calls
    }
    const wanted = { lat: place.lat, lon: place.lon, hours, now }
    const readings = await askWeather(environment.WEATHER_URL ?? '', services.publicUrl(), wanted)
    const id = stationOf(place.location_id)
    const rows = readings.map(([key, time, value]): MeasurementRow => [id, key, time, value])
    if (rows.length > 0) await insertMeasurements(services, rows)
    // Hours without a temperature have not been computed yet, whatever else is said of them.
    const times = readings.filter(([key]) => key === 'weather_t').map(([, time]) => time)
    const filled = filledBy(station, hours, times)
    isNewest = filled.filled_until === station.filled_until
    const ok = { ...filled, failures: 0, problem: null, last_ok_at: iso(now) }
    await setStation(db, place.location_id, ok)
    station = { ...station, ...ok }
  }
}

/** Interval that is filled once these hours came. Throws NoWeather where that would leave a hole. */
const filledBy = ({ filled_from, filled_until }: Station, hours: Interval, times: number[]) => {
  if (times.length === 0) throw new NoWeather('no_values')
  const [first, last] = [iso(Math.min(...times)), iso(Math.max(...times) + WEATHER_STEP)]
  if (filled_from === null || filled_until === null) return { filled_from: first, filled_until: last }
  const isOlder = iso(hours.until) <= filled_from
  if (isOlder ? last < filled_from : first > filled_until) throw new NoWeather('no_values')
  return isOlder
    ? { filled_from: first, filled_until }
    : { filled_from, filled_until: last > filled_until ? last : filled_until }
}

const noteFailure = async ({ db, log, now }: Services, { location_id, failures }: Station, error: NoWeather) => {
  const wait = Math.min(LONGEST_RETRY, RETRY * 2 ** Math.min(failures, 10))
  const next_at = iso(now() + wait)
  await setStation(db, location_id, { failures: failures + 1, problem: error.problem, next_at })
  log.warn({ location: location_id, problem: error.problem, reason: String(error.cause ?? '') }, 'no weather')
}

/** The weather of places that are gone for good goes too. */
export const forgetOldWeather = async (services: Services): Promise<void> => {
  const stations = await readRows(
    services.series,
    { device_id: number },
    'SELECT DISTINCT device_id FROM measurements WHERE device_id > 2147483648',
  )
  const there = new Set(await locationIds(services.db))
  for (const { device_id: id } of stations)
    if (!there.has(locationOfStation(id) ?? 0)) await deleteMeasurements(services, id)
}
