import type { Key } from '../climate/sensors.ts'

/** A message of twelve values, as the bench sends them. */
type LoadMessage = { time: number } & Record<Exclude<Key, 'battery'> | 'p' | 'ch4', number>

/** A message with twelve believable values, made in well under a microsecond. Each device its own curve. */
export const loadMessage = (device: number, time: number): LoadMessage => {
  const hours = time / 3_600_000 + device * 1.7
  const day = Math.sin(hours * 0.2618)
  const fast = Math.sin(hours * 9.1)
  return {
    time,
    t: hundredth(22 + 3 * day + 0.3 * fast),
    h: hundredth(62 - 8 * day + fast),
    p: hundredth(1013 + 6 * Math.sin(hours * 0.061)),
    co2: Math.round(1500 - 400 * day + 30 * fast),
    nh3: hundredth(8 - 2 * day + 0.4 * fast),
    ch4: hundredth(40 + 9 * day + fast),
    dust_pm10: Math.round(280 + 110 * day + 25 * fast),
    dust_pm25: hundredth(45 + 16 * day + 4 * fast),
    light: Math.round(Math.max(0, 120 * day + 40)),
    bat_volt: hundredth(3.9 + 0.05 * fast),
    rssi: Math.round(-72 + 4 * fast),
    snr: hundredth(7 + fast),
  }
}

/** `count` messages of one device, `interval` ms apart, oldest first. */
export const loadBatch = (device: number, from: number, interval: number, count: number): LoadMessage[] =>
  Array.from({ length: count }, (_, index) => loadMessage(device, from + index * interval))

const hundredth = (value: number): number => Math.round(value * 100) / 100
