import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { AreaEmission, EmissionPeriod } from '#shared/contract/places/emissions.ts'
import { explainArea } from './derivation.ts'
import type { EmissionWords } from './words.ts'

const words = {
  t: ((key: string, of: object = {}) => [key, ...Object.values(of)].join(' ')) as TFunction<'emission'>,
  format: {
    number: (value: number) => String(value),
    value: (value: number, _: number, unit: string) => `${value} ${unit}`,
  } as Partial<EmissionWords['format']> as EmissionWords['format'],
  mass: String,
  percent: String,
  factor: String,
  range: () => '',
} as Partial<EmissionWords> as EmissionWords

const INPUTS = { hours: 48, temperature: 10, pressure: 101_325, gas: 4, gas_outdoors: 0.5, flow: 40_000 }
const NOTHING_ASSUMED = { co2_outdoors_assumed: 0, gas_outdoors_assumed: 0, pressure_assumed: 0 }
const TYPED = { co2: null, co2_outdoors: null, production: null, valid_kg: 3, kg_by_day_means: null }
const BALANCED = { ...TYPED, co2: 1000, co2_outdoors: 420, production: 23.2 }

const flowLines = (methods: AreaEmission['methods'], of: typeof TYPED | typeof BALANCED) => {
  const area = {
    area_name: 'Barn 1',
    ventilation: 'measured',
    methods,
    co2_volume_ref: 'as_is',
    inputs: { ...INPUTS, ...NOTHING_ASSUMED, ...of },
    state: null,
    periods: [],
    total: { ...PERIOD, kg: null },
  } as Partial<AreaEmission> as AreaEmission
  return explainArea(words, area, 'nh3').steps.find(({ name }) => name === 'derive.flow')?.lines
}

test('an air flow of several methods says the days of each, and is called by none of them', () => {
  const [typed, measured, balance] = [
    { method: 'typed' as const, days: 20 },
    { method: 'measured' as const, days: 9 },
    { method: 'co2_balance' as const, days: 1 },
  ]
  expect(flowLines([typed, measured], TYPED)).toEqual([
    'derive.method_days ventilation.typed 20 29',
    'derive.method_days ventilation.measured 9 29',
    'derive.flow_from.several 40000',
  ])
  // The mean of some balanced hours is that of these alone, and says so by its CO2.
  expect(flowLines([typed, balance], BALANCED)).toEqual([
    'derive.method_days ventilation.typed 20 21',
    'derive.method_days ventilation.co2_balance 1 21',
    'derive.flow_is 1000 420 40000',
  ])
})

test('an air flow of one method is called by it, also where another holds on the last day', () => {
  expect(flowLines([{ method: 'typed', days: 20 }], TYPED)).toEqual(['derive.flow_from.typed 40000'])
})

const PERIOD: EmissionPeriod = {
  ...{ from: '2026-01-01', until: '2026-03-01', kg: 3, kg_low: 2, kg_high: 4 },
  ...{ kg_per_place_year: null, kg_per_animal_year: null, grams_per_unit_hour: null },
  ...{ permitted_kg: null, ceiling_kg: null, index: null, verdict: 'no_permit', annual: false },
  ...{ coverage: 1, filled: 0, vacant: 0, uncertain: 0, negative: 0 },
  ...{ days: 59, valid_days: 28, missing_days: 0, untold_days: 0 },
}

test('days of N2O that are not told are said, and the valid ones are of the others', () => {
  const linesOf = (untold_days: number) => {
    const area = {
      ...{ area_name: 'Barn 1', inputs: null, state: null, methods: [], places: [], plausible: null, periods: [] },
      parts: { production: 0, co2_outdoors: 0, own: 0 },
      total: { ...PERIOD, untold_days },
    } as Partial<AreaEmission> as AreaEmission
    return explainArea(words, area, 'n2o').steps.find(({ name }) => name === 'derive.coverage_head')?.lines
  }
  expect(linesOf(31)).toEqual(['derive.coverage 1 28 28', 'derive.filled 0 0 0', 'derive.untold 31'])
  expect(linesOf(0)).toEqual(['derive.coverage 1 28 59', 'derive.filled 0 0 0'])
})

test('places that changed are named with their days beside the kg of each', () => {
  const area = {
    ...{ area_name: 'Barn 1', inputs: null, state: null, methods: [], plausible: null, animal_places: 60, periods: [] },
    places: [
      { since: null, places: 120 },
      { since: '2026-03-16', places: 60 },
    ],
    parts: { production: 0, co2_outdoors: 0, own: 0 },
    total: { ...PERIOD, until: '2026-04-01', kg_per_place_year: 11 },
  } as Partial<AreaEmission> as AreaEmission
  const { lines } = explainArea(words, area, 'nh3').steps.find(({ name }) => name === 'derive.shares') ?? {}
  expect(lines).toEqual(['derive.period_mean 11 120, 60', 'derive.places_from 60 2026-03-16'])
})

test('traits of the heat are one line, each typed or assumed with its status', () => {
  const area = {
    ...{ area_name: 'Barn 1', methods: [], co2_volume_ref: 'as_is', indicative: false },
    inputs: { ...INPUTS, ...NOTHING_ASSUMED, ...BALANCED },
    state: {
      animals: null,
      heat_status: 'V2',
      heat: 1446,
      traits: [
        { trait: 'milk', value: 24.5, assumed: null },
        { trait: 'days_pregnant', value: 160, assumed: 'V2' },
      ],
    },
    total: { kg: null, kg_per_place_year: null, index: null, uncertain: 0, negative: 0 },
    periods: [],
  } as object as AreaEmission
  const { lines } = explainArea(words, area, 'nh3').steps.find(({ name }) => name === 'derive.production') ?? {}
  expect(lines?.[1]).toBe(
    'derive.traits derive.trait_typed derive.trait.milk 24.5; derive.trait_assumed derive.trait.days_pregnant 160 V2',
  )
})

test('parts of the period are lines with their number, the last day included', () => {
  const part = (from: string, until: string, kg: number | null, kg_per_place_year: number | null) => ({
    ...PERIOD,
    ...{ from, until, kg, kg_per_place_year },
  })
  const linesOf = (periods: AreaEmission['periods']) => {
    const area = {
      ...{ area_name: 'Barn 1', inputs: null, state: null, methods: [], places: [], plausible: null },
      ...{ parts: { production: 0, co2_outdoors: 0, own: 0 }, total: PERIOD, periods },
    } as Partial<AreaEmission> as AreaEmission
    return explainArea(words, area, 'nh3').steps.find(({ name }) => name === 'areas.parts')?.lines
  }
  const first = part('2026-01-01', '2026-04-01', 300, 11.2)
  expect(
    linesOf([first, part('2026-04-01', '2026-07-01', 120, null), part('2026-07-01', '2026-10-01', null, null)]),
  ).toEqual([
    'derive.part 2026-01-01 2026-03-31 11.2',
    'derive.part_kg 2026-04-01 2026-06-30 120',
    'derive.part_none 2026-07-01 2026-09-30',
  ])
  expect(linesOf([first])).toBeUndefined()
})
