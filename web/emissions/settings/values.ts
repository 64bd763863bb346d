import type { EmissionSettings } from '#shared/contract/places/emissions.ts'
import {
  ANIMAL_TRAITS,
  type AnimalTrait,
  inForce,
  type OutdoorSetting,
  type VentilationSetting,
} from '#shared/rules/locations/emission-settings.ts'
import { EMITTED, type Emitted } from '#shared/rules/science/emission-chain.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'

/** Gases that the form always asks for; what the air outdoors holds of the rest is asked where it is measured, or known already. */
const OFTEN_KNOWN: readonly Emitted[] = ['co2', 'nh3', 'ch4', 'n2o']
const OUTDOOR_ORDER = [
  'co2',
  'nh3',
  'ch4',
  'n2o',
  'h2s',
  'dust_pm10',
  'dust_pm25',
] as const satisfies readonly Emitted[]

/** Gases whose content of the air outdoors the form asks for. */
export const outdoorGases = (
  measured: readonly Emitted[],
  { values }: Pick<OutdoorValues, 'values'>,
): (typeof OUTDOOR_ORDER)[number][] =>
  OUTDOOR_ORDER.filter(gas => OFTEN_KNOWN.includes(gas) || measured.includes(gas) || values[gas] !== '')

type Text<Names extends string> = Record<Names, string>

export interface SettingValues extends Record<string, unknown> {
  animal_places: string
  places_history: Text<'valid_from' | 'places'>[]
  factors: (Text<'valid_from' | 'kg' | 'code' | 'source' | 'other_kg'> & { unit: 'place_year' | 'animal_day' })[]
  reducers: (Text<'name' | 'percent' | 'valid_from' | 'valid_until'> & { scrubber: boolean })[]
  animals: (Text<'valid_from' | 'animals' | AnimalTrait> & { caged: boolean })[]
  ventilation: VentilationValues
  ventilation_history: (VentilationValues & Text<'valid_from'>)[]
  pressure: { source: EmissionSettings['pressure']['source']; altitude: string }
  outdoors: OutdoorValues
  outdoors_history: (OutdoorValues & Text<'valid_from'>)[]
  co2_volume_ref: EmissionSettings['co2_volume_ref']
  n2o_detection_limit: string
}

type VentilationValues = {
  method: EmissionSettings['ventilation']['method']
  floor: EmissionSettings['ventilation']['floor']
  heat_correction: EmissionSettings['ventilation']['heat_correction']
  gas_heater: boolean
  newer_cows: boolean
  fan_curve: Text<'percent' | 'm3_per_hour'>[]
  typed: Text<'valid_from' | 'm3_per_hour'>[]
} & Text<'co2_per_heat_unit' | 'other_co2' | 'uncertainty_percent'>

interface OutdoorValues {
  source: EmissionSettings['outdoors']['source']
  device_id: string
  /** Gases that the form does not ask for stay as they were. */
  values: Text<Emitted>
}

const byDay = <Row extends { valid_from: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))

/** A new row of factors. The first holds for the whole year: a permit is older than the day on which somebody types it. */
export const newFactor = (today: string, isFirst: boolean): SettingValues['factors'][number] => ({
  valid_from: isFirst ? `${today.slice(0, 4)}-01-01` : today,
  kg: '',
  unit: 'place_year',
  code: '',
  source: '',
  other_kg: '',
})

export const newReducer = (): SettingValues['reducers'][number] => ({
  name: '',
  percent: '',
  scrubber: false,
  valid_from: '',
  valid_until: '',
})

const eachTrait = <Value>(of: (trait: AnimalTrait) => Value) =>
  Object.fromEntries(ANIMAL_TRAITS.map(trait => [trait, of(trait)])) as Record<AnimalTrait, Value>

export const newAnimals = (today: string): SettingValues['animals'][number] => ({
  valid_from: today,
  animals: '',
  caged: false,
  ...eachTrait(() => ''),
})

/** A new row of animal places: those that hold today. */
export const newPlaces = (
  { animal_places, places_history }: Pick<SettingValues, 'animal_places' | 'places_history'>,
  today: string,
): SettingValues['places_history'][number] => ({
  valid_from: today,
  places: inForce(places_history, today)?.places ?? animal_places,
})

/** A new row of ventilation or of air outdoors: what held until then, for one change of it. */
export const newVentilation = (
  newest: VentilationValues,
  today: string,
): SettingValues['ventilation_history'][number] => ({
  ...newest,
  fan_curve: newest.fan_curve.map(one => ({ ...one })),
  typed: newest.typed.map(one => ({ ...one })),
  valid_from: today,
})
export const newOutdoors = (newest: OutdoorValues, today: string): SettingValues['outdoors_history'][number] => ({
  ...newest,
  values: { ...newest.values },
  valid_from: today,
})

const ventilationValues = (setting: VentilationSetting): VentilationValues => ({
  method: setting.method,
  floor: setting.floor,
  heat_correction: setting.heat_correction,
  gas_heater: setting.gas_heater,
  newer_cows: setting.newer_cows,
  co2_per_heat_unit: numberText(setting.co2_per_heat_unit),
  other_co2: numberText(setting.other_co2),
  uncertainty_percent: numberText(setting.uncertainty_percent),
  fan_curve: setting.fan_curve.map(one => ({
    percent: numberText(one.percent),
    m3_per_hour: numberText(one.m3_per_hour),
  })),
  typed: byDay(setting.typed).map(one => ({
    valid_from: one.valid_from,
    m3_per_hour: numberText(one.m3_per_hour),
  })),
})

const ventilationOf = (values: VentilationValues) => ({
  ...values,
  co2_per_heat_unit: numberIn(values.co2_per_heat_unit),
  other_co2: numberIn(values.other_co2),
  uncertainty_percent: numberIn(values.uncertainty_percent),
  fan_curve: values.fan_curve.map(one => ({
    percent: numberIn(one.percent),
    m3_per_hour: numberIn(one.m3_per_hour),
  })),
  typed: values.typed.map(one => ({ ...one, m3_per_hour: numberIn(one.m3_per_hour) })),
})

const eachGas = <Value>(of: (gas: Emitted) => Value) =>
  Object.fromEntries(EMITTED.map(gas => [gas, of(gas)])) as Record<Emitted, Value>

const outdoorValues = ({ source, device_id, values }: OutdoorSetting): OutdoorValues => ({
  source,
  device_id: device_id === null ? '' : String(device_id),
  values: eachGas(gas => numberText(values[gas])),
})

const outdoorsOf = ({ device_id, values, ...rest }: OutdoorValues) => ({
  ...rest,
  device_id: device_id === '' ? null : Number(device_id),
  values: eachGas(gas => numberIn(values[gas])),
})

/** Settings as they stand in the fields, the newest row of each history first. */
export const valuesOf = (settings: EmissionSettings): SettingValues => ({
  animal_places: numberText(settings.animal_places),
  places_history: byDay(settings.places_history).map(({ valid_from, places }) => ({
    valid_from,
    places: numberText(places),
  })),
  factors: byDay(settings.factors).map(one => ({
    valid_from: one.valid_from,
    kg: numberText(one.kg),
    unit: one.unit,
    code: one.code ?? '',
    source: one.source ?? '',
    other_kg: numberText(one.other_kg),
  })),
  reducers: settings.reducers.map(one => ({
    name: one.name,
    percent: numberText(one.percent),
    scrubber: one.scrubber,
    valid_from: one.valid_from ?? '',
    valid_until: one.valid_until ?? '',
  })),
  animals: byDay(settings.animals).map(one => ({
    valid_from: one.valid_from,
    animals: numberText(one.animals),
    caged: one.caged,
    ...eachTrait(trait => numberText(one[trait])),
  })),
  ventilation: ventilationValues(settings.ventilation),
  ventilation_history: byDay(settings.ventilation_history).map(({ valid_from, ...one }) => ({
    ...ventilationValues(one),
    valid_from,
  })),
  pressure: { source: settings.pressure.source, altitude: numberText(settings.pressure.altitude) },
  outdoors: outdoorValues(settings.outdoors),
  outdoors_history: byDay(settings.outdoors_history).map(({ valid_from, ...one }) => ({
    ...outdoorValues(one),
    valid_from,
  })),
  co2_volume_ref: settings.co2_volume_ref,
  n2o_detection_limit: numberText(settings.n2o_detection_limit),
})

/** Body of the call. Places of an area, which somebody may have changed elsewhere, stay where they were not typed here. */
export const bodyOf = (values: SettingValues, settings: Pick<EmissionSettings, 'version' | 'animal_places'>) => ({
  version: settings.version,
  ...(values.animal_places === numberText(settings.animal_places)
    ? {}
    : { animal_places: numberIn(values.animal_places) }),
  places_history: values.places_history.map(one => ({ ...one, places: numberIn(one.places) })),
  factors: values.factors.map(one => ({
    ...one,
    kg: numberIn(one.kg),
    other_kg: numberIn(one.other_kg),
  })),
  reducers: values.reducers.map(one => ({
    ...one,
    percent: numberIn(one.percent),
    valid_from: one.valid_from || null,
    valid_until: one.valid_until || null,
  })),
  animals: values.animals.map(one => ({
    ...one,
    animals: numberIn(one.animals),
    ...eachTrait(trait => numberIn(one[trait])),
  })),
  ventilation: ventilationOf(values.ventilation),
  ventilation_history: values.ventilation_history.map(({ valid_from, ...one }) => ({
    ...ventilationOf(one),
    valid_from,
  })),
  pressure: { source: values.pressure.source, altitude: numberIn(values.pressure.altitude) },
  outdoors: outdoorsOf(values.outdoors),
  outdoors_history: values.outdoors_history.map(({ valid_from, ...one }) => ({ ...outdoorsOf(one), valid_from })),
  co2_volume_ref: values.co2_volume_ref,
  n2o_detection_limit: numberIn(values.n2o_detection_limit),
})
