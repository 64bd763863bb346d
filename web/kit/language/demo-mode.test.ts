import i18next from 'i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import texts from '#shared/locales/en/app.json' with { type: 'json' }
import { ask } from '../api/api.ts'
import { endSession, startSession, type User } from '../api/session.ts'
import { addressWithoutNames, isDemoMode, setDemoMode } from './demo-mode.ts'

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { app: texts } } })
})
afterEach(() => {
  setDemoMode(false)
  vi.unstubAllGlobals()
})

const area = { id: 3, location_id: 1, name: 'Piglet room 3', area_type_id: 7, may: [] }

/** A server that answers with this area, and tells what it was sent. */
const server = () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    sent.push(body && JSON.parse(body))
    return new Response(JSON.stringify(area), { headers: { 'x-barnometer': '1' } })
  })
  return sent
}

test('[specification §2] in demo mode a form filled with neutral names sends the true ones', async () => {
  const sent = server()
  setDemoMode(true)
  const answer = await ask(api.updateArea, { params: { id: 3 }, body: { name: 'x', area_type_id: 7 } })
  expect(answer.name).toBe('Area 1')
  await ask(api.updateArea, { params: { id: 3 }, body: { name: answer.name, area_type_id: 7, width: 4 } })
  expect(sent[1]).toEqual({ name: 'Piglet room 3', area_type_id: 7, width: 4 })
})

test('without it nothing is changed either way', async () => {
  const sent = server()
  const answer = await ask(api.updateArea, { params: { id: 3 }, body: { name: 'Area 1', area_type_id: 7 } })
  expect(answer).toEqual(area)
  expect(sent).toEqual([{ name: 'Area 1', area_type_id: 7 }])
})

test('it ends with the session of who switched it on', () => {
  startSession('t', { id: 1, name: 'Marieke' } as User)
  setDemoMode(true)
  endSession()
  expect(isDemoMode()).toBe(false)
})

test('a file of the server has no barn in its name in demo mode', () => {
  setDemoMode(false)
  expect(addressWithoutNames('/api/exports/7/file?ticket=a')).toBe('/api/exports/7/file?ticket=a')
  setDemoMode(true)
  expect(addressWithoutNames('/api/exports/7/file?ticket=a')).toBe('/api/exports/7/file?ticket=a&unnamed=1')
  expect(addressWithoutNames('/api/reports/7-a')).toBe('/api/reports/7-a?unnamed=1')
  setDemoMode(false)
})
