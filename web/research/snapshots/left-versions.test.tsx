import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Snapshot } from '#shared/contract/measurements/snapshots.ts'
import texts from '#shared/locales/en/snapshots.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { startSession, type User } from '../../kit/api/session.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LeftVersions } from './left-versions.tsx'

vi.mock('../../ui/overlays/leave-guard.tsx', () => ({ LeaveGuard: () => null }))
vi.mock('../../kit/routing/link.tsx', () => ({ ScreenLink: () => null }))

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { snapshots: texts, ui } }, interpolation: { escapeValue: false } })
  startSession('a token', { id: 2, admin: false, time_zone: 'Europe/Amsterdam' } as User)
})
afterEach(cleanup)

const VERSION = {
  id: 7,
  version: 3,
  title: 'Winter air',
  published_at: '2026-03-01T23:30:00.000Z',
  public_download: true,
  may: ['publish'],
} as Partial<Snapshot>

test('the page of a version whose research was deleted is closed with a word on what that costs', async () => {
  const sent: unknown[] = []
  let left = [VERSION]
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    const headers = { 'x-barnometer': '1' }
    if (method === 'GET') return Response.json(left, { headers })
    sent.push([url, JSON.parse(body)])
    left = []
    return Response.json({ ...VERSION, published_at: null }, { headers })
  })
  renderPage(<LeftVersions />)
  const section = await screen.findByRole('region', { name: texts.left.title })
  expect(within(section).getByText('Winter air, Version 3')).toBeDefined()
  expect(within(section).getByText('Published 2026-03-02')).toBeDefined()
  fireEvent.click(within(section).getByRole('button', { name: texts.publication }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByText(texts.left.closing)).toBeNull()
  fireEvent.click(within(dialog).getByLabelText(texts.publish.published))
  expect(within(dialog).getByText(texts.left.closing)).toBeDefined()
  expect(within(dialog).getByLabelText<HTMLInputElement>(new RegExp(texts.publish.download)).disabled).toBe(true)
  fireEvent.click(within(dialog).getByRole('button', { name: texts.publish.save }))
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: texts.left.title })).toBeNull())
  expect(sent).toEqual([[expect.stringMatching(/snapshots\/7\//), { published: false, download: false }]])
})
