import type { SpeciesKey } from '../climate/animals.ts'
import type { Disturbance } from '../climate/disturbances.ts'
import type { SimulatedFault } from '../climate/faults.ts'
import type { Key, Sensors } from '../climate/sensors.ts'
import type { StockKeeping } from '../climate/stock.ts'

export interface DemoDevice {
  name: string
  device_name: string
  eui?: string
  plan: 'light' | 'basic' | 'pro'
  sensors: Sensors
  faults: readonly SimulatedFault[]
}

export interface DemoArea {
  name: string
  species: SpeciesKey
  keeping: StockKeeping
  /** Metres. */
  width: number
  depth: number
  height: number
  animal_places: number
  animals_per_group: number
  /** Groups across and deep, with the metres of one. */
  groups?: { across: number; deep: number; width: number; depth: number }
  ammonia_factor: number
  disturbances: readonly Disturbance[]
  seed: number
  devices: readonly DemoDevice[]
}

export interface DemoFarm {
  location: {
    name: string
    country_code: string
    country: string
    city: string
    postal_code: string
    street: string
    number: string
    lat: number
    lon: number
    time_zone: string
    ubn: string
    tag?: string
  }
  areas: readonly DemoArea[]
}

/** Measurements by kind of device. */
export const ALL_KEYS: readonly Key[] = [
  't',
  'h',
  'co2',
  'nh3',
  'dust_pm10',
  'dust_pm25',
  'light',
  'bat_volt',
  'battery',
  'rssi',
]
export const GASES: readonly Key[] = ['t', 'h', 'co2', 'nh3', 'light', 'bat_volt', 'battery', 'rssi']
export const LORA: readonly Key[] = ['t', 'h', 'light', 'bat_volt', 'battery', 'rssi', 'snr']
