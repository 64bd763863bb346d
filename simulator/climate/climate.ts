import {
  activityAt,
  co2PerHeatUnit,
  co2Production,
  heatAt20,
  temperatureFactor,
} from '#shared/rules/science/animal-heat.ts'
import { riseOf } from '#shared/rules/science/gas.ts'
import { absoluteHumidity, relativeHumidity } from '#shared/rules/science/humidity.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { SPECIES, type Species } from '../farms/species.ts'
import { ANIMALS, latentShare, type SpeciesKey } from './animals.ts'
import { type Disturbance, disturbancesAt } from './disturbances.ts'
import { localHour } from './local-hour.ts'
import { clamp, ramp, wander } from './noise.ts'
import { type Stock, type StockKeeping, stockAt } from './stock.ts'
import { type Outdoors, outdoorsAt } from './weather.ts'

/** Heat that warms one m³ of air by one kelvin, Wh. */
const AIR = 0.335
/** Vapour one W makes, g/h. */
const VAPOUR = 1.446

/** A barn compartment as far as its climate goes. */
export interface Room {
  species: SpeciesKey
  keeping: StockKeeping
  places: number
  /** m² */
  floor: number
  /** m³ */
  volume: number
  lat: number
  lon: number
  zone: string
  /** Seed of the region's weather, and of this room. */
  weather: number
  seed: number
  /** The moment the story is told from: ages, batches and disturbances count from it. */
  anchor: number
  disturbances: readonly Disturbance[]
}

/** True climate of a room at one moment, before any sensor has looked at it. */
export interface RoomClimate {
  outdoors: Outdoors
  stock: Stock
  /** °C */
  t: number
  /** % */
  h: number
  /** ppm */
  co2: number
  /** ppm */
  nh3: number
  /** µg/m³ */
  dust_pm10: number
  /** µg/m³ */
  dust_pm25: number
  /** lx */
  light: number
  /** Fresh air, m³/h. */
  ventilation: number
  /** m³/h */
  co2_production: number
}

/**
 * Climate of `room` at `time` in closed form: the heat balance of science §1 with ventilation steered to the wanted
 * temperature, then each gas and the vapour diluted by the air that results.
 */
export const climateAt = (room: Room, time: number): RoomClimate => {
  const species = SPECIES[room.species]
  const outdoors = outdoorsAt(room.weather, room.lat, room.lon, time)
  const stock = stockAt(room.keeping, room.places, room.anchor, time)
  const hour = localHour(time, room.zone)
  const activity = activityAt(hour, ...species.activity) * (1 + 0.04 * wander(room.seed + 11, time, 25 * MINUTE_MS))
  const animal = ANIMALS[room.species](stock)
  const heat = stock.count > 0 ? stock.count * heatAt20(animal) : 0
  const air = ventilate(room, species, stock, heat, outdoors, time)
  const disturbances = disturbancesAt(room.disturbances, time - room.anchor, hour)
  const ventilation = air.ventilation * disturbances.fresh_share
  const produced = heat * temperatureFactor(animal.kind, air.t)
  const co2 = co2Production(produced, co2PerHeatUnit(animal, species.closed_floor ? 'closed' : 'slats'), activity)
  const closed = Math.max(1, (species.ventilation[0] * heat) / 1000)
  const dilution = Math.sqrt(closed / ventilation)
  const light = species.light(hour, outdoors.light, stock)
  const dust = dustAt(room, species, stock, activity, hour, light, time) * dilution ** 0.6
  return {
    outdoors,
    stock,
    t: air.t,
    h: humidityIn(room, species, stock, produced * activity, ventilation, air.t, outdoors, time),
    co2: outdoors.co2 + riseOf(co2, ventilation),
    nh3: nh3At(room, species, stock, activity, time) * dilution + disturbances.nh3,
    dust_pm10: dust + 8 + 6 * outdoors.cloud,
    dust_pm25: dust * species.fine + 5 + 4 * outdoors.cloud,
    light,
    ventilation,
    co2_production: co2,
  }
}

/** Temperature and air of a room whose ventilation opens over a band above the wanted temperature. */
const ventilate = (room: Room, species: Species, stock: Stock, heat: number, out: Outdoors, time: number) => {
  const target = species.target(stock)
  const hpu = heat / 1000
  const least = Math.max(species.ventilation[0] * hpu, 0.35 * room.volume)
  const most = Math.max(species.ventilation[1] * hpu, 6 * room.volume)
  const warm = heat * temperatureFactor(room.species, target) * (1 - latentShare(target))
  const gain = warm + 0.0002 * out.light * room.floor
  const shell = species.shell * room.floor
  const balance = balanceOf(gain, shell, least, most, target, species, room.floor, out.t)
  const hunting =
    1 + 0.05 * wander(room.seed + 12, time, 14 * MINUTE_MS) + 0.05 * wander(room.seed + 13, time, 170 * MINUTE_MS)
  const unrest =
    0.12 * wander(room.seed + 14, time, 18 * MINUTE_MS) + 0.25 * wander(room.seed + 15, time, 5 * 60 * MINUTE_MS)
  return { t: balance.t + unrest, ventilation: balance.ventilation * hunting }
}

const balanceOf = (
  gain: number,
  shell: number,
  least: number,
  most: number,
  target: number,
  species: Species,
  floor: number,
  outside: number,
): { t: number; ventilation: number } => {
  const closed = shell + AIR * least
  const unheated = outside + gain / closed
  const heated = Math.min(target - 0.6, unheated + (species.heating * floor) / closed)
  if (unheated <= target) return { t: Math.max(unheated, heated), ventilation: least }
  const slope = (AIR * (most - least)) / species.band
  const linear = closed + slope * (target - outside)
  const surplus = gain - closed * (target - outside)
  const above = (Math.sqrt(linear * linear + 4 * slope * surplus) - linear) / (2 * slope)
  if (above > species.band) return { t: outside + gain / (shell + AIR * most), ventilation: most }
  return { t: target + above, ventilation: least + (most - least) * (above / species.band) }
}

const humidityIn = (
  room: Room,
  species: Species,
  stock: Stock,
  produced: number,
  ventilation: number,
  t: number,
  out: Outdoors,
  time: number,
): number => {
  const washing = stock.empty_days > 0.4 ? 5 * room.floor * Math.exp(-(stock.empty_days - 0.4) / 1.1) : 0
  const vapour = produced * latentShare(t) * VAPOUR * species.moisture + washing
  const outside = absoluteHumidity(out.t, out.h) * ((out.t + 273.15) / (t + 273.15))
  const unrest = 1 + 0.02 * wander(room.seed + 16, time, 35 * MINUTE_MS)
  const relative = relativeHumidity(t, outside + vapour / ventilation) * unrest
  // Walls, floor and litter give off vapour in dry air and take it up in moist air, the more the moister it is.
  const buffered = 62 + 0.75 * (relative - 62)
  return buffered < 85 ? Math.max(18, buffered) : 85 + 13 * Math.tanh((buffered - 85) / 22)
}

const nh3At = (room: Room, species: Species, stock: Stock, activity: number, time: number): number => {
  const [first, last] = species.nh3
  if (stock.count === 0) return 0.4 + last * 0.5 * Math.exp(-stock.empty_days * 2.5)
  const level = first + (last - first) * stock.share ** 1.3
  const present = stock.count / room.places
  const unrest =
    1 + 0.06 * wander(room.seed + 17, time, 50 * MINUTE_MS) + 0.07 * wander(room.seed + 18, time, 20 * 60 * MINUTE_MS)
  return level * clamp(present + 0.1, 0, 1) * (0.6 + 0.4 * activity) * unrest
}

const dustAt = (
  room: Room,
  species: Species,
  stock: Stock,
  activity: number,
  hour: number,
  light: number,
  time: number,
): number => {
  const [first, last] = species.dust
  const level = first + (last - first) * stock.share
  const present = stock.count > 0 ? stock.count / room.places : 0.06
  const feeding = species.feeding.reduce(
    (sum, at) => sum + ramp(hour, at - 0.3, at) * (1 - ramp(hour, at, at + 1.2)),
    0,
  )
  const unrest = Math.exp(
    0.14 * wander(room.seed + 19, time, 12 * MINUTE_MS) + 0.1 * wander(room.seed + 20, time, 180 * MINUTE_MS),
  )
  return level * present * activity * (light > 15 ? 0.85 : 0.5) * (1 + 0.45 * feeding) * unrest
}
