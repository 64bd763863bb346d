import { expect, test } from 'vitest'
import { type EmissionSettings, NO_EMISSION_SETTINGS } from './emission-settings.ts'
import { differWithin } from './setting-changes.ts'

const MARCH = { from: '2026-03-01', until: '2026-04-01' }
const NONE = NO_EMISSION_SETTINGS
const factor = (valid_from: string, kg: number): EmissionSettings['factors'][number] => ({
  ...{ valid_from, kg, unit: 'place_year', code: null, source: null, other_kg: null },
})
const typed = (...rows: [string, number][]): EmissionSettings['ventilation'] => ({
  ...NONE.ventilation,
  method: 'typed',
  typed: rows.map(([valid_from, m3_per_hour]) => ({ valid_from, m3_per_hour })),
})

test.each<[string, Partial<EmissionSettings>, Partial<EmissionSettings>, boolean]>([
  ['nothing', {}, {}, false],
  ['a factor of days before', { factors: [factor('2025-01-01', 13)] }, { factors: [factor('2025-06-01', 13)] }, false],
  ['another factor', { factors: [factor('2025-01-01', 13)] }, { factors: [factor('2025-01-01', 8)] }, true],
  ['a factor of a day to come', {}, { factors: [factor('2026-04-01', 13)] }, false],
  ['a factor of the last day', {}, { factors: [factor('2026-03-31', 13)] }, true],
  ['places', {}, { places_history: [{ valid_from: '2026-03-15', places: 90 }] }, true],
  [
    'a reducer that ends within',
    { reducers: [{ name: 'A', percent: 20, scrubber: false, valid_from: null, valid_until: null }] },
    { reducers: [{ name: 'A', percent: 20, scrubber: false, valid_from: null, valid_until: '2026-03-20' }] },
    true,
  ],
  ['an air flow before', { ventilation: typed(['2025-01-01', 9]) }, { ventilation: typed(['2025-02-01', 9]) }, false],
  [
    'an air flow within',
    { ventilation: typed(['2025-01-01', 9]) },
    { ventilation: typed(['2025-01-01', 9], ['2026-03-09', 8]) },
    true,
  ],
  ['a limit', {}, { n2o_detection_limit: 0.1 }, true],
  [
    'the same in another order',
    { pressure: { source: 'automatic', altitude: null } },
    { pressure: { altitude: null, source: 'automatic' } },
    false,
  ],
])('settings are told to differ on days of a month: %s', (_, before, after, differs) => {
  expect(differWithin({ ...NONE, ...before }, { ...NONE, ...after }, MARCH)).toBe(differs)
  expect(differWithin({ ...NONE, ...after }, { ...NONE, ...before }, MARCH)).toBe(differs)
})
