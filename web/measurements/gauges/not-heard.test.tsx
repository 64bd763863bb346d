import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import texts from '#shared/locales/en/measurements.json' with { type: 'json' }
import { renderPage } from '../../testing/render-page.tsx'
import { NotHeard } from './not-heard.tsx'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { measurements: texts } }, interpolation: { escapeValue: false } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OWN = { id: 1, eui: null, main_refusal: null, may: ['keys'] }
const { waiting } = texts

test.each([
  ['sends by a key', OWN, [waiting.text, waiting.key], 1],
  ['sends through a network server', { ...OWN, eui: 'A84041FFFF5A5A18' }, [waiting.text, waiting.eui], 1],
  ['belongs to somebody else', { ...OWN, may: [] }, [waiting.text], 0],
  [
    'sends values that are refused',
    { ...OWN, main_refusal: { field: 't', code: 'range', message: 'Too warm.' } },
    ['Messages arrive, but their values are refused: Too warm.'],
    1,
  ],
])('of a device that was never heard and %s it says what to do', (_, device, said, ways) => {
  renderPage(<NotHeard device={device as unknown as Device} waits />)
  expect(screen.getByText(waiting.title)).toBeDefined()
  expect(screen.getByText(said.join(' '))).toBeDefined()
  expect(screen.queryAllByRole('button', { name: waiting.keys })).toHaveLength(ways)
})

test('once it is heard the note goes, and an open dialog with a key that is shown once stays', async () => {
  vi.stubGlobal('fetch', async () => new Response('[]', { headers: { 'x-barnometer': '1' } }))
  const device = OWN as unknown as Device
  const { rerender } = renderPage(<NotHeard device={device} waits />)
  fireEvent.click(screen.getByRole('button', { name: waiting.keys }))
  const dialog = await screen.findByRole('dialog', {}, { timeout: 30_000 })
  rerender(<NotHeard device={device} waits={false} />)
  expect(screen.queryByText(waiting.title)).toBeNull()
  expect(dialog.isConnected).toBe(true)
})
