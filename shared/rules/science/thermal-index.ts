import {
  absoluteHumidity,
  dewPoint,
  thiBroiler,
  thiCattle,
  thiLayer,
  thiPig,
  vapourPressureDeficit,
} from './humidity.ts'

export type HeatStress = 'none' | 'mild' | 'moderate' | 'severe' | 'very_severe'

/** Index of heat and humidity together for one kind of animal. */
export interface ThermalIndex {
  index: 'thi_cattle' | 'thi_pig' | 'thi_broiler' | 'thi_layer'
  /** Value without unit for cattle, in °C for the others. */
  value: number
  unit: '' | '°C'
  /** Class of heat stress; null where no classes hold at every age. */
  stress: HeatStress | null
}

type Classes = readonly (readonly [from: number, stress: HeatStress])[]

/** Science §3: dairy cattle V1, from 90 on M. */
const CATTLE: Classes = [
  [90, 'very_severe'],
  [80, 'severe'],
  [72, 'moderate'],
  [68, 'mild'],
]
/** Science §3, classes M. */
const PIG: Classes = [
  [30, 'very_severe'],
  [28.9, 'severe'],
  [27.8, 'moderate'],
]
/** Science §3: panting begins, V2. */
const LAYER: Classes = [[28.5, 'mild']]

const stressOf = (value: number, classes: Classes): HeatStress => classes.find(([from]) => value >= from)?.[1] ?? 'none'

type IndexOf = (temperature: number, humidity: number) => ThermalIndex | null

const cattle: IndexOf = (t, rh) => {
  const value = thiCattle(t, rh)
  return { index: 'thi_cattle', value, unit: '', stress: stressOf(value, CATTLE) }
}
const pig: IndexOf = (t, rh) => {
  const value = thiPig(t, rh)
  return { index: 'thi_pig', value, unit: '°C', stress: stressOf(value, PIG) }
}
const broiler: IndexOf = (t, rh) => {
  const value = thiBroiler(t, rh)
  return value === null ? null : { index: 'thi_broiler', value, unit: '°C', stress: null }
}
const layer: IndexOf = (t, rh) => {
  const value = thiLayer(t, rh)
  return value === null ? null : { index: 'thi_layer', value, unit: '°C', stress: stressOf(value, LAYER) }
}

/** Indices by key of the area type. Young animals want heat and have no index here. */
const INDEX: ReadonlyMap<string, IndexOf> = new Map([
  ['cattle', cattle],
  ['dairy_cattle', cattle],
  ['pig', pig],
  ['sow', pig],
  ['lactating_sow', pig],
  ['broiler', broiler],
  ['chicken', layer],
])

/**
 * Index of `areaType` at `temperature` (°C) and relative `humidity` (%), with its class of heat stress (science §3). Null for
 * animals without an index and outside the range its formula holds for.
 */
export const thermalIndexOf = (areaType: string, temperature: number, humidity: number): ThermalIndex | null =>
  INDEX.get(areaType)?.(temperature, humidity) ?? null

/**
 * Properties of air by temperature (°C) and relative humidity (%): dew point °C, absolute humidity g/m³, vapour
 * pressure deficit kPa.
 */
export const airOf = (temperature: number, humidity: number) => ({
  dew_point: dewPoint(temperature, humidity),
  absolute_humidity: absoluteHumidity(temperature, humidity),
  vapour_pressure_deficit: vapourPressureDeficit(temperature, humidity),
})
