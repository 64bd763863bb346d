import { HOUR_MS } from '#shared/rules/time/units.ts'
import { FARMS, WEATHER_SEED } from '../farms/farms.ts'
import { NEIGHBOURS } from '../farms/neighbours.ts'
import { outdoorsAt } from './weather.ts'

/** Ratio of light to irradiance in daylight. */
const LUX_PER_WATT = 120

/** Hours of the weather at a farm, as the lines of the simulator say them: epoch ms and values by key. */
export interface WeatherLine {
  location_id: number
  hours: [time: number, values: Record<string, number>][]
}

/** The weather that the animals of the demo farms feel, each full hour from ≤ t ≤ until (epoch ms). */
export const demoWeather = (locations: Record<string, number>, from: number, until: number): WeatherLine[] =>
  [...FARMS, ...NEIGHBOURS].flatMap(({ location: { name, lat, lon } }) => {
    const location_id = locations[name]
    if (location_id === undefined) return []
    const hours: WeatherLine['hours'] = []
    for (let time = Math.ceil(from / HOUR_MS) * HOUR_MS; time <= until; time += HOUR_MS) {
      const { t, h, cloud, light } = outdoorsAt(WEATHER_SEED, lat, lon, time)
      const values = {
        weather_t: t,
        weather_h: h,
        weather_clouds: Math.min(100, Math.max(0, 100 * cloud)),
        weather_radiation: light / LUX_PER_WATT,
      }
      hours.push([time, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, round(value)]))])
    }
    return [{ location_id, hours }]
  })

const round = (value: number): number => Math.round(value * 10) / 10
