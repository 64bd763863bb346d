import { z } from 'zod'
import { Id, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const WeatherNow = z.object({
  location_id: Id,
  /** Full hour of which it tells. */
  time: TimeOut,
  /** °C. */
  temperature: z.number(),
  /** Relative humidity, %; null where it is not known, as the wind. */
  humidity: z.number().nullable(),
  /** m/s, ten metres above the ground. */
  wind_speed: z.number().nullable(),
})
export type WeatherNow = z.infer<typeof WeatherNow>

export const weatherEndpoints = endpoints({
  listWeather: {
    method: 'GET',
    path: '/locations/weather',
    access: 'signedIn',
    summary:
      'Weather outside of each location the caller sees, where a pro device hangs and it is known of the last three hours',
    response: z.array(WeatherNow),
  },
})
