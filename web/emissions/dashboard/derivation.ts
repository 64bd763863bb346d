import type { AreaEmission, EmissionPeriod, EmissionsAnswer } from '#shared/contract/places/emissions.ts'
import { balanceLines } from '#shared/rules/locations/balance-lines.ts'
import { assumedOutdoors } from '#shared/rules/locations/emission-days.ts'
import { methodOfFlow, placesHeld, traitDecimals } from '#shared/rules/locations/emission-settings.ts'
import { type Emitted, isDust, SUBSTANCES } from '#shared/rules/science/emission-chain.ts'
import { hasCoverage } from '#shared/rules/science/emission-sum.ts'
import { dayBefore } from '#shared/rules/time/calendar-periods.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import type { Explanation } from '../../statistics/numbers/explanation.ts'
import type { EmissionWords } from './words.ts'

/** Shares of a period that were measured, filled and empty. */
const coverageLines = ({ t, percent }: EmissionWords, of: EmissionPeriod): string[] => [
  ...(hasCoverage(of)
    ? [t('derive.coverage', { coverage: percent(of.coverage), valid: of.valid_days, days: of.days - of.untold_days })]
    : []),
  t('derive.filled', { filled: percent(of.filled), vacant: percent(of.vacant), missing: of.missing_days }),
  ...(of.untold_days > 0 && of.kg !== null ? [t('derive.untold', { untold: of.untold_days })] : []),
  ...(of.uncertain > 0 ? [t('derive.uncertain', { share: percent(of.uncertain) })] : []),
  ...(of.negative > 0 ? [t('derive.negative', { share: percent(of.negative) })] : []),
]

const uncertaintyLines = ({ t, mass }: EmissionWords, parts: AreaEmission['parts'], of: EmissionPeriod): string[] => [
  t('derive.uncertainty', {
    sum: mass((of.kg_high ?? 0) - (of.kg ?? 0)),
    production: mass(parts.production),
    outdoors: mass(parts.co2_outdoors),
    own: mass(parts.own),
  }),
  t('derive.uncertainty_note'),
]

/** Meaning of the status letters beside formulas. */
const letters = ({ t }: EmissionWords): Explanation['steps'][number] => ({
  name: t('derive.letters_head'),
  lines: [t('derive.letters')],
})

/** Areas that total and forecast are made of; an office is none. */
export const areasOfSum = ({ areas }: Pick<EmissionsAnswer, 'areas'>): AreaEmission[] =>
  areas.filter(({ in_sum }) => in_sum)

/** Total of several areas: what it is the sum of. */
export const explainTotal = (words: EmissionWords, answer: EmissionsAnswer, title: string): Explanation => {
  const { t, mass, percent } = words
  const { total } = answer
  return {
    title,
    steps: [
      {
        name: t('derive.sum'),
        lines: areasOfSum(answer).map(({ area_name, total: of }) =>
          of.kg === null ? t('derive.area_out', { area: area_name }) : `${area_name}: ${mass(of.kg)} kg`,
        ),
      },
      { name: t('derive.coverage_head'), lines: coverageLines(words, total) },
      { name: t('derive.uncertainty_head'), lines: [words.range(total), t('derive.areas_note')] },
      ...(total.index === null
        ? []
        : [
            {
              name: t('derive.index_head'),
              lines: [
                t('derive.index', {
                  kg: mass(total.kg ?? 0),
                  permitted: mass(total.permitted_kg ?? 0),
                  index: percent(total.index),
                }),
              ],
            },
          ]),
      letters(words),
    ],
  }
}

/** Forecast of a year: what was measured, and how the days to come are taken. */
export const explainForecast = (words: EmissionWords, answer: EmissionsAnswer): Explanation => {
  const { forecast, total } = answer
  const { t, mass, percent, format } = words
  const { permit_rest_kg: permit = null, run_rate_rest_kg: rate = null, ceiling_kg: ceiling = null } = forecast ?? {}
  const expected = rate ?? permit
  return {
    title: t('forecast.title'),
    steps: [
      {
        name: t('derive.measured_head'),
        lines: [
          t('derive.measured', {
            kg: mass(total.kg ?? 0),
            known: format.number(total.days - total.missing_days - total.untold_days),
            days: format.number(total.days - total.untold_days),
          }),
          t('derive.day_of_area', { count: areasOfSum(answer).length }),
        ],
      },
      {
        name: t('derive.run_rate_head'),
        lines: [
          rate === null ? t('derive.run_rate_none') : t('derive.run_rate', { kg: mass(rate) }),
          ...(rate === null
            ? []
            : [
                words.range({ kg_low: forecast?.run_rate_low ?? null, kg_high: forecast?.run_rate_high ?? null }),
                t('derive.run_rate_range'),
              ]),
        ],
      },
      {
        name: t('derive.permit_rest_head'),
        lines: [permit === null ? t('derive.permit_rest_none') : t('derive.permit_rest', { kg: mass(permit) })],
      },
      ...(ceiling && expected !== null
        ? [
            {
              name: t('derive.index_head'),
              lines: [
                t('derive.forecast_index', {
                  kg: mass(expected),
                  ceiling: mass(ceiling),
                  share: percent(expected / ceiling),
                }),
              ],
            },
          ]
        : []),
      { name: t('derive.source_head'), lines: [t('derive.forecast_source')] },
      letters(words),
    ],
  }
}

/** Coverage: what of the hours had a result, in all and of each area. */
export const explainCoverage = (words: EmissionWords, answer: EmissionsAnswer): Explanation => {
  const { t, percent } = words
  return {
    title: t('data.title'),
    steps: [
      { name: t('derive.coverage_head'), lines: coverageLines(words, answer.total) },
      {
        name: t('derive.by_area'),
        lines: areasOfSum(answer).map(({ area_name, total: of }) =>
          hasCoverage(of)
            ? t('derive.area_coverage', {
                area: area_name,
                coverage: percent(of.coverage),
                valid: of.valid_days,
                days: of.days - of.untold_days,
              })
            : t('derive.area_none', { area: area_name }),
        ),
      },
      { name: t('derive.source_head'), lines: [t('derive.coverage_source')] },
      letters(words),
    ],
  }
}

/** CO2 of the animals, formula by formula. */
const balanceText = (
  { t, format }: EmissionWords,
  { state, indicative }: AreaEmission,
  temperature: number,
  production: number,
): string[] =>
  balanceLines(state, indicative).map(line => {
    if (line.says === 'heat')
      return t('derive.heat', {
        heat: format.number(state?.heat ?? 0, 1),
        t: format.value(temperature, 1, '°C'),
        letter: line.letter,
      })
    if (line.says === 'traits')
      return t('derive.traits', {
        traits: line.traits
          .map(({ trait, value, assumed }) => {
            const named = t(`derive.trait.${trait}`, { value: format.number(value, traitDecimals(value)) })
            return assumed === null
              ? t('derive.trait_typed', { trait: named })
              : t('derive.trait_assumed', { trait: named, letter: assumed })
          })
          .join('; '),
      })
    if (line.says === 'linear') return t('derive.correction.linear', { letter: line.letter })
    if (line.says === 'older_cattle') return t('derive.correction.older_cattle')
    if (line.says === 'other_co2') return t('derive.other_co2', { flow: format.number(line.flow, 2) })
    return t(`derive.${line.says}`, {
      pc: format.number(state?.per_heat_unit ?? 0, 3),
      production: format.number(production, 3),
    })
  })

/** Methods of ventilation with their days, where there are several. */
const methodLines = ({ t, format }: EmissionWords, { methods }: AreaEmission): string[] => {
  if (methods.length < 2) return []
  const all = methods.reduce((sum, { days }) => sum + days, 0)
  return methods.map(({ method, days }) =>
    t('derive.method_days', {
      method: t(`ventilation.${method}`),
      held: format.number(days),
      days: format.number(all),
    }),
  )
}

/** Numbers of places that held, each once. */
const placesText = ({ format }: EmissionWords, { places, total }: AreaEmission): string =>
  placesHeld(places, total)
    .map(one => format.number(one))
    .join(', ')

/** Places with the day from which each number held, where they changed. */
const placesLines = ({ t, format }: EmissionWords, { places }: AreaEmission): string[] =>
  places
    .slice(1)
    .map(one => t('derive.places_from', { places: format.number(one.places), date: shownDate(one.since ?? '') }))

/** kg per place and year of each part of the period, or kg where nobody says the places; none of a period that is one part. */
const partLines = ({ t, format, mass }: EmissionWords, { periods }: AreaEmission): string[] =>
  periods.length < 2
    ? []
    : periods.map(({ from, until, kg, kg_per_place_year: each }) => {
        const part = { from, last: dayBefore(until) }
        if (each !== null) return t('derive.part', { ...part, value: format.number(each, 3) })
        return kg === null ? t('derive.part_none', part) : t('derive.part_kg', { ...part, kg: mass(kg) })
      })

/** Emission of an area step by step: inputs, formula, source and its status letter, coverage. */
export const explainArea = (words: EmissionWords, area: AreaEmission, gas: Emitted): Explanation => {
  const { t, format, mass, percent, factor } = words
  const { inputs, state, total } = area
  const name = SUBSTANCES[gas]
  const unit = isDust(gas) ? 'µg/m³' : 'ppm'
  const animals = state?.animals ?? null
  const steps: Explanation['steps'][number][] = []
  if (state && animals !== null)
    steps.push({
      name: t('derive.animals'),
      lines: [
        t(`derive.animals_from.${state.animals_from ?? 'area'}`, { animals: format.number(animals) }),
        ...(state.animals_since ? [t('derive.animals_since', { date: shownDate(state.animals_since) })] : []),
        ...(state.mass === null
          ? []
          : [
              t(`derive.mass_from.${state.mass_from ?? 'settings'}`, {
                mass: format.number(state.mass, state.mass < 5 ? 2 : 0),
              }),
            ]),
        ...(area.indicative ? [t('derive.indicative')] : []),
      ],
    })
  if (inputs) {
    if (inputs.production !== null && inputs.temperature !== null) {
      steps.push({
        name: t('derive.production'),
        lines: [
          ...balanceText(words, area, inputs.temperature, inputs.production),
          t(`derive.volume.${area.co2_volume_ref}`),
        ],
      })
      steps.push({
        name: t('derive.flow'),
        lines: [
          ...methodLines(words, area),
          t('derive.flow_is', {
            inside: format.number(inputs.co2 ?? 0),
            outside: format.number(inputs.co2_outdoors ?? 0),
            flow: format.number(inputs.flow),
          }),
        ],
      })
    } else
      steps.push({
        name: t('derive.flow'),
        lines: [
          ...methodLines(words, area),
          t(`derive.flow_from.${methodOfFlow(area.methods, area.ventilation)}`, { flow: format.number(inputs.flow) }),
        ],
      })
    steps.push({
      name: t('derive.emission'),
      lines: [
        t('derive.gas', {
          gas: name,
          unit,
          inside: format.number(inputs.gas, 2),
          outside: format.number(inputs.gas_outdoors, 2),
        }),
        ...assumedOutdoors(inputs, gas).map(({ says, share }) =>
          t(`derive.${says}`, { gas: name, share: percent(share) }),
        ),
        ...(inputs.temperature === null
          ? []
          : [
              t('derive.emission_is', {
                pressure: format.number(inputs.pressure / 100),
                t: format.value(inputs.temperature, 1, '°C'),
              }),
            ]),
        ...(inputs.pressure_assumed > 0 ? [t('derive.pressure_assumed')] : []),
        ...(inputs.kg_by_day_means === null
          ? []
          : [
              t('derive.by_day_means', {
                hours: mass(inputs.valid_kg),
                days: mass(inputs.kg_by_day_means),
              }),
            ]),
      ],
    })
  }
  steps.push({ name: t('derive.coverage_head'), lines: coverageLines(words, total) })
  if (total.kg !== null)
    steps.push({
      name: t('derive.uncertainty_head'),
      lines: [words.range(total), ...uncertaintyLines(words, area.parts, total)],
    })
  if ([total.kg_per_place_year, total.kg_per_animal_year, total.grams_per_unit_hour].some(value => value !== null))
    steps.push({
      name: t('derive.shares'),
      lines: [
        ...(total.kg_per_place_year === null
          ? []
          : [
              t(total.annual ? 'derive.annual' : 'derive.period_mean', {
                value: format.number(total.kg_per_place_year, 3),
                places: placesText(words, area),
              }),
              ...placesLines(words, area),
            ]),
        ...(total.kg_per_animal_year === null
          ? []
          : [t('derive.per_animal', { value: format.number(total.kg_per_animal_year, 3) })]),
        ...(total.grams_per_unit_hour === null
          ? []
          : [t('derive.per_unit', { value: format.number(total.grams_per_unit_hour, 3) })]),
        ...(area.plausible
          ? [
              t(area.plausible.holds ? 'derive.plausible' : 'derive.implausible', {
                least: format.number(area.plausible.least, 3),
                most: format.number(area.plausible.most, 3),
              }),
            ]
          : []),
      ],
    })
  const parts = partLines(words, area)
  if (parts.length > 0) steps.push({ name: t('areas.parts'), lines: parts })
  if (gas === 'nh3' && state?.factor != null)
    steps.push({
      name: t('derive.index_head'),
      lines: [
        t(`derive.factor.${state.factor_unit ?? 'place_year'}`, {
          factor: factor(state.factor),
          reduced: factor(state.reduced_factor ?? state.factor),
        }),
        ...(total.index === null
          ? []
          : [
              t('derive.index', {
                kg: mass(total.kg ?? 0),
                permitted: mass(total.permitted_kg ?? 0),
                index: percent(total.index),
              }),
            ]),
      ],
    })
  steps.push(letters(words))
  return { title: `${area.area_name}, ${name}`, steps }
}
