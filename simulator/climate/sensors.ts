import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import type { RoomClimate } from './climate.ts'
import { clamp, normal, round, wander } from './noise.ts'

export type Key =
  | 't'
  | 'h'
  | 'co2'
  | 'nh3'
  | 'dust_pm10'
  | 'dust_pm25'
  | 'light'
  | 'bat_volt'
  | 'battery'
  | 'rssi'
  | 'snr'

/** Readings of a device, one of each sensor it has. */
export type SensorValues = Partial<Record<Key, number>>

export interface Sensors {
  keys: readonly Key[]
  seed: number
  /** Difference of its place from the middle of the room: kelvin warmer, share more ammonia. */
  warmer?: number
  more_nh3?: number
  power: 'mains' | 'battery'
  /** dBm */
  signal: number
}

/** Resolution of each sensor, digits after the point. */
export const SENSOR_DECIMALS: Record<Key, number> = {
  t: 2,
  h: 1,
  co2: 0,
  nh3: 1,
  dust_pm10: 0,
  dust_pm25: 1,
  light: 0,
  bat_volt: 2,
  battery: 0,
  rssi: 0,
  snr: 1,
}

/** Reads the climate around a device with its sensors: offset, noise, resolution. */
export const read = (sensors: Sensors, climate: RoomClimate, anchor: number, time: number): SensorValues => {
  const values: SensorValues = {}
  for (const key of sensors.keys)
    values[key] = round(SENSES[key](sensors, climate, time, time - anchor), SENSOR_DECIMALS[key])
  return values
}

type Sense = (sensors: Sensors, climate: RoomClimate, time: number, since: number) => number

const noise = (sensors: Sensors, time: number, channel: number): number => normal(sensors.seed + channel, time)
const offset = (sensors: Sensors, channel: number): number => normal(sensors.seed, channel)

const SENSES: Record<Key, Sense> = {
  t: (s, c, time) => c.t + (s.warmer ?? 0) + 0.1 * offset(s, 1) + 0.04 * noise(s, time, 21),
  h: (s, c, time) => clamp(c.h - 2 * (s.warmer ?? 0) + 0.8 * offset(s, 2) + 0.25 * noise(s, time, 22), 5, 100),
  co2: (s, c, time) => Math.max(400, c.co2 + 12 * offset(s, 3) + 10 * noise(s, time, 23)),
  nh3: (s, c, time) => Math.max(0, c.nh3 * (1 + (s.more_nh3 ?? 0)) + 0.12 * noise(s, time, 24)),
  dust_pm10: (s, c, time) => c.dust_pm10 * (1 + 0.05 * noise(s, time, 25)),
  dust_pm25: (s, c, time) => c.dust_pm25 * (1 + 0.05 * noise(s, time, 26)),
  light: (s, c, time) => c.light * (1 + 0.015 * noise(s, time, 27)),
  battery: (s, c, time, since) => chargeAt(s, c, time, since),
  bat_volt: (s, c, time, since) => voltsAt(chargeAt(s, c, time, since)) + 0.004 * noise(s, time, 28),
  rssi: (s, _c, time) => s.signal + 3 * wander(s.seed + 29, time, 5 * HOUR_MS) + 1.5 * noise(s, time, 29),
  snr: (s, _c, time) => 6 + 2 * wander(s.seed + 30, time, 5 * HOUR_MS) + 1.2 * noise(s, time, 30),
}

/** Charge in percent. On mains it stays full; a battery falls from full to about 60 in 70 days and is then changed. */
const chargeAt = (sensors: Sensors, climate: RoomClimate, time: number, since: number): number => {
  if (sensors.power === 'mains') return 100
  const worn = (((since / DAY_MS + 30) % 70) + 70) % 70
  return clamp(100 - 0.55 * worn - 0.08 * (15 - climate.t) + 0.4 * wander(sensors.seed + 31, time, 9 * HOUR_MS), 1, 100)
}

/** Volts of a lithium cell at a charge in percent. */
export const voltsAt = (charge: number): number => 3.3 + 0.55 * (charge / 100) + 0.3 * (charge / 100) ** 6
