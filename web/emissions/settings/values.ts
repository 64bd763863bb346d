import type { EmissionSettings } from '#shared/contract/places/emissions.ts'
import { ANIMAL_TRAITS, type AnimalTrait } from '#shared/rules/locations/emission-settings.ts'
import { EMITTED, type Emitted } from '#shared/rules/science/emission-chain.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'

/** Gases that somebody can say what the air outdoors holds of; dust and the rest are rarely known. */
export const OUTDOOR_GASES = ['co2', 'nh3', 'ch4'] as const satisfies readonly Emitted[]

type Text<Names extends string> = Record<Names, string>

export interface SettingValues extends Record<string, unknown> {
  animal_places: string
  factors: (Text<'valid_from' | 'kg' | 'code' | 'source' | 'other_kg'> & { unit: 'place_year' | 'animal_day' })[]
  reducers: (Text<'name' | 'percent' | 'valid_from' | 'valid_until'> & { scrubber: boolean })[]
  animals: (Text<'valid_from' | 'animals' | AnimalTrait> & { caged: boolean })[]
  ventilation: {
    method: EmissionSettings['ventilation']['method']
    floor: EmissionSettings['ventilation']['floor']
    heat_correction: EmissionSettings['ventilation']['heat_correction']
    gas_heater: boolean
    newer_cows: boolean
    fan_curve: Text<'percent' | 'm3_per_hour'>[]
    typed: Text<'valid_from' | 'm3_per_hour'>[]
  } & Text<'co2_per_heat_unit' | 'other_co2' | 'uncertainty_percent'>
  pressure: { source: EmissionSettings['pressure']['source']; altitude: string }
  outdoors: {
    source: EmissionSettings['outdoors']['source']
    device_id: string
    values: Text<(typeof OUTDOOR_GASES)[number]>
  }
  co2_volume_ref: EmissionSettings['co2_volume_ref']
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

/** Settings as they stand in the fields, the newest row of each history first. */
export const valuesOf = (settings: EmissionSettings): SettingValues => ({
  animal_places: numberText(settings.animal_places),
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
  ventilation: {
    ...settings.ventilation,
    co2_per_heat_unit: numberText(settings.ventilation.co2_per_heat_unit),
    other_co2: numberText(settings.ventilation.other_co2),
    uncertainty_percent: numberText(settings.ventilation.uncertainty_percent),
    fan_curve: settings.ventilation.fan_curve.map(one => ({
      percent: numberText(one.percent),
      m3_per_hour: numberText(one.m3_per_hour),
    })),
    typed: byDay(settings.ventilation.typed).map(one => ({
      valid_from: one.valid_from,
      m3_per_hour: numberText(one.m3_per_hour),
    })),
  },
  pressure: { source: settings.pressure.source, altitude: numberText(settings.pressure.altitude) },
  outdoors: {
    source: settings.outdoors.source,
    device_id: settings.outdoors.device_id === null ? '' : String(settings.outdoors.device_id),
    values: {
      co2: numberText(settings.outdoors.values.co2),
      nh3: numberText(settings.outdoors.values.nh3),
      ch4: numberText(settings.outdoors.values.ch4),
    },
  },
  co2_volume_ref: settings.co2_volume_ref,
})

/**
 * Body of the call. Air outdoors of gases that the form does not ask for stays as it was, and so do the places of an area, which
 * somebody may have changed elsewhere, where they were not typed here.
 */
export const bodyOf = (
  values: SettingValues,
  settings: Pick<EmissionSettings, 'version' | 'outdoors' | 'animal_places'>,
) => ({
  version: settings.version,
  ...(values.animal_places === numberText(settings.animal_places)
    ? {}
    : { animal_places: numberIn(values.animal_places) }),
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
  ventilation: {
    ...values.ventilation,
    co2_per_heat_unit: numberIn(values.ventilation.co2_per_heat_unit),
    other_co2: numberIn(values.ventilation.other_co2),
    uncertainty_percent: numberIn(values.ventilation.uncertainty_percent),
    fan_curve: values.ventilation.fan_curve.map(one => ({
      percent: numberIn(one.percent),
      m3_per_hour: numberIn(one.m3_per_hour),
    })),
    typed: values.ventilation.typed.map(one => ({ ...one, m3_per_hour: numberIn(one.m3_per_hour) })),
  },
  pressure: { source: values.pressure.source, altitude: numberIn(values.pressure.altitude) },
  outdoors: {
    source: values.outdoors.source,
    device_id: values.outdoors.device_id === '' ? null : Number(values.outdoors.device_id),
    values: {
      ...Object.fromEntries(
        EMITTED.flatMap(gas => (gas in settings.outdoors.values ? [[gas, settings.outdoors.values[gas]]] : [])),
      ),
      ...Object.fromEntries(OUTDOOR_GASES.map(gas => [gas, numberIn(values.outdoors.values[gas])])),
    },
  },
  co2_volume_ref: values.co2_volume_ref,
})
