import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { LocationResearch, Research } from '#shared/contract/places/research.ts'
import form from '#shared/locales/en/form.json' with { type: 'json' }
import texts from '#shared/locales/en/projects.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryClient, queryOf } from '../../kit/api/query.ts'
import { startSession, type User } from '../../kit/api/session.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { consentReadSpansRead, projectRead } from '../queries.ts'
import ConsentPage from './consent-page.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({
  ScreenLink: () => null,
  useGo: () => async () => undefined,
  useScreenParams: () => ({ id: 5 }),
}))

const PROJECT = {
  ...{ id: 5, name: 'Winter air', aim: 'Dust in winter', start: '2026-01-01T00:00:00.000Z', end: null },
  ...{ target_measurements: ['t', 'dust_pm10'], answer: 'asked', consent_history: [], readers: 1, version: 1 },
} as Partial<Research> as Research
const CHANGED: Research = { ...PROJECT, aim: 'Light in winter', target_measurements: ['t', 'light'], version: 2 }
const PLACEMENT = {
  ...{ location_id: 1, location_name: 'De Linde', area_name: 'Barn', device_id: 10, device_name: 'Box' },
  ...{ research_id: null, start: '2026-01-01T00:00:00.000Z', end: null, time_zone: 'Europe/Amsterdam' },
} as Partial<LocationResearch> as LocationResearch
const TYPES = ['t', 'h', 'dust_pm10', 'light'].map(abbreviation => ({ abbreviation, name: `Of ${abbreviation}` }))
const READS: [{ queryKey: readonly unknown[] }, unknown][] = [
  [LISTS, { measurement_types: TYPES }],
  [LOCATIONS, [{ id: 1, may: ['share'] }]],
  [queryOf(api.listLocationResearch, { query: { show_future: '1' } }), [PLACEMENT]],
  [consentReadSpansRead(5), []],
  [projectRead(5), PROJECT],
]

beforeAll(async () => {
  // jsdom has no fonts that a text could be measured anew with.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { projects: texts, ui, form } }, interpolation: { escapeValue: false } })
  startSession('a token', { id: 2, admin: false, time_zone: 'Europe/Amsterdam' } as User)
})
const sent: unknown[] = []
let isPreviewRefused = false
let isLost = false
let current = CHANGED
beforeEach(() => {
  sent.length = 0
  isPreviewRefused = false
  isLost = false
  current = CHANGED
  for (const [{ queryKey }, answer] of READS) queryClient.setQueryData(queryKey, answer)
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    const headers = { 'x-barnometer': '1' }
    if (method === 'GET')
      return Response.json(url.includes('location_research') ? [PLACEMENT] : url.includes('reads') ? [] : current, {
        headers,
      })
    if (url.includes('preview') && !isPreviewRefused) return Response.json([], { headers })
    if (!url.includes('preview')) sent.push(JSON.parse(body))
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({ code: 'changed_meanwhile', message: 'Someone else changed this.' }, { status: 409, headers })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const checked = () =>
  TYPES.filter(({ name }) => screen.queryByLabelText<HTMLInputElement>(name)?.checked).map(one => one.abbreviation)
const say = (text: string) => fireEvent.click(screen.getByText(text))

test('a project that was read again silently is shown before a yes, which begins anew', async () => {
  renderPage(<ConsentPage />)
  expect(checked()).toEqual(['t', 'dust_pm10'])
  await act(async () => void queryClient.setQueryData(projectRead(5).queryKey, CHANGED))
  expect(await screen.findByText('Light in winter')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain(texts.consent.changed)
  expect(screen.queryByText(texts.consent.save_yes)).toBeNull()
  say(texts.consent.changed_read)
  expect(checked()).toEqual(['t', 'light'])
  say(texts.consent.save_yes)
  await vi.waitFor(() => expect(sent).toMatchObject([{ version: 2, measurements: ['t', 'light'] }]))
})

test('a yes that comes too late is asked for anew, without what has no checkbox any more', async () => {
  renderPage(<ConsentPage />)
  say(texts.consent.save_yes)
  fireEvent.click(await screen.findByText(texts.consent.changed_read))
  expect(checked()).toEqual(['t', 'light'])
  say(texts.consent.save_yes)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { version: 1, measurements: ['t', 'dust_pm10'] },
    { version: 2, measurements: ['t', 'light'] },
  ])
})

test('a project is shown again as soon as the preview learns that it was changed', async () => {
  isPreviewRefused = true
  renderPage(<ConsentPage />)
  expect(await screen.findByText(texts.consent.changed_read)).toBeDefined()
  expect(screen.getByText('Light in winter')).toBeDefined()
  expect(sent).toEqual([])
})

test('a device that hangs there no more is not answered for by name', async () => {
  renderPage(<ConsentPage />)
  fireEvent.click(screen.getByLabelText(texts.consent.all_devices))
  const moved = { ...PLACEMENT, device_id: 11, device_name: 'Other box' }
  const { queryKey } = queryOf(api.listLocationResearch, { query: { show_future: '1' } })
  await act(async () => void queryClient.setQueryData(queryKey, [moved]))
  fireEvent.click(await screen.findByLabelText('Other box, Barn'))
  say(texts.consent.save_yes)
  await vi.waitFor(() => expect(sent).toMatchObject([{ device_ids: [11] }]))
})

test('measurements chosen for an answer are there again after a look at the other', () => {
  renderPage(<ConsentPage />)
  fireEvent.click(screen.getByLabelText('Of dust_pm10'))
  fireEvent.click(screen.getByLabelText(texts.consent.no))
  expect(checked()).toEqual(['t', 'dust_pm10'])
  fireEvent.click(screen.getByLabelText(texts.consent.yes))
  expect(checked()).toEqual(['t'])
})

test('a yes from the day on which the location changed owners begins with that moment, which stands below the day', async () => {
  const owned_since = '2026-01-10T12:00:00.000Z'
  queryClient.setQueryData<unknown>(LOCATIONS.queryKey, [{ id: 1, may: ['share'], owned_since }])
  const read = { location_id: 1, from: '2026-01-02T00:00:00.000Z', until: '2026-01-09T00:00:00.000Z' }
  queryClient.setQueryData<unknown>(consentReadSpansRead(5).queryKey, [read])
  renderPage(<ConsentPage />)
  // Reads from before are the former owner's matter.
  expect(screen.queryByText(texts.consent.locked_text, { exact: false })).toBeNull()
  expect(screen.getByText(texts.consent.owned_since.replace('{{date}}', '2026-01-10'))).toBeDefined()
  say(texts.consent.save_yes)
  await vi.waitFor(() => expect(sent).toMatchObject([{ answer: 'yes', from: owned_since }]))
})

test('who owns the location only since the end of the project has nothing to share', () => {
  const end = '2026-01-20T00:00:00.000Z'
  queryClient.setQueryData(projectRead(5).queryKey, { ...PROJECT, end })
  queryClient.setQueryData<unknown>(LOCATIONS.queryKey, [{ id: 1, may: ['share'], owned_since: end }])
  renderPage(<ConsentPage />)
  expect(screen.getByText(texts.consent.no_place)).toBeDefined()
  expect(screen.queryByText(texts.consent.save_yes)).toBeNull()
})

const SAID = {
  ...{ location_id: 1, location_name: 'De Linde', time_zone: 'Europe/Amsterdam' },
  ...{ email: null, said_by: 'Olga', updated_at: PLACEMENT.start },
}
const YES = {
  ...SAID,
  id: 1,
  kind: 'yes' as const,
  from: PLACEMENT.start,
  device_ids: null,
  measurements: ['t', 'light'],
}
const answered = (...consent_history: Research['consent_history']) =>
  queryClient.setQueryData(projectRead(5).queryKey, { ...PROJECT, consent_history })

test('a no that is planned is chosen when the page is opened again, and says until when what is shared', async () => {
  const no = { kind: 'no' as const, from: '2099-01-31T23:00:00.000Z', device_ids: [10], measurements: ['light'] }
  answered(YES, { ...YES, id: 2, ...no })
  renderPage(<ConsentPage />)
  expect(screen.getByText('You share: Of t')).toBeDefined()
  expect(screen.getByText('You share until 2099-01-31: Of light')).toBeDefined()
  expect(screen.getByText('You have said no from 2099-02-01. You can move it later.')).toBeDefined()
  expect(checked()).toEqual(['light'])
  expect(screen.getByText(texts.consent.not_shared)).toBeDefined()
  expect(screen.queryByText(texts.consent.kind)).toBeNull()
  say(texts.consent.save_no)
  const { kind: answer, ...chosen } = no
  await vi.waitFor(() => expect(sent).toMatchObject([{ answer, ...chosen }]))
})

test('a no whose answer was lost is sent again as it was, though it stands in the history by now', async () => {
  answered(YES)
  isLost = true
  renderPage(<ConsentPage />)
  say(texts.consent.save_no)
  await screen.findByText(form.no_answer)
  await act(async () => void answered(YES, { ...YES, id: 2, kind: 'no' }))
  say(texts.consent.save_no)
  // Each of the two is tried twice.
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  expect(sent[0]).toMatchObject({ answer: 'no', measurements: ['t', 'light'] })
  expect(sent).toEqual(Array(4).fill(sent[0]))
})

test('a yes after the no of another owner is held up: the no is shown, and what was chosen stays', async () => {
  const no = { ...YES, id: 2, kind: 'no' as const, said_by: 'Piet', measurements: ['t'] }
  answered(YES)
  current = { ...PROJECT, consent_history: [YES, no] }
  renderPage(<ConsentPage />)
  say(texts.consent.yes)
  fireEvent.click(screen.getByLabelText('Of h'))
  say(texts.consent.save_yes)
  expect(await screen.findByText(/No, De Linde from 2026-01-01, Piet/)).toBeDefined()
  expect(checked()).toEqual(['t', 'h', 'dust_pm10'])
  say(texts.consent.save_yes)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([{ last_entry_id: 1 }, { last_entry_id: 2, measurements: ['t', 'dust_pm10', 'h'] }])
})

test('a yes that begins later says from when, and one to a project that is over until when', () => {
  answered({ ...YES, from: '2099-01-31T23:00:00.000Z' })
  renderPage(<ConsentPage />)
  expect(screen.getByText('You share from 2099-02-01: Of t, Of light')).toBeDefined()
  cleanup()
  const over = { ...PROJECT, end: '2026-02-01T23:00:00.000Z', consent_history: [YES] }
  queryClient.setQueryData(projectRead(5).queryKey, over)
  renderPage(<ConsentPage />)
  expect(screen.getByText('Shared until 2026-02-01: Of t, Of light')).toBeDefined()
})

test('a no begins on the first day after the last read', async () => {
  answered(YES)
  const span = { location_id: 1, from: YES.from, until: '2098-12-31T12:00:00.000Z' }
  queryClient.setQueryData(consentReadSpansRead(5).queryKey, [span])
  renderPage(<ConsentPage />)
  say(texts.consent.save_no)
  await vi.waitFor(() => expect(sent).toMatchObject([{ answer: 'no', from: '2098-12-31T23:00:00.000Z' }]))
})
