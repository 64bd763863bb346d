import {
  type Animal,
  co2PerHeatUnit,
  type HeatedKind,
  heatAt20,
  heatStatusOf,
  olderCattleFactor,
  temperatureFactor,
} from './animal-heat.ts'
import { type Gas, ppmToMgPerM3, STANDARD_PRESSURE_PA, ventilationOf } from './gas.ts'

/**
 * Chain from animals and concentrations to an emission, hour by hour (science §1.1 to §1.3). Marks as in animal-heat.ts:
 * V1 and V2 were read in a source, M was not, J is our judgement.
 */

/** Substances whose emission can be worked out: gases in ppm, dust in µg/m³. */
export const EMITTED = ['nh3', 'ch4', 'n2o', 'h2s', 'co2', 'dust_pm10', 'dust_pm25'] as const
export type Emitted = (typeof EMITTED)[number]

/** Chemical names; the same in every language. */
export const SUBSTANCES: Record<Emitted, string> = {
  nh3: 'NH3',
  ch4: 'CH4',
  n2o: 'N2O',
  h2s: 'H2S',
  co2: 'CO2',
  dust_pm10: 'PM10',
  dust_pm25: 'PM2.5',
}

export const isDust = (gas: Emitted): gas is 'dust_pm10' | 'dust_pm25' => gas === 'dust_pm10' || gas === 'dust_pm25'

/** Optical dust sensors count droplets above this humidity, % (J). */
const DRY_ENOUGH = 85

/** Temperature at which the volume of the animals' CO2 is meant: sources do not say, so common practice takes it as it is (§1.3 no. 2). */
export const CO2_VOLUME_REFS = ['as_is', '0C', '20C'] as const
export type Co2VolumeRef = (typeof CO2_VOLUME_REFS)[number]
const REF_KELVIN: Record<Exclude<Co2VolumeRef, 'as_is'>, number> = { '0C': 273.15, '20C': 293.15 }

export const FLOORS = ['slats', 'closed', 'litter'] as const
export type Floor = (typeof FLOORS)[number]

/** Formulas for the heat of cattle by temperature. */
export const HEAT_CORRECTIONS = ['linear', 'older_cattle'] as const

/** Facts about a house that the CO2 balance needs besides its animals. */
export interface HouseTraits {
  floor: Floor
  /** m³ CO2 per hour and heat unit; that of the floor and the species where null. */
  co2_per_heat_unit: number | null
  /** CO2 that does not come from the animals (heaters, litter, people), m³/h. */
  other_co2: number
  /** Correction for cows of today (Kjeldsen 2024, V2): +14 % at 30 kg milk. */
  newer_cows: boolean
  /** Formula for the temperature of cattle. */
  heat_correction: (typeof HEAT_CORRECTIONS)[number]
  co2_volume_ref: Co2VolumeRef
}

export const PLAIN_HOUSE: HouseTraits = {
  floor: 'slats',
  co2_per_heat_unit: null,
  other_co2: 0,
  newer_cows: false,
  heat_correction: 'linear',
  co2_volume_ref: 'as_is',
}

/** CO2 that a house full of animals gives: `varying` follows the temperature, `fixed` does not; m³/h. */
export interface Co2Source {
  kind: HeatedKind
  varying: number
  fixed: number
  traits: HouseTraits
}

/** kg CO2 a day of 1 m³/h, with 22.4 l/mol as in [DK-CO2]. */
const KG_A_DAY = (24 * 44.009) / 22.4
/** Kjeldsen 2024 (V2): kg CO2 a day of a cow = 0.76 · (kg by CIGR with PC 0.18) + 4.721. */
const KJELDSEN = { slope: 0.76, per_heat_unit: 0.18, kg_a_day: 4.721 }

/** m³ CO2 per hour and heat unit of a house. A gas heater or deep litter is no part of it. */
export const perHeatUnitOf = (animal: Pick<Animal, 'kind' | 'mass'>, { floor, co2_per_heat_unit }: HouseTraits) =>
  co2_per_heat_unit ?? co2PerHeatUnit(animal, floor === 'closed' ? 'closed' : 'slats')

/** Source of CO2 of `count` animals alike. RangeError for a mass that is not positive. */
export const co2SourceOf = (animal: Animal, count: number, traits: HouseTraits = PLAIN_HOUSE): Co2Source => {
  const heat = (heatAt20(animal) * count) / 1000
  const { kind } = animal
  if (traits.newer_cows && kind === 'dairy_cattle')
    return {
      kind,
      varying: KJELDSEN.slope * KJELDSEN.per_heat_unit * heat,
      fixed: (KJELDSEN.kg_a_day / KG_A_DAY) * count + traits.other_co2,
      traits,
    }
  return { kind, varying: perHeatUnitOf(animal, traits) * heat, fixed: traits.other_co2, traits }
}

const CATTLE: readonly HeatedKind[] = ['dairy_cattle', 'cattle', 'calves', 'veal_calves']
export const isCattle = (kind: HeatedKind): boolean => CATTLE.includes(kind)

/** Production of CO2, m³/h, at °C and Pa in the house. */
export const co2At = ({ kind, varying, fixed, traits }: Co2Source, temperature: number, pressure: number): number => {
  const isOlder = traits.heat_correction === 'older_cattle' && isCattle(kind)
  const warmth = isOlder ? olderCattleFactor(temperature) : temperatureFactor(kind, temperature)
  const production = varying * warmth + fixed
  if (traits.co2_volume_ref === 'as_is') return production
  return production * ((temperature + 273.15) / REF_KELVIN[traits.co2_volume_ref]) * (STANDARD_PRESSURE_PA / pressure)
}

/** Means of one hour of a house; °C, Pa, %; ppm, and µg/m³ for dust. Null or NaN where nothing valid was measured. */
export interface AirOfHour {
  temperature: number
  pressure: number
  co2: number
  co2_outdoors: number
  gas: number
  gas_outdoors: number
  humidity?: number
  /** Air flow where it is known without a balance, m³/h. */
  flow?: number | undefined
}

export interface HourOfEmission {
  /** g/h; negative where more comes in than goes out. */
  grams: number
  /** Air flow, m³/h. */
  flow: number
  /** CO2 of the animals, m³/h; NaN where the flow was measured or typed. */
  production: number
  /** g/h for each ppm of ΔCO2: how far its error carries. 0 without a balance. */
  per_ppm_co2: number
  certainty: 'normal' | 'uncertain'
}

/**
 * Emission of an hour (§1.1 steps 4 to 7): by the balance of CO2 unless the air says its `flow`. Null where an input is
 * missing, where ΔCO2 is 50 ppm or less (J), and of dust where the air is too wet for the sensor (J).
 */
export const emissionOfAir = (air: AirOfHour, source: Co2Source | null, gas: Emitted): HourOfEmission | null => {
  const { temperature, pressure, co2, co2_outdoors, gas_outdoors } = air
  if (!(Number.isFinite(air.gas) && Number.isFinite(gas_outdoors))) return null
  if (isDust(gas) && (air.humidity ?? 0) > DRY_ENOUGH) return null
  const per_m3 = isDust(gas)
    ? (air.gas - gas_outdoors) / 1e6
    : ppmToMgPerM3(air.gas - gas_outdoors, gas satisfies Gas, temperature, pressure) / 1000
  if (!Number.isFinite(per_m3)) return null
  if (air.flow !== undefined) {
    if (!Number.isFinite(air.flow)) return null
    const grams = air.flow * per_m3
    return { grams, flow: air.flow, production: Number.NaN, per_ppm_co2: 0, certainty: 'normal' }
  }
  if (!source) return null
  const production = co2At(source, temperature, pressure)
  const flow = ventilationOf(production, co2, co2_outdoors)
  if (!flow || !Number.isFinite(flow.m3_per_hour)) return null
  const grams = flow.m3_per_hour * per_m3
  // The balance gives back the CO2 it was made of, whatever was read.
  const per_ppm_co2 = gas === 'co2' ? 0 : grams / (co2 - co2_outdoors)
  return { grams, flow: flow.m3_per_hour, production, per_ppm_co2, certainty: flow.certainty }
}

/** Point of a fan's curve: air flow in m³/h at a speed in %. */
export interface FanPoint {
  percent: number
  m3_per_hour: number
}

const STANDSTILL: FanPoint = { percent: 0, m3_per_hour: 0 }

/**
 * Air flow, m³/h, of a fan speed in %: straight between two points, the nearest outside of them; NaN without points. A fan that
 * stands still moves nothing, unless the curve has a point at 0 %, such as of natural draught: an hour in which it stood still
 * for a time has a mean below the first point.
 */
export const flowOfFan = (points: readonly FanPoint[], percent: number): number => {
  const still = points.length === 0 || points.some(point => point.percent === 0) ? [] : [STANDSTILL]
  const sorted = [...still, ...points].toSorted((a, b) => a.percent - b.percent)
  const after = sorted.findIndex(point => point.percent >= percent)
  const next = sorted[after] ?? sorted.at(-1)
  const before = sorted[after - 1] ?? next
  if (!next || !before || !Number.isFinite(percent)) return Number.NaN
  if (percent >= next.percent || next === before) return next.m3_per_hour
  const share = (percent - before.percent) / (next.percent - before.percent)
  return before.m3_per_hour + share * (next.m3_per_hour - before.m3_per_hour)
}

/** Tells whether the formula of an animal was not read in a source (M, J): then the result is indicative. */
export const isIndicative = (animal: Pick<Animal, 'kind' | 'caged'>): boolean => heatStatusOf(animal) !== 'V2'

/** Emission of NH3 that was ever measured in such houses, kg per animal and year (Groot Koerkamp 1998, V1). */
const PLAUSIBLE = { cattle: [0.7, 17.5], pigs: [0.19, 11.4], poultry: [0.018, 0.345] } as const

/** Least and most kg NH3 per animal and year that is plausible of a kind; null where nobody measured it. */
export const plausibleNh3 = (kind: HeatedKind): readonly [number, number] | null => {
  if (isCattle(kind)) return PLAUSIBLE.cattle
  if (kind === 'pig' || kind === 'sow' || kind === 'lactating_sow' || kind === 'piglet') return PLAUSIBLE.pigs
  if (kind === 'broiler' || kind === 'chicken' || kind === 'rearing_chicken') return PLAUSIBLE.poultry
  return null
}
