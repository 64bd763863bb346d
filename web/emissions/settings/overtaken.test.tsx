import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { EmissionSettingsInput } from '#shared/contract/places/emissions.ts'
import words from '#shared/locales/en/emission-settings.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { keyOf, queryClient, queryOf } from '../../kit/api/query.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import SettingsPage from './settings-page.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({
  ScreenLink: () => null,
  useScreenSearch: () => ({}),
  useChangeSearch: () => async () => undefined,
}))

const KEPT = {
  ...EmissionSettingsInput.parse({}),
  ...{ ventilation_history: [], outdoors_history: [], places_history: [], n2o_detection_limit: null },
  ...{ area_id: 3, area_name: 'Barn 1', area_type_id: 29, location_id: 1, location_name: 'De Linde' },
  ...{ today: '2026-03-01', animal_places: 120, ammonia_factor: 13, animals_of_area: 120, keeps_rounds: false },
  ...{ devices: [], gases: [], version: 1, changed_by: 'Anna', may: ['edit'] },
  changed_at: '2026-02-28T23:30:00.000Z',
}
const FARMS = [{ id: 1, name: 'De Linde', time_zone: 'Europe/Amsterdam', areas: [{ id: 3, name: 'Barn 1' }] }]
const NEWER = { ...KEPT, version: 2, animal_places: 140 }

/** Settings as the server keeps them, and what was sent to it. */
let kept: typeof KEPT
let sent: { version: number; animal_places?: number }[]

beforeAll(async () => {
  // jsdom has no fonts that a text could be measured anew with.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { 'emission-settings': words, ui } },
    interpolation: { escapeValue: false },
  })
})
beforeEach(() => {
  kept = KEPT
  sent = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const headers = { 'x-barnometer': '1' }
    if (url.endsWith('/locations')) return Response.json(FARMS, { headers })
    if (method === 'GET') return Response.json(kept, { headers })
    const input = JSON.parse(body ?? '')
    sent.push({ version: input.version, animal_places: input.animal_places })
    if (input.version !== kept.version)
      return Response.json({ code: 'changed_meanwhile', message: 'Changed.' }, { status: 409, headers })
    kept = { ...kept, animal_places: input.animal_places ?? kept.animal_places, version: kept.version + 1 }
    return Response.json(kept, { headers })
  })
  queryClient.setQueryData(LISTS.queryKey, { area_types: [{ id: 29, key: 'dairy_cattle' }] } as never)
  queryClient.setQueryData(LOCATIONS.queryKey, FARMS as never)
  queryClient.setQueryData(queryOf(api.getEmissionSettings, { params: { id: 3 } }).queryKey, KEPT as never)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const places = () => screen.findByLabelText<HTMLInputElement>(words.factor.places)
/** Reads the settings anew, as when somebody comes back to the tab. */
const comeBack = () => act(() => queryClient.invalidateQueries({ queryKey: keyOf(api.getEmissionSettings) }))

test('what is typed stays when somebody saves meanwhile, and is saved once that was read', async () => {
  renderPage(<SettingsPage />)
  fireEvent.change(await places(), { target: { value: '125' } })
  kept = NEWER
  await comeBack()
  await screen.findByText(words.overtaken, { exact: false })
  expect((await places()).value).toBe('125')
  fireEvent.click(screen.getByText(ui.save))
  await waitFor(() => expect(sent).toEqual([{ version: 2, animal_places: 125 }]))
  await waitFor(() => expect(screen.queryByText(words.overtaken, { exact: false })).toBeNull())
})

test('who learns of it only by saving keeps what is typed, or takes the newer', async () => {
  renderPage(<SettingsPage />)
  fireEvent.change(await places(), { target: { value: '125' } })
  kept = NEWER
  fireEvent.click(screen.getByText(ui.save))
  await screen.findByText(words.overtaken, { exact: false })
  expect((await places()).value).toBe('125')
  fireEvent.click(screen.getByText(words.theirs))
  await waitFor(async () => expect((await places()).value).toBe('140'))
  expect(screen.queryByText(words.overtaken, { exact: false })).toBeNull()
})

test('a form that nobody touched shows the newer ones, and the day of the change at the farm', async () => {
  renderPage(<SettingsPage />)
  expect(await screen.findByText(/1 Mar 2026|01\/03\/2026|2026-03-01/)).toBeTruthy()
  kept = NEWER
  await comeBack()
  await waitFor(async () => expect((await places()).value).toBe('140'))
})
