import type { Animal } from '../science/animal-heat.ts'
import { OUTDOORS, UNSURE } from '../science/emission.ts'
import {
  type AirOfHour,
  type Co2Source,
  co2SourceOf,
  type Emitted,
  emissionOfAir,
  flowOfFan,
  type HourOfEmission,
  isDust,
  perHeatUnitOf,
} from '../science/emission-chain.ts'
import { permittedKg, reducedFactor } from '../science/emission-permit.ts'
import { type EmissionDay, HoursOfDay, isValidDay } from '../science/emission-sum.ts'
import { emissionOf, ppmToMgPerM3, pressureAtAltitude, STANDARD_PRESSURE_PA } from '../science/gas.ts'
import { monthOf } from '../time/wall-clock.ts'
import {
  type AnimalsOnDay,
  animalsOn,
  areaOn,
  balanceHolds,
  type EmissionArea,
  type EmissionSettings,
  factorOn,
  flowUncertaintyOf,
  houseTraitsOf,
  inForce,
  isInSum,
  type MethodDays,
  methodsOn,
  type OutdoorSetting,
  outdoorsOn,
  type PressureSetting,
  type RoundOfEmission,
  reducersOn,
  type VentilationSetting,
  ventilationOn,
} from './emission-settings.ts'

/** Valid means of each hour of an area; NaN where there is none. °C, %, hPa, ppm, µg/m³, m³/h. */
export interface HourColumns {
  temperature: Float64Array
  humidity: Float64Array
  co2: Float64Array
  gas: Float64Array
  /** Air pressure by sensor and by weather. */
  pressure: Float64Array
  weather_pressure: Float64Array
  fan_speed: Float64Array
  air_flow: Float64Array
  co2_outdoors: Float64Array
  gas_outdoors: Float64Array
}

/** A local day with the hours that begin in it, as indices of the columns; `last` is the first that is not over, or of the next day. */
export interface DayToReckon {
  date: string
  first: number
  last: number
}

/**
 * Means over the hours with a result, as a derivation shows them; null without any. Of N2O those of the months that are told,
 * and of all where none is.
 */
export interface EmissionInputs {
  hours: number
  /** Mean temperature, °C; null where nothing measured it: dust by a flow that is known needs none. */
  temperature: number | null
  pressure: number
  co2: number | null
  co2_outdoors: number | null
  gas: number
  gas_outdoors: number
  /** Mean air flow, m³/h: as CO2 and its production that of the balanced hours, where there are any. */
  flow: number
  production: number | null
  /** kg of the valid days that were balanced, by their hours and by the means of each day (the ratio of the tracer). */
  valid_kg: number
  kg_by_day_means: number | null
  /**
   * Shares of these hours that were balanced with an assumed CO2 outdoors, that had an assumed concentration of the gas
   * outdoors, and a pressure that nobody said.
   */
  co2_outdoors_assumed: number
  gas_outdoors_assumed: number
  pressure_assumed: number
}

/**
 * Says which air outdoors was assumed, and in what share of the hours: CO2 where it was balanced or is the gas itself, N2O as
 * air has it, and none of any other gas, which makes the emission an upper bound (science §1.3 no. 4).
 */
export const assumedOutdoors = (
  { co2_outdoors_assumed, gas_outdoors_assumed }: Pick<EmissionInputs, 'co2_outdoors_assumed' | 'gas_outdoors_assumed'>,
  gas: Emitted,
) => {
  const isCo2 = gas === 'co2'
  const assumed = [
    { says: 'co2_outdoors_assumed', share: isCo2 ? gas_outdoors_assumed : co2_outdoors_assumed },
    { says: gas === 'n2o' ? 'n2o_outdoors_assumed' : 'upper_bound', share: isCo2 ? 0 : gas_outdoors_assumed },
  ] as const
  return assumed.filter(({ share }) => share > 0)
}

/** Places, animals and permit on the last day that counts; what the balance takes for granted, on its last day. */
export interface EmissionState {
  ventilation: VentilationSetting
  /** Setting by which the last balanced hours were reckoned; that of the last day where none were. */
  balanced: VentilationSetting
  places: number | null
  animals: AnimalsOnDay | null
  per_heat_unit: number | null
  factor: ReturnType<typeof factorOn>
  reduced_kg: number | null
}

export const EMISSION_PROBLEMS = [
  'no_factor',
  'no_places',
  'no_animals',
  'no_mass',
  'no_species',
  'other_co2',
  'no_flow',
  'no_detection_limit',
  'below_detection',
  'months_below_detection',
] as const
export type EmissionProblem = (typeof EMISSION_PROBLEMS)[number]

interface Reckoned {
  days: EmissionDay[]
  inputs: EmissionInputs | null
  state: EmissionState | null
  /** Methods of ventilation of the days that the inputs are means of. */
  methods: MethodDays[]
  /** Days with hours that were measured, also where N2O may be the noise of its sensor and they have no result. */
  measured: ReadonlySet<string>
  problems: EmissionProblem[]
}

const HECTO = 100

/**
 * Reckons the days of an area: its animals and factor day by day, its air hour by hour. Inputs and problems are those of
 * the days from `from` on, until `until` (dates, half-open); the days before and after only fill up months.
 */
export const reckonDays = ({
  area,
  settings,
  rounds,
  roundsSince,
  columnsFor,
  days,
  gas,
  within,
}: {
  area: EmissionArea
  settings: EmissionSettings
  rounds: readonly RoundOfEmission[]
  /** Day on which the first round began that was written down; null where rounds are not kept. */
  roundsSince: string | null
  /** Columns of the area where a device measures the air outdoors, or none does. */
  columnsFor: (outdoorDevice: number | null) => HourColumns
  days: readonly DayToReckon[]
  gas: Emitted
  within: { from: string; until: string }
}): Reckoned => {
  const isCounted = isInSum(settings, area)
  const problems = new Set<EmissionProblem>()
  // Problems are named of days that measured the gas; of one that was never measured, those of the last day.
  const kept = new Map<OutdoorSetting, { columns: HourColumns; airAt: ReturnType<typeof airOf> }>()
  const measuredOn = (date: string) => {
    const outdoors = outdoorsOn(settings, date)
    const known = kept.get(outdoors)
    if (known) return known
    const columns = columnsFor(outdoors.source === 'device' ? outdoors.device_id : null)
    const measured = { columns, airAt: airOf(settings.pressure, outdoors, columns, gas) }
    kept.set(outdoors, measured)
    return measured
  }
  const looked = daysLookedAt(days, date => measuredOn(date).columns, within)
  const measured: MeasuredDay[] = []
  let state: EmissionState | null = null
  let balance: Pick<EmissionState, 'balanced' | 'per_heat_unit'> | null = null
  const reckoned = days.map(({ date, first, last }): EmissionDay => {
    const ventilation = ventilationOn(settings, date)
    const { columns, airAt } = measuredOn(date)
    const traits = houseTraitsOf(ventilation, settings.co2_volume_ref)
    const holds = balanceHolds(ventilation)
    const isBalance = ventilation.method === 'co2_balance'
    const areaThen = areaOn(settings, area, date)
    const animals = animalsOn(settings, areaThen, rounds, roundsSince, date)
    const source = holds && isBalance ? sourceOf(animals, traits) : null
    const flowOf = flowsOn(ventilation, columns, date)
    const hours = new HoursOfDay()
    const ofDay = new Means()
    for (let at = first; at < last; at++) {
      const air = airAt(at, flowOf?.(at))
      const hour = emissionOfAir(air, source, gas)
      if (!hour) continue
      hours.add(hour)
      ofDay.add(hour, air)
    }
    const factor = factorOn(settings, area, date)
    const reducers = reducersOn(settings, date)
    const count = animals?.count ?? null
    const places = areaThen.animal_places
    if (looked.has(date)) {
      const onDay = {
        balanced: ventilation,
        per_heat_unit: animals?.animal && isBalance ? perHeatUnitOf(animals.animal, traits) : null,
      }
      if (source && hours.results > 0) balance = onDay
      state = {
        ventilation,
        places,
        animals,
        ...(isBalance ? onDay : (balance ?? onDay)),
        factor,
        reduced_kg: factor && reducedFactor(factor, reducers),
      }
      if (!factor && gas === 'nh3' && isCounted) problems.add('no_factor')
      if (places === null && isCounted) problems.add('no_places')
      if (area.kind === null) problems.add('no_species')
      else if (!animals) problems.add('no_animals')
      else if (isBalance && animals.count > 0 && !animals.animal) problems.add('no_mass')
      if (isBalance && !holds && isCounted) problems.add('other_co2')
      if (!isBalance && hours.results === 0 && !hasFlow(flowOf, first, last)) problems.add('no_flow')
    }
    const day = {
      date,
      hours: Math.max(0, last - first),
      ...hours.means(),
      animals: count,
      mass: massOf(animals),
      places,
      permitted: factor && gas === 'nh3' ? permittedKg(factor, reducers, { places, animals: count, days: 1 }) : null,
      flow_uncertainty: flowUncertaintyOf(ventilation),
      // The balance gives back the CO2 it was made of, so a reading of it cannot err.
      gas_uncertainty: gas === 'co2' && isBalance ? 0 : UNSURE.gas,
    }
    const valid = isValidDay(day) ? { gas, hours: day.hours, grams: day.grams } : null
    if (ofDay.hours > 0) measured.push({ date, means: ofDay, valid })
    return day
  })
  const { untold, problem } = gas === 'n2o' ? noiseOf(measured, settings.n2o_detection_limit) : NO_NOISE
  if (problem) problems.add(problem)
  const isTold = (date: string) => !untold.has(monthOf(date))
  const all = measured.filter(({ date }) => date >= within.from && date < within.until)
  const told = all.filter(({ date }) => isTold(date))
  // Means of all of them show why, where no month is told.
  const asked = told.length > 0 ? told : all
  const seen = new Means()
  for (const { date, means, valid } of asked) seen.take(means, isTold(date) ? valid : null)
  return {
    days: reckoned.map(day => (isTold(day.date) ? day : untoldDay(day))),
    inputs: seen.result(),
    state,
    methods: methodsOn(
      settings,
      asked.map(({ date }) => date),
    ),
    measured: new Set(measured.map(({ date }) => date)),
    problems: EMISSION_PROBLEMS.filter(one => problems.has(one)),
  }
}

/** N2O of a month is told only where its mean difference to outdoors is beyond this many limits of detection (science §1.3). */
const BEYOND_NOISE = 3

/** Day with hours that have a result, and where it is valid what it emits. */
interface MeasuredDay {
  date: string
  means: Means
  valid: ValidDay | null
}

interface ValidDay {
  gas: Emitted
  hours: number
  grams: number
}

interface Noise {
  /** Calendar months whose difference may be the noise of the sensor. */
  untold: ReadonlySet<string>
  problem: EmissionProblem | null
}

const NO_NOISE: Noise = { untold: new Set(), problem: null }

/**
 * Tells which months of N2O may be the noise of its sensor, and why. A month is judged by its valid days, which stand for it
 * whatever part of it was asked for; one without any by the hours that it has.
 */
const noiseOf = (measured: readonly MeasuredDay[], limit: number | null): Noise => {
  const months = Map.groupBy(measured, ({ date }) => monthOf(date))
  if (limit === null) return { untold: new Set(months.keys()), problem: months.size > 0 ? 'no_detection_limit' : null }
  const untold = new Set<string>()
  for (const [month, days] of months) {
    const valid = days.filter(day => day.valid !== null)
    const all = new Means()
    for (const { means } of valid.length > 0 ? valid : days) all.take(means, null)
    const { gas, gas_outdoors } = all.result() ?? { gas: 0, gas_outdoors: 0 }
    if (Math.abs(gas - gas_outdoors) <= BEYOND_NOISE * limit) untold.add(month)
  }
  if (untold.size === 0) return NO_NOISE
  return { untold, problem: untold.size < months.size ? 'months_below_detection' : 'below_detection' }
}

const untoldDay = (day: EmissionDay): EmissionDay => ({
  ...day,
  ...new HoursOfDay().means(),
  untold: true,
})

const daysLookedAt = (
  days: readonly DayToReckon[],
  columnsOn: (date: string) => HourColumns,
  { from, until }: { from: string; until: string },
): ReadonlySet<string> => {
  const over = days.filter(({ date, first, last }) => date >= from && date < until && last > first)
  const measured = over.filter(({ date, first, last }) =>
    columnsOn(date).gas.subarray(first, last).some(Number.isFinite),
  )
  return new Set(
    (measured.length > 0 ? measured : days.filter(({ date }) => date < until).slice(-1)).map(({ date }) => date),
  )
}

const sourceOf = (animals: AnimalsOnDay | null, traits: Parameters<typeof co2SourceOf>[2]): Co2Source | null => {
  const animal: Animal | null | undefined = animals?.animal
  return animals && animal && animals.count > 0 ? co2SourceOf(animal, animals.count, traits) : null
}

/** Live mass of all animals, kg; null where nobody knows their number or the mass of one. */
const massOf = (animals: AnimalsOnDay | null): number | null => {
  if (animals?.count === 0) return 0
  return animals?.animal ? animals.count * animals.animal.mass : null
}

/** Air flow at an hour; undefined where it is to be balanced. */
const flowsOn = (
  ventilation: VentilationSetting,
  { fan_speed, air_flow }: HourColumns,
  date: string,
): ((at: number) => number) | undefined => {
  if (ventilation.method === 'measured') return at => air_flow[at] ?? Number.NaN
  if (ventilation.method === 'fan_curve') return at => flowOfFan(ventilation.fan_curve, fan_speed[at] ?? Number.NaN)
  if (ventilation.method === 'typed') {
    const typed = inForce(ventilation.typed, date)?.m3_per_hour ?? Number.NaN
    return () => typed
  }
  return undefined
}

const hasFlow = (flowOf: ((at: number) => number) | undefined, first: number, last: number): boolean => {
  for (let at = first; at < last; at++) if (Number.isFinite(flowOf?.(at))) return true
  return false
}

const isKnown = (value: number | null | undefined): value is number => value != null && Number.isFinite(value)

/** Air of an hour with what of it is assumed. */
interface Air extends AirOfHour {
  humidity: number
  flow: number | undefined
  co2_outdoors_assumed: boolean
  gas_outdoors_assumed: boolean
  pressure_assumed: boolean
}

/**
 * Makes what tells the air of an hour: nothing measured outdoors is what was typed, else 420 ppm CO2, 0.34 ppm N2O and none of the rest. A
 * year has so many hours that each is told in the same object: whoever keeps one copies it.
 */
const airOf = (pressure: PressureSetting, outdoors: OutdoorSetting, columns: HourColumns, gas: Emitted) => {
  const isMeasured = outdoors.source === 'device'
  const typedOf = (key: Emitted) => (outdoors.source === 'assumed' ? null : outdoors.values[key])
  const [typedCo2, typedGas] = [typedOf('co2'), typedOf(gas)]
  const [besideCo2, besideGas] = [
    typedCo2 ?? OUTDOORS.co2,
    typedGas ?? (gas === 'co2' || gas === 'n2o' ? OUTDOORS[gas] : OUTDOORS.nh3),
  ]
  const [co2IsAssumed, gasIsAssumed] = [!isKnown(typedCo2), !isKnown(typedGas)]
  const takes = (source: 'sensor' | 'weather') => pressure.source === 'automatic' || pressure.source === source
  const [takesSensor, takesWeather] = [takes('sensor'), takes('weather')]
  const atHeight = pressure.altitude === null ? STANDARD_PRESSURE_PA : pressureAtAltitude(pressure.altitude)
  const air: Air = {
    temperature: Number.NaN,
    humidity: Number.NaN,
    pressure: atHeight,
    co2: Number.NaN,
    co2_outdoors: Number.NaN,
    gas: Number.NaN,
    gas_outdoors: Number.NaN,
    flow: undefined,
    co2_outdoors_assumed: false,
    gas_outdoors_assumed: false,
    pressure_assumed: false,
  }
  return (at: number, flow: number | undefined): Air => {
    air.temperature = columns.temperature[at] ?? Number.NaN
    air.humidity = columns.humidity[at] ?? Number.NaN
    air.co2 = columns.co2[at] ?? Number.NaN
    air.gas = columns.gas[at] ?? Number.NaN
    const co2 = isMeasured ? columns.co2_outdoors[at] : undefined
    const other = isMeasured ? columns.gas_outdoors[at] : undefined
    air.co2_outdoors = isKnown(co2) ? co2 : besideCo2
    air.gas_outdoors = isKnown(other) ? other : besideGas
    air.co2_outdoors_assumed = co2IsAssumed && !isKnown(co2)
    air.gas_outdoors_assumed = gasIsAssumed && !isKnown(other)
    const bySensor = takesSensor ? columns.pressure[at] : undefined
    const byWeather = takesWeather ? columns.weather_pressure[at] : undefined
    const hPa = isKnown(bySensor) ? bySensor : isKnown(byWeather) ? byWeather : null
    air.pressure = hPa === null ? atHeight : hPa * HECTO
    air.pressure_assumed = hPa === null && pressure.altitude === null
    air.flow = flow
    return air
  }
}

/** Means of the air over hours with a result. */
class Means {
  #hours = 0
  #balanced = 0
  #temperature = 0
  #with_temperature = 0
  #pressure = 0
  #co2 = 0
  #co2_outdoors = 0
  #gas = 0
  #gas_outdoors = 0
  #flow = 0
  #balanced_flow = 0
  #production = 0
  #co2_outdoors_assumed = 0
  #gas_outdoors_assumed = 0
  #pressure_assumed = 0
  #valid_kg = 0
  #by_day_means = 0
  #compared = 0

  /** Hours with a result. */
  get hours(): number {
    return this.#hours
  }

  add(hour: HourOfEmission, air: Air): void {
    this.#hours++
    if (Number.isFinite(air.temperature)) {
      this.#temperature += air.temperature
      this.#with_temperature++
    }
    this.#pressure += air.pressure
    this.#gas += air.gas
    this.#gas_outdoors += air.gas_outdoors
    this.#flow += hour.flow
    if (air.gas_outdoors_assumed) this.#gas_outdoors_assumed++
    if (air.pressure_assumed) this.#pressure_assumed++
    if (!Number.isFinite(hour.production)) return
    this.#balanced++
    this.#balanced_flow += hour.flow
    this.#production += hour.production
    this.#co2 += air.co2
    this.#co2_outdoors += air.co2_outdoors
    if (air.co2_outdoors_assumed) this.#co2_outdoors_assumed++
  }

  /** Takes the hours of a day, and where it is valid what it emits by its hours and by its means. */
  take(day: Means, valid: ValidDay | null): void {
    this.#hours += day.#hours
    this.#balanced += day.#balanced
    this.#temperature += day.#temperature
    this.#with_temperature += day.#with_temperature
    this.#pressure += day.#pressure
    this.#co2 += day.#co2
    this.#co2_outdoors += day.#co2_outdoors
    this.#gas += day.#gas
    this.#gas_outdoors += day.#gas_outdoors
    this.#flow += day.#flow
    this.#balanced_flow += day.#balanced_flow
    this.#production += day.#production
    this.#co2_outdoors_assumed += day.#co2_outdoors_assumed
    this.#gas_outdoors_assumed += day.#gas_outdoors_assumed
    this.#pressure_assumed += day.#pressure_assumed
    if (!valid || day.#balanced === 0) return
    const { gas, hours } = valid
    this.#valid_kg += (valid.grams * hours) / 1000
    if (isDust(gas)) return
    this.#compared++
    const n = day.#hours
    const difference = (day.#co2 - day.#co2_outdoors) / day.#balanced
    const flow = (day.#production / day.#balanced) * (1e6 / difference)
    const [temperature, pressure] = [day.#temperature / n, day.#pressure / n]
    const [inside, outside] = [day.#gas / n, day.#gas_outdoors / n].map(ppm =>
      ppmToMgPerM3(ppm, gas, temperature, pressure),
    )
    this.#by_day_means += (emissionOf(flow, inside ?? 0, outside ?? 0) * hours) / 1000
  }

  result(): EmissionInputs | null {
    const [n, balanced] = [this.#hours, this.#balanced]
    if (n === 0) return null
    return {
      hours: n,
      temperature: this.#with_temperature > 0 ? this.#temperature / this.#with_temperature : null,
      pressure: this.#pressure / n,
      co2: balanced > 0 ? this.#co2 / balanced : null,
      co2_outdoors: balanced > 0 ? this.#co2_outdoors / balanced : null,
      gas: this.#gas / n,
      gas_outdoors: this.#gas_outdoors / n,
      flow: balanced > 0 ? this.#balanced_flow / balanced : this.#flow / n,
      production: balanced > 0 ? this.#production / balanced : null,
      valid_kg: this.#valid_kg,
      kg_by_day_means: this.#compared > 0 ? this.#by_day_means : null,
      co2_outdoors_assumed: this.#co2_outdoors_assumed / n,
      gas_outdoors_assumed: this.#gas_outdoors_assumed / n,
      pressure_assumed: this.#pressure_assumed / n,
    }
  }
}
