import { describe, expect, test } from 'vitest'
import {
  animalsOn,
  areaOn,
  balanceHolds,
  type EmissionSettings,
  factorOn,
  flowUncertaintyOf,
  houseTraitsOf,
  inForce,
  NO_EMISSION_SETTINGS,
  type RoundOfEmission,
  reducersOn,
  traitDecimals,
  traitsUsed,
} from './emission-settings.ts'

const plain = NO_EMISSION_SETTINGS
const factor = (valid_from: string, kg: number) => ({
  valid_from,
  kg,
  unit: 'place_year' as const,
  code: null,
  source: null,
  other_kg: null,
})
const animals = (valid_from: string, change: Partial<EmissionSettings['animals'][number]> = {}) => ({
  valid_from,
  animals: null,
  caged: false,
  mass: null,
  milk: null,
  days_pregnant: null,
  gain: null,
  eggs: null,
  feed_energy: null,
  feed_level: null,
  ...change,
})
const round: RoundOfEmission = {
  date_in: '2026-03-01',
  date_out: '2026-04-12',
  age_in: 0,
  animals: 30_000,
  losses: [
    { date: '2026-03-02', kind: 'lost', animals: 100 },
    { date: '2026-03-20', kind: 'lost', animals: 50 },
    { date: '2026-04-01', kind: 'out', animals: 6000 },
    { date: '2026-04-02', kind: 'in', animals: 500 },
  ],
  bands: null,
  curve: {
    points: [
      { age: 0, mass: 0.042, temperature: null, humidity: null },
      { age: 40, mass: 2.442, temperature: null, humidity: null },
    ],
    temperature_margin: 1.5,
    humidity_margin: 10,
  },
}

describe('settings of an emission over time', () => {
  test('the row holds that began last, whatever their order', () => {
    const rows = [factor('2026-07-01', 2), factor('2024-01-01', 4), factor('2025-01-01', 3)]
    expect(['2023-12-31', '2024-01-01', '2026-06-30', '2026-07-01'].map(date => inForce(rows, date)?.kg)).toEqual([
      undefined,
      4,
      3,
      2,
    ])
  })

  test('before its history the factor of the area counts, and none where there is none', () => {
    const settings = { factors: [factor('2026-01-01', 6)] }
    expect(factorOn(settings, { ammonia_factor: 13 }, '2025-12-31')).toEqual({ kg: 13, unit: 'place_year' })
    expect(factorOn(settings, { ammonia_factor: 13 }, '2026-01-01')?.kg).toBe(6)
    expect(factorOn(plain, { ammonia_factor: null }, '2026-01-01')).toBeNull()
  })

  test('a reducer counts from its day until its day', () => {
    const one = { name: 'Scrubber', percent: 70, scrubber: true, valid_from: '2026-02-01', valid_until: '2026-03-01' }
    const on = (date: string) => reducersOn({ reducers: [one] }, date)
    expect(on('2026-01-31')).toEqual([])
    expect(on('2026-02-28')).toEqual([{ share: 0.7, scrubber: true }])
    expect(on('2026-03-01')).toEqual([])
    expect(reducersOn({ reducers: [{ ...one, valid_from: null, valid_until: null }] }, '1999-01-01')).toHaveLength(1)
  })
})

describe('animals of a date', () => {
  const broilers = { kind: 'broiler', animals: 32_000 } as const
  const cows = { kind: 'dairy_cattle', animals: 120 } as const

  test('a round says how many are left and how heavy they are', () => {
    const on = (date: string) => animalsOn(plain, broilers, [round], '2026-03-01', date)
    expect(on('2026-03-01')).toMatchObject({ count: 30_000, animal: { mass: 0.042 }, mass_from: 'curve' })
    expect(on('2026-03-21')?.count).toBe(29_850)
    expect([on('2026-03-31')?.count, on('2026-04-01')?.count, on('2026-04-02')?.count]).toEqual([
      29_850, 23_850, 24_350,
    ])
    expect(on('2026-03-21')?.animal?.mass).toBeCloseTo(1.242, 10)
    expect(on('2026-04-12')).toMatchObject({ count: 0, count_from: 'round' })
    // An area is not known to have been empty before the first round that anybody wrote down.
    expect(on('2026-02-28')).toMatchObject({ count: 32_000, count_from: 'area' })
  })

  test('rounds that were never kept leave it to the settings, and these to the area', () => {
    const settings = { animals: [animals('2026-02-01', { animals: 110, mass: 600, milk: 28 })] }
    expect(animalsOn(settings, cows, [], null, '2026-02-01')).toEqual({
      count: 110,
      animal: { kind: 'dairy_cattle', mass: 600, milk: 28 },
      count_from: 'settings',
      count_since: '2026-02-01',
      mass_from: 'settings',
      typed: ['milk'],
    })
    expect(animalsOn(settings, cows, [], null, '2026-01-31')).toEqual({
      count: 120,
      animal: { kind: 'dairy_cattle', mass: 650, milk: 30, days_pregnant: 160 },
      count_from: 'area',
      count_since: null,
      mass_from: 'reference',
      typed: [],
    })
    expect(animalsOn(plain, { ...cows, animals: null }, [], null, '2026-01-31')).toBeNull()
  })

  test('a row that says no weight leaves the cow that is reckoned with as it is, but for what it says', () => {
    const on = (change: Parameters<typeof animals>[1]) =>
      animalsOn({ animals: [animals('2026-01-01', change)] }, cows, [], null, '2026-02-01')
    const cow = { kind: 'dairy_cattle', mass: 650, milk: 30, days_pregnant: 160 }
    expect(on({ animals: 110 })).toMatchObject({ count: 110, animal: cow, mass_from: 'reference', typed: [] })
    expect(on({ milk: 24 })).toMatchObject({ animal: { ...cow, milk: 24 }, mass_from: 'reference', typed: ['milk'] })
  })

  test('traits of the heat are named, the assumed ones with their status', () => {
    const milk = { trait: 'milk', value: 24, assumed: null }
    expect(traitsUsed({ kind: 'dairy_cattle', mass: 600, milk: 24 }, ['milk'])).toEqual([
      milk,
      { trait: 'days_pregnant', value: 160, assumed: 'V2' },
    ])
    const said = (kind: 'chicken' | 'sow' | 'veal_calves' | 'pig' | 'broiler') =>
      traitsUsed({ kind, mass: 60 }, []).map(({ trait, value, assumed }) => `${trait} ${value} ${assumed}`)
    expect(said('chicken')).toEqual(['eggs 0.05 J'])
    expect(said('sow')).toEqual(['days_pregnant 57 J', 'gain 0.18 M'])
    expect(said('veal_calves')).toEqual(['gain 1.2 J', 'feed_energy 12 M'])
    expect(said('pig')).toEqual(['feed_level 3.4 V2'])
    expect(said('broiler')).toEqual([])
    // The formula of a lamb that grows takes its gain alone.
    const lamb = { kind: 'sheep', mass: 30, gain: 0.2, milk: 1 } as const
    expect(traitsUsed(lamb, ['milk', 'gain'])).toEqual([{ trait: 'gain', value: 0.2, assumed: null }])
    expect([160, 28.5, 0.05, 3.4123].map(traitDecimals)).toEqual([0, 1, 2, 3])
  })

  test('hold since the first of the rows that say the same number, whatever else they change', () => {
    const rows = [
      animals('2026-04-01', { animals: 120, milk: 31 }),
      animals('2026-01-01', { animals: 120, milk: 28 }),
      animals('2026-03-01', { animals: 120, milk: 30 }),
      animals('2026-06-01', { animals: 110 }),
      animals('2026-07-01', { animals: 120 }),
    ]
    const since = (date: string) => animalsOn({ ...plain, animals: rows }, cows, [], null, date)?.count_since
    expect(['2026-02-01', '2026-05-01', '2026-06-05', '2026-08-01'].map(since)).toEqual([
      '2026-01-01',
      '2026-01-01',
      '2026-06-01',
      '2026-07-01',
    ])
    const places = { places_history: ['2026-03-01', '2026-05-01'].map(valid_from => ({ valid_from, places: 60 })) }
    const ofPlaces = (animal_places: number) => areaOn(places, { animal_places, animals: null }, '2026-06-01')
    expect([120, 60].map(before => ofPlaces(before).animals_since)).toEqual(['2026-03-01', null])
  })

  test('one on each place of a day says so, and since when there are as many; groups say their own number', () => {
    const settings = { ...plain, places_history: [{ valid_from: '2026-03-01', places: 60 }] }
    const on = (animals: number | null, date: string) => {
      const area = { kind: 'dairy_cattle', ammonia_factor: null, animal_places: 120, animals } as const
      return animalsOn(settings, areaOn(settings, area, date), [], null, date)
    }
    expect(on(null, '2026-02-28')).toMatchObject({ count: 120, count_from: 'places', count_since: null })
    expect(on(null, '2026-03-01')).toMatchObject({ count: 60, count_from: 'places', count_since: '2026-03-01' })
    expect(on(80, '2026-03-01')).toMatchObject({ count: 80, count_from: 'area', count_since: null })
  })

  test('a kind without a mass has no animal; people give no heat', () => {
    expect(animalsOn(plain, { kind: 'pig', animals: 480 }, [], null, '2026-01-01')?.animal).toBeNull()
    expect(animalsOn(plain, { kind: null, animals: 5 }, [], null, '2026-01-01')?.animal).toBeNull()
  })

  test('settings add to a round what it does not say; traits of other kinds are left out', () => {
    const hens = { kind: 'chicken', animals: null } as const
    const settings = { animals: [animals('2026-01-01', { mass: 1.9, eggs: 0.055, milk: 30, caged: true })] }
    expect(animalsOn(settings, hens, [{ ...round, curve: null }], '2026-03-01', '2026-03-02')).toEqual({
      count: 29_900,
      animal: { kind: 'chicken', mass: 1.9, eggs: 0.055, caged: true },
      count_from: 'round',
      count_since: null,
      mass_from: 'settings',
      typed: ['eggs'],
    })
  })
})

describe('ventilation', () => {
  test('litter and heaters need their CO2 said', () => {
    const of = (change: Partial<EmissionSettings['ventilation']>) => balanceHolds({ ...plain.ventilation, ...change })
    expect(of({})).toBe(true)
    expect([of({ floor: 'litter' }), of({ gas_heater: true })]).toEqual([false, false])
    expect(of({ floor: 'litter', gas_heater: true, other_co2: 0 })).toBe(true)
    expect([
      of({ floor: 'litter', co2_per_heat_unit: 0.22 }),
      of({ gas_heater: true, co2_per_heat_unit: 0.22 }),
    ]).toEqual([true, false])
  })

  test('a flow has the uncertainty that was typed, or that of its method; the balance has its own', () => {
    const of = (change: Partial<EmissionSettings['ventilation']>) =>
      flowUncertaintyOf({ ...plain.ventilation, ...change })
    expect(of({})).toBeNull()
    expect(of({ method: 'typed' })).toBe(0.25)
    expect(of({ method: 'measured', uncertainty_percent: 5 })).toBe(0.05)
  })

  test('a house is what the settings say', () => {
    expect(houseTraitsOf(plain.ventilation, '0C')).toMatchObject({ other_co2: 0, co2_volume_ref: '0C' })
  })
})
