import { z } from 'zod'
import type { Services } from '../kit/services.ts'
import { isDemoLocation } from '../locations/places.ts'
import { insertMeasurements, type MeasurementRow } from '../series/measurement-rows.ts'
import { stationOf, WEATHER_KEYS } from './stations.ts'

const Line = z.object({
  location_id: z.int(),
  hours: z.array(z.tuple([z.number(), z.record(z.string(), z.number())])),
})

/** Keeps the weather the demo farm brings with it. */
export const keepDemoWeather = async (
  services: Pick<Services, 'db' | 'series' | 'now'>,
  said: unknown,
): Promise<void> => {
  const { location_id, hours } = Line.parse(said)
  if (!(await isDemoLocation(services.db, location_id))) return
  const id = stationOf(location_id)
  const rows = hours.flatMap(([time, values]) =>
    Object.entries(values)
      .filter(([key]) => WEATHER_KEYS.includes(key))
      .map(([key, value]): MeasurementRow => [id, key, time, value]),
  )
  if (rows.length > 0) await insertMeasurements(services, rows)
}
