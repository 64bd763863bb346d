import {
  type Animal,
  assumedStatusOf,
  type FormulaStatus,
  HEAT_TRAITS,
  type HeatedKind,
  type HeatTrait,
  withTraits,
} from '../science/animal-heat.ts'
import { REFERENCE_ANIMALS } from '../science/emission.ts'
import type { Co2VolumeRef, FanPoint, Floor, HouseTraits } from '../science/emission-chain.ts'
import { type PermitFactor, permittedKg, type Reducer } from '../science/emission-permit.ts'
import { ageOn, animalsOfRound, type RoundCount, type RoundOfAge, runsOn, wantedAt } from './rounds.ts'

/** Settings that the emission of an area is worked out with, besides what the area and its rounds say. Dates are local. */
export interface EmissionSettings {
  /** Animal places, each number from its day on; before the first those of the area. */
  places_history: readonly Since<{ places: number }>[]
  /** Factors of the permit, each from its day on. */
  factors: readonly FactorSetting[]
  reducers: readonly ReducerSetting[]
  /** Animals from a day on: all of it where no rounds are kept, and what rounds do not say (milk, pregnancy, eggs) where they are. */
  animals: readonly AnimalsSetting[]
  /** Ventilation before the first row of its history, as the area's factor is that before the factors. */
  ventilation: VentilationSetting
  ventilation_history: readonly Since<VentilationSetting>[]
  pressure: PressureSetting
  /** Air outdoors before the first row of its history. */
  outdoors: OutdoorSetting
  outdoors_history: readonly Since<OutdoorSetting>[]
  co2_volume_ref: Co2VolumeRef
  /** Least N2O that its sensor can tell from none, ppm; null where nobody says. */
  n2o_detection_limit: number | null
}

/** Setting that holds from a day on, until the next begins. */
export type Since<Setting> = Setting & { valid_from: string }

export interface FactorSetting {
  valid_from: string
  kg: number
  unit: PermitFactor['unit']
  /** Number of the housing system in the list of the law. */
  code: string | null
  source: string | null
  other_kg: number | null
}

export interface ReducerSetting {
  name: string
  percent: number
  scrubber: boolean
  valid_from: string | null
  /** Day from which it no longer counts. */
  valid_until: string | null
}

export const ANIMAL_TRAITS = ['mass', ...HEAT_TRAITS] as const
export type AnimalTrait = (typeof ANIMAL_TRAITS)[number]

export interface AnimalsSetting extends Readonly<Record<AnimalTrait, number | null>> {
  valid_from: string
  /** Animals that are there; null leaves the number to the rounds. */
  animals: number | null
  caged: boolean
}

/** Traits that the heat of a kind depends on, besides its mass. */
export const TRAITS_OF: Readonly<Record<HeatedKind, readonly HeatTrait[]>> = {
  dairy_cattle: ['milk', 'days_pregnant'],
  calves: ['gain'],
  cattle: ['gain', 'feed_energy', 'days_pregnant'],
  veal_calves: ['gain', 'feed_energy'],
  piglet: ['feed_level'],
  pig: ['feed_level'],
  sow: ['days_pregnant', 'gain'],
  lactating_sow: ['milk'],
  broiler: [],
  chicken: ['eggs'],
  rearing_chicken: [],
  sheep: ['milk', 'days_pregnant', 'gain'],
  goat: ['milk'],
  horse: [],
}

/** Most gain of a day, kg, that an animal of a kind can have (J): the formula of calves has no value from 3.3 kg on. */
export const MAX_GAIN: Partial<Record<HeatedKind, number>> = {
  calves: 1.5,
  veal_calves: 2,
  cattle: 2.5,
  sow: 1.5,
  sheep: 0.6,
}

export const VENTILATION_METHODS = ['co2_balance', 'fan_curve', 'measured', 'typed'] as const
export type VentilationMethod = (typeof VENTILATION_METHODS)[number]

export interface VentilationSetting {
  method: VentilationMethod
  floor: Floor
  /** m³ CO2 per hour and heat unit; by floor and species where null. */
  co2_per_heat_unit: number | null
  /** Gas heaters burn into the same air. */
  gas_heater: boolean
  /** CO2 that does not come from the animals, m³/h; null where nobody says. */
  other_co2: number | null
  newer_cows: boolean
  heat_correction: HouseTraits['heat_correction']
  /** Air flow of all fans together by their speed. */
  fan_curve: readonly FanPoint[]
  /** Air flow that was written down, m³/h, from a day on. */
  typed: readonly { valid_from: string; m3_per_hour: number }[]
  /** Standard uncertainty of a flow that is no balance, %. */
  uncertainty_percent: number | null
}

export const PRESSURE_SOURCES = ['automatic', 'sensor', 'weather', 'altitude'] as const
export type PressureSource = (typeof PRESSURE_SOURCES)[number]
export interface PressureSetting {
  source: PressureSource
  /** m above the sea. */
  altitude: number | null
}

export const OUTDOOR_SOURCES = ['assumed', 'typed', 'device'] as const
export type OutdoorSource = (typeof OUTDOOR_SOURCES)[number]
/** Air outdoors: measured by a device of the location, written down, or assumed. ppm, and µg/m³ of dust. */
export interface OutdoorSetting {
  source: OutdoorSource
  device_id: number | null
  values: Readonly<Partial<Record<string, number | null>>>
}

type Later = 'places_history' | 'ventilation_history' | 'outdoors_history' | 'n2o_detection_limit'
/** Settings as they are kept: those of before the histories and the limit of detection lack them. */
export type KeptEmissionSettings = Omit<EmissionSettings, Later> & Partial<Pick<EmissionSettings, Later>>

/** Settings of what is kept: without a history it is one of no rows. */
export const settingsOfKept = (kept: KeptEmissionSettings): EmissionSettings => ({
  places_history: [],
  ventilation_history: [],
  outdoors_history: [],
  n2o_detection_limit: null,
  ...kept,
})

export const NO_EMISSION_SETTINGS: EmissionSettings = {
  places_history: [],
  factors: [],
  reducers: [],
  animals: [],
  ventilation: {
    method: 'co2_balance',
    floor: 'slats',
    co2_per_heat_unit: null,
    gas_heater: false,
    other_co2: null,
    newer_cows: false,
    heat_correction: 'linear',
    fan_curve: [],
    typed: [],
    uncertainty_percent: null,
  },
  ventilation_history: [],
  pressure: { source: 'automatic', altitude: null },
  outdoors: { source: 'assumed', device_id: null, values: {} },
  outdoors_history: [],
  co2_volume_ref: 'as_is',
  n2o_detection_limit: null,
}

/** Row that holds on a date: of those that have begun the one that began last. */
export const inForce = <Row extends { valid_from: string }>(rows: readonly Row[], date: string): Row | undefined =>
  rows.reduce<Row | undefined>(
    (found, row) => (row.valid_from <= date && (!found || row.valid_from >= found.valid_from) ? row : found),
    undefined,
  )

/**
 * Day since which rows of a history say what the one in force on a date says: of consecutive rows that say the same, that of the first.
 * Null where it was already `before` the history, and where no row has begun.
 */
export const saidSince = <Row extends { valid_from: string }, Value>(
  rows: readonly Row[],
  date: string,
  told: (row: Row) => Value,
  before?: Value,
): string | null => {
  const begun = rows
    .filter(({ valid_from }) => valid_from <= date)
    .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
  const last = begun.at(-1)
  if (!last) return null
  const other = begun.findLastIndex(row => told(row) !== told(last))
  return other < 0 && told(last) === before ? null : (begun[other + 1]?.valid_from ?? null)
}

/** Settings that held on some day of a time, the oldest first; `since` is null of what held before the history. */
export const heldWithin = <Setting>(
  before: Setting,
  history: readonly (Setting & { valid_from: string })[],
  { from, until }: { from: string; until: string },
): { since: string | null; setting: Setting }[] => {
  const held = inForce(history, from)
  const later = history.filter(({ valid_from }) => from < valid_from && valid_from < until)
  return [
    { since: held?.valid_from ?? null, setting: held ?? before },
    ...later
      .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
      .map(setting => ({ since: setting.valid_from, setting })),
  ]
}

/** Ventilation of a date. */
export const ventilationOn = (
  { ventilation, ventilation_history }: Pick<EmissionSettings, 'ventilation' | 'ventilation_history'>,
  date: string,
): VentilationSetting => inForce(ventilation_history, date) ?? ventilation

/** Method of ventilation with the number of days on which it held. */
export interface MethodDays {
  method: VentilationMethod
  days: number
}

/** Methods of ventilation that held on some dates, the first before the next. */
export const methodsOn = (
  settings: Pick<EmissionSettings, 'ventilation' | 'ventilation_history'>,
  dates: readonly string[],
): MethodDays[] =>
  [...Map.groupBy(dates, date => ventilationOn(settings, date).method)].map(([method, of]) => ({
    method,
    days: of.length,
  }))

/** Method of a mean air flow without balanced hours, or several. `ofLastDay` stands in where a frozen report tells no methods. */
export const methodOfFlow = (
  methods: readonly MethodDays[],
  ofLastDay: VentilationMethod,
): VentilationMethod | 'several' => (methods.length > 1 ? 'several' : (methods[0]?.method ?? ofLastDay))

/** Air outdoors of a date. */
export const outdoorsOn = (
  { outdoors, outdoors_history }: Pick<EmissionSettings, 'outdoors' | 'outdoors_history'>,
  date: string,
): OutdoorSetting => inForce(outdoors_history, date) ?? outdoors

/** Devices that measure the air outdoors at some time. */
export const outdoorDevicesOf = ({
  outdoors,
  outdoors_history,
}: Pick<EmissionSettings, 'outdoors' | 'outdoors_history'>): number[] => [
  ...new Set(
    [outdoors, ...outdoors_history].flatMap(({ source, device_id }) =>
      source === 'device' && device_id !== null ? [device_id] : [],
    ),
  ),
]

/** Facts of an area that settings fall back on. */
export interface EmissionArea {
  kind: HeatedKind | null
  /** Places before the history of the settings begins. */
  animal_places: number | null
  /** Factor typed with the area, kg per place and year, which counts where the history says nothing. */
  ammonia_factor: number | null
  /** Animals of its groups, where each says how many. */
  animals: number | null
}

/** Animal places of a date. */
export const placesOn = (
  { places_history }: Pick<EmissionSettings, 'places_history'>,
  { animal_places }: Pick<EmissionArea, 'animal_places'>,
  date: string,
): number | null => inForce(places_history, date)?.places ?? animal_places

/** Numbers of places that held within a time, each once, the first before the next. */
export const placesHeld = (
  places: readonly { since: string | null; places: number }[],
  { from, until }: { from: string; until: string },
): number[] => {
  const held = places.filter(({ since }, index) => {
    const next = places[index + 1]?.since
    return (since === null || since < until) && (next == null || next > from)
  })
  return [...new Set(held.map(one => one.places))]
}

/** Source of the animals of an area: what its groups say, or one on each place, with the day since which there are as many. */
export interface AnimalsOfArea {
  animals_from: 'area' | 'places'
  /** Null where it has always been so. */
  animals_since: string | null
}

/** An area as it was on a date: its places, and an animal on each of them where its groups do not say how many there are. */
export const areaOn = <Area extends Pick<EmissionArea, 'animal_places' | 'animals'>>(
  { places_history }: Pick<EmissionSettings, 'places_history'>,
  area: Area,
  date: string,
): Area & AnimalsOfArea => {
  const held = inForce(places_history, date)
  const animal_places = held?.places ?? area.animal_places
  if (area.animals !== null) return { ...area, animal_places, animals_from: 'area', animals_since: null }
  const animals_since = saidSince<{ valid_from: string; places: number }, number | null>(
    places_history,
    date,
    ({ places }) => places,
    area.animal_places,
  )
  return { ...area, animal_places, animals: animal_places, animals_from: 'places', animals_since }
}

/** Factor of a date; null where none holds. */
export const factorOn = (
  { factors }: Pick<EmissionSettings, 'factors'>,
  area: Pick<EmissionArea, 'ammonia_factor'>,
  date: string,
): PermitFactor | null =>
  inForce(factors, date) ?? (area.ammonia_factor === null ? null : { kg: area.ammonia_factor, unit: 'place_year' })

/** Reducers of a date. */
export const reducersOn = ({ reducers }: Pick<EmissionSettings, 'reducers'>, date: string): Reducer[] =>
  reducers
    .filter(
      ({ valid_from, valid_until }) =>
        (valid_from === null || valid_from <= date) && (valid_until === null || date < valid_until),
    )
    .map(({ percent, scrubber }) => ({ share: percent / 100, scrubber }))

/**
 * Tells whether the emission of an area counts among others: it has animals of a kind whose heat is known, a factor, or an
 * air flow that needs no balance. An office has none of them.
 */
export const isInSum = (
  { factors, ventilation, ventilation_history }: EmissionSettings,
  { kind, ammonia_factor }: Pick<EmissionArea, 'kind' | 'ammonia_factor'>,
): boolean =>
  kind !== null ||
  ammonia_factor !== null ||
  factors.length > 0 ||
  [ventilation, ...ventilation_history].some(({ method }) => method !== 'co2_balance')

/**
 * kg that each place may emit in a year by what holds on a date, after reducers; null without a factor or places, and
 * where the factor goes by animals that nobody has counted. `area` is that of the date (`areaOn`).
 */
export const permittedPerPlace = (
  settings: Pick<EmissionSettings, 'factors' | 'reducers'>,
  area: Pick<EmissionArea, 'ammonia_factor' | 'animal_places' | 'animals'>,
  date: string,
): number | null => {
  const factor = factorOn(settings, area, date)
  const { animal_places: places, animals } = area
  if (!factor || !places) return null
  const kg = permittedKg(factor, reducersOn(settings, date), { places, animals, days: 365 })
  return kg === null ? null : kg / places
}

/** Round with its counts of animals, by day. */
export interface RoundOfEmission extends RoundOfAge {
  animals: number
  losses: readonly { date: string; kind: RoundCount; animals: number }[]
}

export interface AnimalsOnDay {
  /** Animals that are there. */
  count: number
  /** Kind, mass and traits of one; null where its mass is not known. */
  animal: Animal | null
  /** Place the number comes from, and the mass. */
  count_from: 'round' | 'settings' | AnimalsOfArea['animals_from']
  /** Day since which the settings or the places say so; null where nothing changes, and of a round. */
  count_since: string | null
  mass_from: 'curve' | 'settings' | 'reference' | null
  /** Traits of the animal that somebody typed; the others are assumed. */
  typed: readonly HeatTrait[]
}

/**
 * Animals of an area on a date. From the first round that was written down on, rounds say how many and, by their curve, how
 * heavy; between them the area is empty. Else it is what the settings say, and last the number of the area of that date
 * (`areaOn`). Null where nobody knows the number.
 */
export const animalsOn = (
  settings: Pick<EmissionSettings, 'animals'>,
  area: Pick<EmissionArea, 'kind' | 'animals'> & Partial<AnimalsOfArea>,
  rounds: readonly RoundOfEmission[],
  roundsSince: string | null,
  date: string,
): AnimalsOnDay | null => {
  const said = inForce(settings.animals, date)
  const round = rounds.find(one => runsOn(one, date))
  const ofRound = round ? animalsOfRound(round, date) : roundsSince !== null && date >= roundsSince ? 0 : null
  const [count, count_from, count_since] =
    ofRound !== null
      ? [ofRound, 'round' as const, null]
      : said?.animals != null
        ? [said.animals, 'settings' as const, saidSince(settings.animals, date, ({ animals }) => animals)]
        : [area.animals, area.animals_from ?? ('area' as const), area.animals_since ?? null]
  if (count === null) return null
  const counted = { count, count_from, count_since }
  const reference = area.kind && REFERENCE_ANIMALS[area.kind]
  const ofCurve = round?.curve ? wantedAt(round.curve, 'mass', ageOn(round, date)) : null
  const mass = ofCurve ?? said?.mass ?? reference?.animal.mass ?? null
  const mass_from = ofCurve !== null ? 'curve' : said?.mass != null ? 'settings' : reference ? 'reference' : null
  if (area.kind === null || mass === null) return { ...counted, animal: null, mass_from: null, typed: [] }
  const typed = TRAITS_OF[area.kind].filter(trait => said?.[trait] != null)
  const animal: Animal = {
    ...(mass_from === 'reference' ? reference?.animal : {}),
    ...Object.fromEntries(typed.map(trait => [trait, said?.[trait]])),
    ...(said?.caged ? { caged: true } : {}),
    kind: area.kind,
    mass,
  }
  return { ...counted, animal, mass_from, typed }
}

/** Trait that the heat of an animal was worked out with; `assumed` is the status of a value that nobody typed, else null. */
export interface UsedTrait {
  trait: HeatTrait
  value: number
  assumed: FormulaStatus | null
}

/** Traits that the heat of an animal was worked out with, besides its mass; none that is taken to be 0 without anybody saying so. */
export const traitsUsed = (animal: Animal, typed: readonly HeatTrait[]): UsedTrait[] => {
  const all = withTraits(animal)
  // A lamb that grows gives no milk and is not pregnant, whatever is typed.
  const traits: readonly HeatTrait[] = animal.kind === 'sheep' && all.gain > 0 ? ['gain'] : TRAITS_OF[animal.kind]
  return traits
    .filter(trait => all[trait] !== 0 || typed.includes(trait))
    .map(trait => ({
      trait,
      value: all[trait],
      assumed: typed.includes(trait) ? null : assumedStatusOf(animal.kind, trait),
    }))
}

const TRAIT_DECIMALS = 3

/** Decimals of a trait: as many as it has, and no more than three. */
export const traitDecimals = (value: number): number =>
  Math.min(TRAIT_DECIMALS, (String(value).split('.')[1] ?? '').length)

/** Standard uncertainty of an air flow that is no balance, as a share, where nobody says (J). */
const FLOW_UNCERTAINTY: Record<Exclude<VentilationMethod, 'co2_balance'>, number> = {
  measured: 0.1,
  fan_curve: 0.15,
  typed: 0.25,
}

/** Standard uncertainty of the air flow as a share; null for the balance of CO2, which has its own. */
export const flowUncertaintyOf = ({ method, uncertainty_percent }: VentilationSetting): number | null =>
  method === 'co2_balance' ? null : uncertainty_percent === null ? FLOW_UNCERTAINTY[method] : uncertainty_percent / 100

/** Traits of the house for the balance. */
export const houseTraitsOf = (ventilation: VentilationSetting, co2_volume_ref: Co2VolumeRef): HouseTraits => ({
  floor: ventilation.floor,
  co2_per_heat_unit: ventilation.co2_per_heat_unit,
  other_co2: ventilation.other_co2 ?? 0,
  newer_cows: ventilation.newer_cows,
  heat_correction: ventilation.heat_correction,
  co2_volume_ref,
})

/** Tells whether the balance holds: with deep litter or a gas heater only where their CO2 is said (VERA, V2). */
export const balanceHolds = ({ floor, gas_heater, other_co2, co2_per_heat_unit }: VentilationSetting): boolean =>
  (!gas_heater || other_co2 !== null) && (floor !== 'litter' || other_co2 !== null || co2_per_heat_unit !== null)
