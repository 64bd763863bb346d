import { saturationPressure } from '#shared/rules/science/humidity.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { clamp, wander } from './noise.ts'

const YEAR = 365.2425 * DAY_MS

export interface Outdoors {
  /** °C */
  t: number
  /** % */
  h: number
  /** 0 clear to 1 overcast. */
  cloud: number
  /** Daylight, lx. */
  light: number
  /** ppm */
  co2: number
}

/** Weather of a place in the west of continental Europe: course of the year and of the day, and slow changes. */
export const outdoorsAt = (seed: number, lat: number, lon: number, time: number): Outdoors => {
  const year = (2 * Math.PI * (time - Date.UTC(2000, 0, 1))) / YEAR
  const summer = -Math.cos(year - 0.4)
  const cloud = 0.5 + 0.5 * Math.tanh(0.25 - 0.45 * summer + 1.1 * wander(seed + 1, time, 26 * HOUR_MS))
  const solarHour = ((time / HOUR_MS + lon / 15) % 24) + (time < 0 ? 24 : 0)
  const height = sunHeight(year, lat, solarHour)
  const swing = (3.1 + 1.9 * summer) * (1.25 - 0.8 * cloud)
  const mean =
    10.6 + 7.4 * summer + 2.9 * wander(seed + 2, time, 4.3 * DAY_MS) + 1.2 * wander(seed + 3, time, 30 * HOUR_MS)
  const t = mean + swing * Math.cos((2 * Math.PI * (solarHour - 15)) / 24) + 0.25 * wander(seed + 4, time, HOUR_MS)
  const drier = 3.9 + 2.6 * summer - 2 * (cloud - 0.6) + 1.3 * wander(seed + 5, time, 2.2 * DAY_MS)
  const dewPoint = Math.min(t - 0.3, mean - Math.max(0.4, drier))
  return {
    t,
    h: clamp((100 * saturationPressure(dewPoint)) / saturationPressure(t), 20, 100),
    cloud,
    light: daylight(height, cloud * (1 + 0.1 * wander(seed + 6, time, 0.4 * HOUR_MS))),
    co2: 424 - 4 * summer + 5 * wander(seed + 7, time, 9 * HOUR_MS),
  }
}

// Sine of the sun's height; the declination of ±23.4° follows the year.
const sunHeight = (year: number, lat: number, solarHour: number): number => {
  const declination = -0.409 * Math.cos(year + 0.17)
  const phi = (lat * Math.PI) / 180
  const hourAngle = ((solarHour - 12) * Math.PI) / 12
  return Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle)
}

const daylight = (height: number, cloud: number): number =>
  height > -0.1 ? 105_000 * Math.max(0, height) ** 1.15 * (1 - 0.78 * clamp(cloud, 0, 1)) + 400 * (height + 0.1) : 0
