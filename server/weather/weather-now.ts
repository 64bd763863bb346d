import type { WeatherNow } from '#shared/contract/places/weather.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { placesSeenBy, visiblePeriods } from '../devices/access.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import { newestValues } from '../series/newest-values.ts'
import { locationOfStation, outdoorSources, WEATHER_STEP } from './stations.ts'

/** Time back in which the newest hour of the weather is looked for. */
const LOOKED_BACK = 4 * WEATHER_STEP

/**
 * Weather of now at the locations a caller sees, as far as the weather is theirs to see: where a pro device hangs that they see
 * there. Left out where the newest hour is as old as a value of a device that is shown no more.
 */
export const weatherNow = async (
  services: Pick<Services, 'db' | 'series' | 'now'>,
  user: Caller,
): Promise<WeatherNow[]> => {
  const { db } = services
  const now = services.now()
  const [visible, { locations }] = [await visiblePeriods(db, user), await placesSeenBy(db, user)]
  const parts = [...visible].map(([deviceId, spans]) => ({ deviceId, spans }))
  const [sources = []] = await outdoorSources(db, { parts }, [{ from: now - LOOKED_BACK, until: now + 1 }])
  const rangesOf = new Map(
    [...Map.groupBy(sources, one => one.deviceId)].map(([id, of]) => [id, of.flatMap(one => one.ranges)]),
  )
  const stations = [...rangesOf.keys()].filter(id => locations?.includes(locationOfStation(id) ?? 0) ?? true)
  const rows = Map.groupBy(await newestValues(services, stations), ({ device_id }) => device_id)
  return [...rows].flatMap(([id, of]): WeatherNow[] => {
    const location_id = locationOfStation(id)
    const rowOf = (key: string) => of.find(row => row.key === key)
    const temperature = rowOf('weather_t')
    if (!temperature || location_id === null) return []
    // An hour tells of the time from its start on: a device that came in the middle of it has it.
    const isSeen = (rangesOf.get(id) ?? []).some(
      ({ from, until }) => temperature.time + WEATHER_STEP > from && temperature.time < until,
    )
    const time = new Date(temperature.time).toISOString()
    if (!isSeen || temperature.time > now || freshnessOf(time, now) === 'gone') return []
    const beside = (key: string): number | null => {
      const row = rowOf(key)
      return row?.time === temperature.time ? row.value : null
    }
    return [
      {
        location_id,
        time,
        temperature: temperature.value,
        humidity: beside('weather_h'),
        wind_speed: beside('weather_wind_speed'),
      },
    ]
  })
}
