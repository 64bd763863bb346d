import type { AreaEmission } from '#shared/contract/places/emissions.ts'
import {
  ANIMAL_TRAITS,
  type AnimalsSetting,
  heldWithin,
  type OutdoorSetting,
  type ReducerSetting,
  settingsOfKept,
  TRAITS_OF,
  type VentilationSetting,
} from '#shared/rules/locations/emission-settings.ts'
import type { HeatedKind } from '#shared/rules/science/animal-heat.ts'
import { EMITTED, isCattle, isDust, SUBSTANCES } from '#shared/rules/science/emission-chain.ts'
import type { Dates } from '#shared/rules/time/calendar-periods.ts'
import { fill } from '../../kit/language.ts'
import { kindOfAreaType } from '../reckoning.ts'
import type { FrozenReport } from './frozen.ts'
import type { ReportWords } from './report-words.ts'

/** Settings of an area that its numbers were worked out with, each with the days on which it held. */
export const settingLines = (
  area: Pick<AreaEmission, 'area_type_id'>,
  { settings: kept, animal_places, outdoor_devices = [] }: FrozenReport['inputs'][number],
  within: Dates,
  say: ReportWords,
): string[] => {
  const settings = settingsOfKept(kept)
  const kind = kindOfAreaType(area.area_type_id)
  const { ventilation: air, outdoors, pressure, animals } = say.settings
  const nameOf = (id: number | null) => outdoor_devices.find(one => one.id === id)?.name ?? null
  const since = (title: string, from: string | null, text: string) =>
    from === null ? `${title}: ${text}` : `${fill(say.words.since, { title, from })}: ${text}`
  return [
    ...heldWithin<{ places: number | null }>({ places: animal_places }, settings.places_history, within).flatMap(
      ({ since: from, setting: { places } }) =>
        places === null ? [] : [since(say.settings.factor.places, from, say.number(places))],
    ),
    ...heldWithin<AnimalsSetting | null>(null, settings.animals, within).flatMap(({ since: from, setting }) =>
      setting ? [since(animals.title, from, animalsText(setting, kind, say))] : [],
    ),
    ...heldWithin(settings.ventilation, settings.ventilation_history, within).map(({ since: from, setting }) =>
      since(air.title, from, ventilationText(setting, kind, within, say)),
    ),
    ...heldWithin(settings.outdoors, settings.outdoors_history, within).map(({ since: from, setting }) =>
      since(outdoors.title, from, outdoorsText(setting, nameOf(setting.device_id), say)),
    ),
    `${pressure.title}: ${[
      pressure.sources[settings.pressure.source],
      settings.pressure.altitude === null ? null : `${pressure.altitude} ${asTyped(settings.pressure.altitude, say)} m`,
    ]
      .filter(one => one !== null)
      .join('; ')}`,
    ...(settings.n2o_detection_limit === null
      ? []
      : [`${say.settings.detection.n2o}: ${asTyped(settings.n2o_detection_limit, say)} ppm`]),
  ]
}

/** Number with the decimals that somebody typed. */
const asTyped = (value: number, { number }: ReportWords): string =>
  number(value, (String(value).split('.')[1] ?? '').length)

const animalsText = (setting: AnimalsSetting, kind: HeatedKind | null, say: ReportWords): string => {
  const { animals } = say.settings
  const traits: readonly string[] = kind ? ['mass', ...TRAITS_OF[kind]] : []
  return [
    ...(setting.animals === null ? [] : [`${animals.number} ${say.number(setting.animals)}`]),
    ...ANIMAL_TRAITS.flatMap(trait => {
      const value = setting[trait]
      if (value === null || !traits.includes(trait)) return []
      return [`${animals[trait]} ${asTyped(value, say)} ${trait === 'mass' ? 'kg' : animals.unit[trait]}`]
    }),
    ...(kind === 'chicken' && setting.caged ? [animals.caged] : []),
  ].join('; ')
}

const ventilationText = (
  setting: VentilationSetting,
  kind: HeatedKind | null,
  within: Dates,
  say: ReportWords,
): string => {
  const { ventilation: words } = say.settings
  const { method, floor, co2_per_heat_unit, other_co2, uncertainty_percent } = setting
  const flow = (value: number) => `${asTyped(value, say)} m³/h`
  const own = {
    co2_balance: () => [
      `${words.floor}: ${words.floors[floor]}`,
      ...(co2_per_heat_unit === null ? [] : [`${words.co2_per_heat_unit}: ${flow(co2_per_heat_unit)}`]),
      ...(setting.gas_heater ? [words.gas_heater] : []),
      ...(other_co2 === null ? [] : [`${words.other_co2}: ${flow(other_co2)}`]),
      ...(setting.newer_cows && kind === 'dairy_cattle' ? [words.newer_cows] : []),
      ...(kind && isCattle(kind)
        ? [`${words.heat_correction}: ${words.heat_corrections[setting.heat_correction]}`]
        : []),
    ],
    fan_curve: () =>
      setting.fan_curve
        .toSorted((a, b) => a.percent - b.percent)
        .map(({ percent, m3_per_hour }) => `${asTyped(percent, say)} %: ${flow(m3_per_hour)}`),
    measured: () => [],
    typed: () =>
      heldWithin<VentilationSetting['typed'][number] | null>(null, setting.typed, within).flatMap(({ setting: one }) =>
        one ? [fill(say.words.since, { title: flow(one.m3_per_hour), from: one.valid_from })] : [],
      ),
  }
  const unsure =
    method === 'co2_balance' || uncertainty_percent === null
      ? []
      : [`${words.uncertainty}: ${asTyped(uncertainty_percent, say)} %`]
  return [words.methods[method], ...own[method](), ...unsure].join('; ')
}

const outdoorsText = ({ source, values }: OutdoorSetting, device: string | null, say: ReportWords): string => {
  const { outdoors } = say.settings
  const typed =
    source === 'assumed'
      ? []
      : EMITTED.flatMap(gas => {
          const value = values[gas]
          return value == null ? [] : [`${SUBSTANCES[gas]} ${asTyped(value, say)} ${isDust(gas) ? 'µg/m³' : 'ppm'}`]
        })
  const from =
    source === 'device' && device !== null ? `${outdoors.sources[source]} (${device})` : outdoors.sources[source]
  return [from, ...typed].join('; ')
}

/** A reduction as it counts, with its days. */
export const reducerText = ({ name, percent, scrubber, valid_from, valid_until }: ReducerSetting, say: ReportWords) =>
  [
    `${name}: ${asTyped(percent, say)} %`,
    ...(scrubber ? [say.settings.reducer.scrubber] : []),
    ...(valid_from === null ? [] : [`${say.settings.valid_from} ${valid_from}`]),
    ...(valid_until === null ? [] : [`${say.settings.valid_until} ${valid_until}`]),
  ].join('; ')
