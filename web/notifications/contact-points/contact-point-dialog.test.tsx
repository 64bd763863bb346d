import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ContactPoint } from '#shared/contract/alerts/contact-points.ts'
import words from '#shared/locales/en/contact-points.json' with { type: 'json' }
import form from '#shared/locales/en/form.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import ContactPointDialog from './contact-point-dialog.tsx'

vi.mock('../../ui/overlays/leave-guard.tsx', () => ({ LeaveGuard: () => null }))

beforeAll(async () => {
  // jsdom has no fonts that a text could be measured anew with.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { 'contact-points': words, ui, form } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const POINT: ContactPoint = {
  ...{ id: 7, service: 'ntfy', name: 'Phone', only_act_now: false, secrets: ['token'] },
  settings: { server: 'https://ntfy.example', topic: 'barn' },
  ...{ created_at: '2026-11-01T00:00:00Z', last_sent_at: null, failed_at: null, error: null, retry_at: null },
}

/** Opens the dialog; what is saved is among the answer. */
const open = (): { keeps: string[] }[] => {
  const sent: { keeps: string[] }[] = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    if (method === 'PUT') sent.push(JSON.parse(body))
    return Response.json(POINT, { headers: { 'x-barnometer': '1' } })
  })
  renderPage(<ContactPointDialog point={POINT} paid={{ used: 0, most: 50 }} onClose={() => undefined} />)
  return sent
}

test('a saved secret that is optional stays unless somebody removes it', async () => {
  const sent = open()
  const remove = await screen.findByLabelText(/^Remove the saved one/)
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(sent).toMatchObject([{ keeps: ['token'] }]))
  fireEvent.click(remove)
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ keeps: [] })
  expect(sent[1]).not.toHaveProperty('removed')
})
