import type { SpeciesKey } from '../climate/animals.ts'
import { clamp, curve, ramp } from '../climate/noise.ts'
import type { Stock } from '../climate/stock.ts'

/** Management of a barn for one kind of animal. Ventilation is per hpu: 1000 W of animal heat at 20 °C. */
export interface Species {
  /** Wanted temperature, °C. */
  target: (stock: Stock) => number
  /** Kelvin above the target over which the ventilation opens fully. */
  band: number
  /** m³/h per hpu, closed and fully open. */
  ventilation: readonly [number, number]
  /** No pit below: less CO2 from slurry. */
  closed_floor?: true
  /** W of heating per m² of floor; 0 where nothing heats. */
  heating: number
  /** Heat through the shell, W/K per m² of floor. */
  shell: number
  /** Vapour from floor, litter and drinkers, as a multiple of the animals' own. */
  moisture: number
  /** Activity through the day: swing, and hour of least activity (science §1.2). */
  activity: readonly [number, number]
  /** ppm NH3 with closed ventilation at the beginning and the end of a round. */
  nh3: readonly [number, number]
  /** µg/m³ PM10 likewise, and the share of it that is PM2.5. */
  dust: readonly [number, number]
  fine: number
  /** Hours at which feeding or bedding raises dust. */
  feeding: readonly number[]
  light: (hour: number, daylight: number, stock: Stock) => number
}

/** Lamps between two hours of the day, rising and falling over `dusk` hours. */
const lamps = (hour: number, on: number, off: number, dusk: number): number =>
  ramp(hour, on, on + dusk) * (1 - ramp(hour, off - dusk, off))

/** Daylight through windows or an open side; eyes of a sensor near the animals see at most some hundred lx. */
const windows = (daylight: number, share: number, most: number): number =>
  most * (1 - Math.exp((-daylight * share) / most))

/** Broilers: 23 h of light in the first week, then six dark hours (22 to 4). */
const broilerLight = (hour: number, _daylight: number, stock: Stock): number => {
  if (stock.count === 0) return stock.empty_days > 0.3 && stock.empty_days < 5 ? 60 * lamps(hour, 7, 17, 0.1) : 0
  const lux = curve(BROILER_LUX, stock.age)
  return stock.age < 7 ? lux * (1 - lamps(hour, 23, 24, 0.1)) : lux * lamps(hour, 4, 22, 0.5)
}
const BROILER_LUX = [
  [0, 62],
  [7, 45],
  [14, 32],
  [42, 27],
] as const

const BROILER_TARGET = [
  [-1.5, 12],
  [-0.4, 30],
  [0, 30],
  [3, 28],
  [6, 27],
  [9, 26],
  [12, 25],
  [15, 24],
  [18, 23],
  [21, 22],
  [24, 21],
  [27, 20],
] as const

/** Temperature between rounds: a room is only kept from freezing, then warmed for the animals that come. */
const whenEmpty = (stock: Stock, occupied: number, cold: number): number =>
  stock.count > 0 ? occupied : cold + (occupied - cold) * ramp(stock.age, -1.2, -0.2)

export const SPECIES: Record<SpeciesKey, Species> = {
  broiler: {
    target: stock => curve(BROILER_TARGET, stock.age),
    band: 2.5,
    ventilation: [128, 900],
    heating: 110,
    shell: 0.9,
    moisture: 1.15,
    activity: [0.1, 2],
    nh3: [1, 10],
    dust: [180, 950],
    fine: 0.14,
    feeding: [8, 16],
    light: broilerLight,
  },
  piglet: {
    target: stock => whenEmpty(stock, 27.2 - 4.2 * clamp(stock.age / 42, 0, 1), 12),
    band: 4,
    ventilation: [150, 900],
    heating: 130,
    shell: 1.1,
    moisture: 1.35,
    activity: [0.14, 2.5],
    nh3: [4.5, 8.5],
    dust: [180, 380],
    fine: 0.16,
    feeding: [8, 16.5],
    light: (hour, daylight) => 68 * lamps(hour, 6, 20, 0.1) + windows(daylight, 0.002, 90),
  },
  pig: {
    target: stock => whenEmpty(stock, 21.5 - 3.5 * ramp(stock.age, 0, 50), 8),
    band: 4,
    ventilation: [140, 900],
    heating: 45,
    shell: 0.9,
    moisture: 1.35,
    activity: [0.16, 1.7],
    nh3: [6, 9.5],
    dust: [220, 420],
    fine: 0.15,
    feeding: [7, 12, 17],
    light: (hour, daylight) => 58 * lamps(hour, 6.5, 18.5, 0.1) + windows(daylight, 0.0025, 120),
  },
  sow: {
    target: () => 17.8,
    band: 4,
    ventilation: [140, 900],
    heating: 25,
    shell: 0.9,
    moisture: 1.15,
    activity: [0.18, 1.5],
    nh3: [8, 8],
    dust: [230, 230],
    fine: 0.14,
    feeding: [7, 15],
    light: (hour, daylight) => 82 * lamps(hour, 6, 21, 0.1) + windows(daylight, 0.003, 140),
  },
  calves: {
    target: () => 13,
    band: 5,
    ventilation: [260, 2600],
    closed_floor: true,
    heating: 0,
    shell: 1.6,
    moisture: 1.1,
    activity: [0.15, 2.5],
    nh3: [3.6, 3.6],
    dust: [75, 75],
    fine: 0.22,
    feeding: [6.5, 17],
    light: (hour, daylight) => 135 * lamps(hour, 6.5, 18.5, 0.2) + windows(daylight, 0.012, 350) + 2,
  },
  dairy_cattle: {
    target: () => 11,
    band: 6,
    ventilation: [260, 2400],
    heating: 0,
    shell: 1.9,
    moisture: 0.9,
    activity: [0.16, 2.9],
    nh3: [3.2, 3.2],
    dust: [42, 42],
    fine: 0.25,
    feeding: [6, 17.5],
    light: (hour, daylight) => 5 + 188 * lamps(hour, 5, 21, 0.2) + windows(daylight, 0.014, 420),
  },
}
