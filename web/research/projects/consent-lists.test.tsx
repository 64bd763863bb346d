import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ConsentEntry, ConsentedReadOut } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import texts from '#shared/locales/en/projects.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { LISTS } from '../../kit/api/lists.ts'
import { queryClient } from '../../kit/api/query.ts'
import { startSession, type User } from '../../kit/api/session.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { consentReadsRead, LEFT_RESEARCH, READS_PAGE } from '../queries.ts'
import { ConsentHistory } from './consent-history.tsx'
import { ConsentReads } from './consent-reads.tsx'
import { LeftProjects } from './left-projects.tsx'

const PROJECT = { id: 5, name: 'Winter air', institution: null, consent_history: [] } as Partial<Research> as Research
const LISTED = { measurement_types: [{ abbreviation: 't', name: 'Temperature' }] }

beforeAll(async () => {
  // jsdom has no fonts that a text could be measured anew with.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { projects: texts, ui } }, interpolation: { escapeValue: false } })
  startSession('a token', { id: 2, admin: false, email: 'olga@farm.example', time_zone: 'America/Bogota' } as User)
})
beforeEach(() => queryClient.setQueryData<unknown>(LISTS.queryKey, LISTED))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const YES: ConsentEntry = {
  ...{ id: 7, kind: 'yes', email: null, location_id: 1, location_name: 'De Linde', said_by: 'Olga' },
  ...{ from: '2025-01-09T23:00:00.000Z', device_ids: null, measurements: ['t'] },
  ...{ updated_at: '2025-01-20T23:30:00.000Z', time_zone: 'Europe/Amsterdam' },
}

test('the history and the receipt count days on the clocks of the location, as its paper does', async () => {
  renderPage(
    <ConsentHistory project={{ ...PROJECT, consent_history: [YES] }} opened={7} isNew={false} onClose={vi.fn()} />,
  )
  expect(screen.getByText('Yes, De Linde from 2025-01-10')).toBeDefined()
  expect(await screen.findByText(/^2025-01-10 00:00/)).toBeDefined()
  expect(screen.getByText(/^Olga, 2025-01-21 00:30/)).toBeDefined()
})

test('a receipt says that the answer is saved in the moment after it alone', async () => {
  const onClose = vi.fn()
  renderPage(<ConsentHistory project={{ ...PROJECT, consent_history: [YES] }} opened={7} isNew onClose={onClose} />)
  const saved = await screen.findByRole('dialog', { name: 'Your yes is saved' })
  expect(within(saved).getByText(/^A copy goes to/)).toBeDefined()
  fireEvent.click(within(saved).getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Receipt' }))
  const later = await screen.findByRole('dialog', { name: 'Receipt C-2025-0007' })
  expect(within(later).queryByText(/saved|copy/)).toBeNull()
})

const READS = 120
/** Reads with numbers from `newest` down, one page of them. */
const pageFrom = (newest: number): ConsentedReadOut[] =>
  Array.from({ length: Math.min(READS_PAGE, newest) }, (_, index) => ({
    ...{ id: newest - index, kind: 'opened', read_by: `Reader ${newest - index}`, device_name: 'Box' },
    ...{ location_id: 1, device_id: 10, measurements: ['t'] },
    ...{ at: '2025-01-20T12:00:00.000Z', last_at: '2025-01-20T12:00:00.000Z' },
    ...{ from: '2025-01-10T00:00:00.000Z', until: '2025-01-11T00:00:00.000Z' },
  }))

test('who viewed the data is listed beyond the first page, each read once, until there is no older one', async () => {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const before = new URL(address, 'http://farm.example').searchParams.get('before')
    asked.push(before)
    return Response.json(pageFrom(Number(before ?? READS + 1) - 1), { headers: { 'x-barnometer': '1' } })
  })
  queryClient.setQueryData(consentReadsRead(5).queryKey, pageFrom(READS))
  renderPage(<ConsentReads project={PROJECT} />)
  const more = () => screen.queryByRole('button', { name: texts.reads.more })
  const shown = () => screen.getAllByText(/^Reader \d+ opened Box$/).map(({ textContent }) => textContent)
  expect(shown()).toHaveLength(10)
  for (const count of [60, 110, READS]) {
    fireEvent.click(more() ?? document.body)
    await vi.waitFor(() => expect(shown()).toHaveLength(count))
    await vi.waitFor(() => expect(more()?.hasAttribute('data-loading') ?? false).toBe(false))
  }
  expect(shown()).toEqual(Array.from({ length: READS }, (_, index) => `Reader ${READS - index} opened Box`))
  expect(more()).toBeNull()
  expect(asked.filter(before => before !== null)).toEqual(['71', '21'])
})

test('a look that went on for a while says from when to when', () => {
  const [read] = pageFrom(1)
  const lasted = { ...read, at: '2025-01-20T12:00:00.000Z' }
  queryClient.setQueryData<unknown>(consentReadsRead(5).queryKey, [
    { ...lasted, id: 3, last_at: '2025-01-20T12:00:40.000Z' },
    { ...lasted, id: 2, last_at: '2025-01-20T14:30:00.000Z' },
    { ...lasted, id: 1, last_at: '2025-01-21T06:00:00.000Z' },
  ])
  renderPage(<ConsentReads project={PROJECT} />)
  for (const time of [
    '2025-01-20 07:00',
    'from 2025-01-20 07:00 to 09:30',
    'from 2025-01-20 07:00 to 2025-01-21 01:00',
  ])
    expect(screen.getByText(time)).toBeDefined()
})

test('a look that a process of the release before tells of has its one time', () => {
  const [read] = pageFrom(1)
  queryClient.setQueryData<unknown>(consentReadsRead(5).queryKey, [{ ...read, last_at: undefined }])
  renderPage(<ConsentReads project={PROJECT} />)
  expect(screen.getByText('2025-01-20 07:00')).toBeDefined()
})

test('an entry of a kind that this release does not know stands with its location', () => {
  const later = JSON.parse(JSON.stringify({ ...YES, kind: 'transferred' }))
  renderPage(
    <ConsentHistory project={{ ...PROJECT, consent_history: [later] }} opened={null} isNew={false} onClose={vi.fn()} />,
  )
  expect(screen.getByText('Entry about De Linde')).toBeDefined()
})

test('a project that is gone shows what was said and read once somebody asks for it', async () => {
  const left = {
    id: 5,
    name: 'Winter air',
    institution: null,
    led_by: 'Rita, rita@uni.example',
    consent_history: [YES],
  }
  queryClient.setQueryData<unknown>(LEFT_RESEARCH.queryKey, [left])
  queryClient.setQueryData(consentReadsRead(5).queryKey, pageFrom(1))
  renderPage(<LeftProjects />)
  const section = within(screen.getByRole('region', { name: texts.left.title }))
  expect(section.getByText('Rita, rita@uni.example')).toBeDefined()
  expect(section.queryByText('Reader 1 opened Box')).toBeNull()
  fireEvent.click(section.getByRole('button', { name: texts.left.open }))
  expect(await section.findByText('Reader 1 opened Box')).toBeDefined()
  expect(section.getByText('Yes, De Linde from 2025-01-10')).toBeDefined()
  fireEvent.click(section.getByRole('button', { name: texts.left.close }))
  expect(section.queryByText('Reader 1 opened Box')).toBeNull()
})
