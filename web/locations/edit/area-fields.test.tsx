import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Area } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import app from '#shared/locales/en/app.json' with { type: 'json' }
import places from '#shared/locales/en/places.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AreaFields } from './area-fields.tsx'
import { areaValues } from './location-values.ts'

vi.mock('../../kit/routing/link.tsx', () => ({
  ScreenLink: ({ to, children }: { to: { search: unknown }; children: string }) => (
    <a href={JSON.stringify(to.search)}>{children}</a>
  ),
}))

beforeAll(async () => {
  observeNoSizes()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { app, places, ui } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const AREA = {
  ...{ id: 7, location_id: 1, name: 'Barn 1', area_type_id: 29, version: 1, group_items: [], may: ['edit'] },
  ...{ animal_places: 120, places_today: 120, places_since: null },
} as unknown as Area
const LISTS = { area_types: [] } as unknown as TaxonomyLists
const [MARCH, JUNE] = [
  { valid_from: '2026-03-01', places: 60 },
  { valid_from: '2026-06-01', places: 108 },
]

test.each([
  ['places that never change are the field alone', {}, ''],
  [
    'a change that began',
    { later_places: [MARCH], places_today: 60, places_since: '2026-03-01' },
    'Before 2026-03-01; since then 60, see Emission settings',
  ],
  [
    'the change that holds of several',
    { later_places: [MARCH, JUNE], places_today: 108, places_since: '2026-06-01' },
    'Before 2026-03-01; 108 since 2026-06-01, see Emission settings',
  ],
  ['a change to come', { later_places: [JUNE] }, 'Before 2026-06-01; from then on 108, see Emission settings'],
])('under animal places: %s', (_, changes, said) => {
  const values = areaValues({ ...AREA, ...changes })
  const fields = { values, input: () => ({}), error: () => null, errors: {}, set: () => undefined }
  renderPage(<AreaFields fields={fields} lists={LISTS} />)
  const field = screen.getByLabelText(new RegExp(`^${places.animal_places}`))
  const description = field.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent ?? '').toBe(said)
  const link = screen.queryByText(app.title.emission_settings)
  expect(link?.getAttribute('href') ?? null).toBe(said ? '{"area_id":"7"}' : null)
})
