import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import devices from '#shared/locales/en/devices.json' with { type: 'json' }
import form from '#shared/locales/en/form.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { startSession, type User } from '../../kit/api/session.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AddDevice, type Added, AddedDevice } from './add-device.tsx'

vi.mock('../../ui/overlays/leave-guard.tsx', () => ({ LeaveGuard: () => null }))
vi.mock('./first-message.tsx', () => ({ FirstMessage: () => null }))
vi.mock('./key-examples.tsx', () => ({ KeyExamples: () => null }))

const AREAS = [
  { id: 7, name: 'Piglet room 1' },
  { id: 8, name: 'Piglet room 2' },
]
const ADDED = {
  device: { id: 3, name: 'Sensor', eui: null, has_owner: true },
  key: { id: 4, key: 'bm_key' },
  again: false,
}

beforeAll(async () => {
  observeNoSizes()
  Element.prototype.scrollIntoView = () => {}
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { devices, form, ui } }, interpolation: { escapeValue: false } })
  startSession('a token', { id: 2, admin: false } as User)
})
afterEach(cleanup)

/** Serves a farm of that many areas; what is added is kept. */
const aServer = (count: number, plans = ['basic']): unknown[] => {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string } = {}) => {
      const answer = (value: unknown) => Response.json(value, { headers: { 'x-barnometer': '1' } })
      if (method === 'POST') {
        sent.push(JSON.parse(body))
        return answer(ADDED)
      }
      if (url.includes('locations')) return answer([{ name: 'De Linde', may: ['place'], areas: AREAS.slice(0, count) }])
      return answer(url.includes('setup') ? { plans } : [])
    },
  )
  return sent
}

const open = async (props: { areaId?: number } = {}) => {
  const onAdded = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderPage(<AddDevice {...props} onClose={() => {}} onAdded={onAdded} onCode={() => {}} />, { client })
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(devices.field.name), { target: { value: 'Sensor' } })
  const area = dialog.getByLabelText<HTMLInputElement>(devices.field.area, { selector: 'input' })
  return { area, add: () => fireEvent.click(dialog.getByRole('button', { name: devices.add })), onAdded }
}

test('among several areas none is chosen by itself: the form asks for one, and “later” is an answer', async () => {
  const sent = aServer(2)
  const { area, add, onAdded } = await open()
  expect(area.value).toBe('')
  add()
  expect(await screen.findByText(form.error.required)).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(area)
  fireEvent.click(await screen.findByText(devices.field.area_none))
  add()
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(ADDED))
  expect(sent).toEqual([expect.objectContaining({ name: 'Sensor', area_id: null })])
})

test.each([
  [1, {}, 'Piglet room 1', 7],
  [2, { areaId: 8 }, 'Piglet room 2', 8],
])('of %i areas, the only one or that of %j is chosen: %s', async (count, props, name, id) => {
  const sent = aServer(count)
  const { area, add } = await open(props)
  expect(area.value).toBe(name)
  add()
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ area_id: id })]))
})

test.each([
  [['light', 'basic'], 'basic'],
  [['light', 'pro'], 'light'],
])('where %j may be chosen, the form begins with %s', async (plans, plan) => {
  const sent = aServer(1, plans)
  const { add } = await open()
  add()
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ plan })]))
})

test.each([
  [true, 1],
  [false, 0],
])('the dialog of a key of which "again" is %s says %i times that it is one more', async (again, said) => {
  aServer(1)
  renderPage(<AddedDevice added={{ ...ADDED, again } as unknown as Added} onClose={() => {}} />)
  expect((await screen.findByTestId('key')).textContent).toBe(ADDED.key.key)
  expect(screen.queryAllByText(devices.key.again)).toHaveLength(said)
})
