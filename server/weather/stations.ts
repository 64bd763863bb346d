import { ALWAYS, type Interval } from '#shared/rules/time/interval.ts'
import { intersection } from '#shared/rules/time/rental.ts'
import { devicesOfIds } from '../devices/devices.ts'
import { locationsMeasuredBy, placementsOfDevices } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import type { FrameSource } from '../series/series-frame.ts'
import { rangesIn, type SeriesTarget } from '../series/target.ts'
import { MEASUREMENT_TYPES } from '../taxonomy/types.ts'
import type { WeatherPlace } from './station-store.ts'

export { weatherState } from './station-store.ts'

/** Stations are sources like devices, numbered beyond any of them. */
const FIRST_STATION = 2 ** 31

/** The id by which readings of the weather at a location are kept among those of the devices. */
export const stationOf = (locationId: number): number => FIRST_STATION + locationId

export const locationOfStation = (id: number): number | null => (id > FIRST_STATION ? id - FIRST_STATION : null)

export const WEATHER_KEYS: readonly string[] = MEASUREMENT_TYPES.filter(({ chart_group }) =>
  chart_group.startsWith('weather_'),
).map(({ abbreviation }) => abbreviation)

/** ms between two readings of the weather. */
export const WEATHER_STEP = 3_600_000

/** The weather of each period wherever a pro device of the target hung then, as far as the caller sees that device. */
export const outdoorSources = async (
  db: Database,
  { parts }: { parts: readonly Pick<SeriesTarget['parts'][number], 'deviceId' | 'spans'>[] },
  periods: readonly Interval[],
): Promise<FrameSource[][]> => {
  const devices = await devicesOfIds(
    db,
    parts.map(({ deviceId }) => deviceId),
  )
  const pro = devices.filter(({ plan }) => plan === 'pro').map(({ id }) => id)
  const placements = await placementsOfDevices(db, pro)
  // Administrators see every device: a look at all of them for each would take minutes of a large installation.
  const byDevice = Map.groupBy(parts, ({ deviceId }) => deviceId)
  const seen = placements.map(placement => ({
    deviceId: stationOf(placement.location_id),
    spans: (byDevice.get(placement.device_id) ?? []).flatMap(part =>
      part.spans.flatMap(span => intersection(span, placement) ?? []),
    ),
  }))
  return periods.map(period =>
    seen
      .map(({ deviceId, spans }) => ({ deviceId, ranges: rangesIn(spans, period), readable: [ALWAYS] }))
      .filter(({ ranges }) => ranges.length > 0),
  )
}

/** The demo farm brings its own weather, made without a network. */
export const placesWithWeather = async (db: Database, now: string): Promise<WeatherPlace[]> => {
  const rows = await locationsMeasuredBy(db, 'pro', now)
  return rows.flatMap(({ lat, lon, open, until, ...row }) =>
    lat === null || lon === null ? [] : [{ ...row, lat, lon, until: Number(open) > 0 ? null : until }],
  )
}
