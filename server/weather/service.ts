import { z } from 'zod'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import type { WeatherProblem } from '#shared/contract/operations.ts'
import { numberAt } from '#shared/rules/collections/elements.ts'
import { convertUnit } from '#shared/rules/science/unit.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { WEATHER_STEP } from './stations.ts'

const WAIT_MS = 15_000
/** Further back than this the archive is asked: the forecast knows about three months. */
const ARCHIVE_AFTER = 85 * DAY_MS

/**
 * Names the service has for our keys. Pressure is that at the height of the place, which is what a sensor there shows.
 */
const VARIABLES: Record<string, string> = {
  temperature_2m: 'weather_t',
  relative_humidity_2m: 'weather_h',
  surface_pressure: 'weather_p',
  wind_speed_10m: 'weather_wind_speed',
  wind_direction_10m: 'weather_wind_direction',
  precipitation: 'weather_rain',
  shortwave_radiation: 'weather_radiation',
  cloud_cover: 'weather_clouds',
}

const Answer = z.object({
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.looseObject({ time: z.array(z.int()) }),
})
const Column = z.array(z.number().nullable())

/** Thrown when no weather came. */
export class NoWeather extends Error {
  readonly problem: WeatherProblem
  constructor(problem: WeatherProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** Key, epoch ms, value in the unit of the key. */
export type WeatherReading = readonly [key: string, time: number, value: number]

export interface WantedWeather {
  lat: number
  lon: number
  /** Hours from ≤ t < until, epoch ms. */
  hours: Interval
  /** Epoch ms. */
  now: number
}

/** Asks a service that answers as Open-Meteo does for one interval of hours. Throws NoWeather. */
export const askWeather = async (base: string, publicUrl: string, wanted: WantedWeather): Promise<WeatherReading[]> => {
  const headers = { 'user-agent': `Barnometer/${PRODUCT_VERSION} (${publicUrl})`, accept: 'application/json' }
  const signal = AbortSignal.timeout(WAIT_MS)
  const answer = await fetch(addressOf(base, wanted), { headers, signal }).catch(error => {
    throw new NoWeather('unreachable', error)
  })
  if (answer.status === 429 || answer.status >= 500) throw new NoWeather('unreachable', `status ${answer.status}`)
  const text = await answer.text().catch(error => {
    throw new NoWeather('unreachable', error)
  })
  if (!answer.ok) throw new NoWeather('refused', text.slice(0, 300))
  return readingsOf(text, wanted.hours)
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const addressOf = (base: string, { lat, lon, hours, now }: WantedWeather): URL => {
  const url = new URL(base)
  const isOld = hours.from < now - ARCHIVE_AFTER
  // The public service keeps its archive at an address of its own; one that somebody runs has both.
  if (isOld) url.hostname = url.hostname.replace(/(^|-)api\.open-meteo\.com$/, '$1archive-api.open-meteo.com')
  const path = url.pathname.replace(/\/(v1(\/forecast)?\/?)?$/, '')
  url.pathname = `${path}/v1/${isOld ? 'archive' : 'forecast'}`
  const query = {
    latitude: String(lat),
    longitude: String(lon),
    hourly: Object.keys(VARIABLES).join(','),
    start_date: dateOf(hours.from),
    end_date: dateOf(hours.until - 1),
    timeformat: 'unixtime',
    timezone: 'GMT',
    wind_speed_unit: 'ms',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

const readingsOf = (text: string, hours: Interval): WeatherReading[] => {
  const { hourly, hourly_units } = parse(text)
  const { time } = hourly
  return Object.entries(VARIABLES).flatMap(([variable, key]) => {
    const type = measurementTypeOf(key)
    const column = Column.safeParse(hourly[variable] ?? [])
    if (!type || !column.success) return []
    // Columns of different lengths: nobody knows which value belongs to which hour.
    if (column.data.length > 0 && column.data.length !== time.length) throw new NoWeather('unreadable')
    return column.data.flatMap((given, index): WeatherReading[] => {
      const at = numberAt(time, index) * 1000
      const value = given === null ? null : convertUnit(given, hourly_units[variable] ?? type.unit, type.unit, key)
      if (value === null || at % WEATHER_STEP !== 0 || at < hours.from || at >= hours.until) return []
      return value < type.min_value || value > type.max_value ? [] : [[key, at, value]]
    })
  })
}

const parse = (text: string) => {
  try {
    return Answer.parse(JSON.parse(text))
  } catch (error) {
    throw new NoWeather('unreadable', error)
  }
}
