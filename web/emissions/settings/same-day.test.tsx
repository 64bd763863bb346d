import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { EmissionSettingsInput } from '#shared/contract/places/emissions.ts'
import settings from '#shared/locales/en/emission-settings.json' with { type: 'json' }
import form from '#shared/locales/en/form.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryClient, queryOf } from '../../kit/api/query.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import SettingsPage from './settings-page.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({
  ScreenLink: () => null,
  useScreenSearch: () => ({}),
  useChangeSearch: () => async () => undefined,
}))

const plain = EmissionSettingsInput.parse({})
const KEPT = {
  ...plain,
  ventilation_history: [{ ...plain.ventilation, floor: 'closed', valid_from: '2026-03-01' }],
  outdoors_history: [],
  places_history: [],
  n2o_detection_limit: null,
  ...{ area_id: 3, area_name: 'Barn 1', area_type_id: 29, location_id: 1, location_name: 'De Linde' },
  ...{ today: '2026-03-01', animal_places: 120, ammonia_factor: 13, animals_of_area: 120, keeps_rounds: false },
  ...{ devices: [], gases: [], version: 1, changed_at: null, changed_by: null, may: ['edit'] },
}
const READS: [{ queryKey: readonly unknown[] }, unknown][] = [
  [LISTS, { area_types: [{ id: 29, key: 'dairy_cattle' }] }],
  [LOCATIONS, [{ id: 1, name: 'De Linde', areas: [{ id: 3, name: 'Barn 1' }] }]],
  [queryOf(api.getEmissionSettings, { params: { id: 3 } }), KEPT],
]

beforeAll(async () => {
  // jsdom has no fonts that a text could be measured anew with.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { 'emission-settings': settings, ui, form } },
    interpolation: { escapeValue: false },
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

test('animal places are typed first, and then changed from a day on', async () => {
  for (const [{ queryKey }, answer] of READS)
    queryClient.setQueryData(queryKey, answer === KEPT ? { ...KEPT, animal_places: null } : answer)
  renderPage(<SettingsPage />)
  const places = await screen.findByLabelText(settings.factor.places)
  expect(screen.queryByText(settings.factor.places_change)).toBeNull()
  fireEvent.change(places, { target: { value: '120' } })
  fireEvent.click(screen.getByText(settings.factor.places_change))
  const row = screen.getByLabelText(`${settings.factor.places} 1`)
  expect(within(row).getByLabelText<HTMLInputElement>(settings.factor.places).value).toBe('120')
})

test.each(['', '-5', '1,5', 'sixty', '10000001'])(
  'places from a day on that cannot be are refused in their row: %j',
  async typed => {
    const sent: string[] = []
    vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: { method?: string } = {}) => {
      if (method !== 'GET') sent.push(method)
      return Response.json(KEPT, { headers: { 'x-barnometer': '1' } })
    })
    for (const [{ queryKey }, answer] of READS) queryClient.setQueryData(queryKey, answer)
    renderPage(<SettingsPage />)
    fireEvent.click(await screen.findByText(settings.factor.places_change))
    const row = screen.getByLabelText(`${settings.factor.places} 1`)
    const places = within(row).getByLabelText<HTMLInputElement>(settings.factor.places)
    fireEvent.change(places, { target: { value: typed } })
    fireEvent.click(screen.getByText(ui.save))
    await waitFor(() => expect(places.getAttribute('aria-invalid')).toBe('true'))
    expect(sent).toEqual([])
  },
)

test('two changes of one day are refused beside both, and the first has the focus', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: { method?: string } = {}) => {
    if (method !== 'GET') sent.push(method)
    return Response.json(KEPT, { headers: { 'x-barnometer': '1' } })
  })
  for (const [{ queryKey }, answer] of READS) queryClient.setQueryData(queryKey, answer)
  renderPage(<SettingsPage />)
  fireEvent.click(await screen.findByText(settings.ventilation.change))
  fireEvent.click(screen.getByText(ui.save))
  const days = await waitFor(() => {
    const rows = [1, 2].map(number => screen.getByLabelText(`${settings.ventilation.title} ${number}`))
    const fields = rows.map(row => within(row).getByLabelText<HTMLInputElement>(settings.valid_from))
    for (const field of fields) expect(field.getAttribute('aria-invalid')).toBe('true')
    return fields
  })
  expect(screen.getAllByText(form.error.same_day_twice)).toHaveLength(2)
  expect(document.activeElement).toBe(days[0])
  expect(sent).toEqual([])
})
