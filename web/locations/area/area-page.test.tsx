import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import flocks from '#shared/locales/en/flocks.json' with { type: 'json' }
import places from '#shared/locales/en/places.json' with { type: 'json' }
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryClient, queryOf } from '../../kit/api/query.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { editAreaScreen } from '../screens.ts'
import AreaPage from './area-page.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({
  ScreenLink: () => null,
  useGo: () => async () => undefined,
  usePossibleParams: () => ({ id: 3 }),
  useScreenSearch: () => ({}),
}))
// The form and the list of rounds have tests of their own.
vi.mock('../edit/area-fields.tsx', () => ({ AreaFields: () => null }))
vi.mock('../edit/edit-end.tsx', () => ({ EditEnd: () => null }))
vi.mock('../rounds/rounds-card.tsx', () => ({ default: () => null }))
vi.mock('./area-preview.tsx', () => ({ AreaPreview: () => null }))
vi.mock('./place-links.tsx', () => ({ PlaceLinks: () => null }))

beforeAll(() =>
  i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { flocks, places } }, interpolation: { escapeValue: false } }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const AREA = { id: 3, location_id: 1, name: 'Barn 1', area_type_id: 29, version: 1, group_items: [], may: ['edit'] }
const ROUND = { id: 9, name: 'Ross 308', date_in: '2026-10-01', date_out: null }

test('the page of an area asks whether its round has ended where the barn seems empty, with the words for it', async () => {
  const params = { id: 3 }
  const answers: [{ queryKey: readonly unknown[] }, unknown][] = [
    [LISTS, { area_types: [{ id: 29, key: 'broiler' }] }],
    [LOCATIONS, [{ id: 1, name: 'De Linde', time_zone: 'UTC', areas: [AREA], may: ['edit'] }]],
    [queryOf(api.getArea, { params }), AREA],
    [queryOf(api.getEmptied, { params }), { round: { id: 9, since: '2026-11-20' } }],
    [queryOf(api.listRounds, { params }), [ROUND]],
  ]
  for (const [{ queryKey }, answer] of answers) queryClient.setQueryData(queryKey, answer)
  renderPage(<AreaPage />)
  expect(await screen.findByText(/empty since 2026-11-20.*Has the round Ross 308 ended\?/)).toBeTruthy()
  expect(screen.getByRole('button', { name: flocks.axis.end })).toBeTruthy()
  expect(editAreaScreen.texts).toContain('flocks')
})
