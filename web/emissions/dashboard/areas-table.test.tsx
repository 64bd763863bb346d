import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AreaEmission, EmissionPeriod, EmissionsAnswer } from '#shared/contract/places/emissions.ts'
import emission from '#shared/locales/en/emission.json' with { type: 'json' }
import { Explanations } from '../../statistics/numbers/explain.tsx'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AreasTable } from './areas-table.tsx'

// Files share modules, so links are the same in all that show this table.
vi.mock('../../kit/routing/link.tsx', () => ({
  ScreenLink: ({ to, children }: { to: { search: unknown }; children: ReactNode }) => (
    <a href={JSON.stringify(to.search)}>{children}</a>
  ),
}))

beforeAll(async () => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { emission } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const NOTHING: EmissionPeriod = {
  ...{ from: '2026-01-01', until: '2026-02-01', kg: null, kg_low: null, kg_high: null },
  ...{ kg_per_place_year: null, kg_per_animal_year: null, grams_per_unit_hour: null },
  ...{ permitted_kg: null, ceiling_kg: null, index: null, verdict: 'no_permit' },
  ...{ coverage: 1, filled: 0, vacant: 0, uncertain: 0, negative: 0 },
  ...{ days: 31, valid_days: 31, missing_days: 0, untold_days: 0, annual: false },
}
const INPUTS: AreaEmission['inputs'] = {
  ...{ hours: 744, temperature: 10, pressure: 101_325, co2: null, co2_outdoors: null, gas: 4, gas_outdoors: 0.5 },
  ...{ flow: 40_000, production: null, valid_kg: 84, kg_by_day_means: null },
  ...{ co2_outdoors_assumed: 0, gas_outdoors_assumed: 0, pressure_assumed: 0 },
}
const renderArea = (
  total: Partial<EmissionPeriod>,
  inputs: AreaEmission['inputs'],
  problems: AreaEmission['problems'] = ['no_places'],
) => {
  const area: AreaEmission = {
    ...{ area_id: 3, area_name: 'Barn 1', area_type_id: 29, location_id: 1, location_name: 'De Linde' },
    ...{ animal_places: null, places: [], in_sum: true, ventilation: 'typed', methods: [], co2_volume_ref: 'as_is' },
    ...{ total: { ...NOTHING, ...total }, periods: [], inputs, state: null, problems },
    ...{ parts: { production: 0, co2_outdoors: 0, own: 9 }, indicative: false, plausible: null },
    ...{ gases: ['n2o'], measured_since: null },
  }
  const answer: EmissionsAnswer = {
    ...{ gas: 'n2o', from: '2026-01-01', until: '2026-02-01', total: NOTHING, periods: [], areas: [area] },
    ...{ cumulative: { date: [], kg: [], low: [], high: [] }, forecast: null },
  }
  renderPage(
    <Explanations>
      <AreasTable answer={answer} before={undefined} speciesName={() => ''} />
    </Explanations>,
  )
}

test('an area with kilograms and without places leads to how they came about', async () => {
  renderArea({ kg: 84, kg_low: 75, kg_high: 93, kg_per_animal_year: 8.2 }, INPUTS)
  fireEvent.click(screen.getByRole('button', { name: 'Barn 1: 84.0 kg 75.0–93.0. How was this calculated?' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('8.2')
})

test('a month of N2O that is not told leads to the means of its air; an area of which nothing is known leads nowhere', () => {
  renderArea({ untold_days: 31 }, INPUTS)
  expect(screen.getByRole('button', { name: 'Barn 1: –. How was this calculated?' })).toBeTruthy()
  cleanup()
  // Hours that nothing was asked of are no share of usable data.
  renderArea({ untold_days: 31, coverage: 0 }, INPUTS)
  expect(screen.queryByText(/^0\s*%$/)).toBeNull()
  cleanup()
  renderArea({ coverage: 0 }, null)
  expect(screen.getByText(/^0\s*%$/)).toBeTruthy()
  cleanup()
  renderArea({}, null)
  expect(screen.queryByRole('button')).toBeNull()
})

test('an emission below 0 has its range, the lower end first', () => {
  renderArea({ kg: -2, kg_low: -3, kg_high: -1, kg_per_place_year: -2 }, INPUTS)
  expect(screen.getByRole('button', { name: /^Barn 1: .2\.00 .3\.00–.1\.00\. How/ })).toBeTruthy()
})

test('an empty barn emits 0 without a range, and hours that make no day are said', () => {
  renderArea({ kg: 0, kg_low: 0, kg_high: 0, kg_per_place_year: 0, vacant: 1 }, INPUTS)
  expect(screen.getByRole('button', { name: 'Barn 1: 0. How was this calculated?' })).toBeTruthy()
  cleanup()
  renderArea({ kg: 0, kg_low: 0, kg_high: 0, vacant: 1, coverage: 0.47 }, INPUTS, [])
  expect(screen.getByText(emission.problem.few_hours)).toBeTruthy()
  cleanup()
  renderArea({ coverage: 0.01 }, INPUTS, [])
  expect(screen.getByText(emission.problem.few_hours)).toBeTruthy()
  cleanup()
  renderArea({ coverage: 0 }, null, [])
  // The air flow is typed, so no CO2 is missing.
  expect(screen.getByText(emission.problem.no_result_by_flow)).toBeTruthy()
})
