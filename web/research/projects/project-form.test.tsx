import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Research } from '#shared/contract/places/research.ts'
import form from '#shared/locales/en/form.json' with { type: 'json' }
import texts from '#shared/locales/en/projects.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { LISTS } from '../../kit/api/lists.ts'
import { queryClient } from '../../kit/api/query.ts'
import { startSession, type User } from '../../kit/api/session.ts'
import { observeNoSizes } from '../../testing/no-layout.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { projectRead } from '../queries.ts'
import { ProjectForm } from './project-form.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({ ScreenLink: () => null, useGo: () => async () => undefined }))
vi.mock('../rich-text/rich-text-field.tsx', () => ({ RichTextField: () => null }))

const PROJECT = {
  ...{ id: 5, name: 'Winter air', start: '2026-01-01T00:00:00.000Z', end: null, research_subject_id: 100, version: 1 },
  ...{ aim: null, purpose: null, conclusion: null, institution: null, target_measurements: [], people: [], offers: [] },
} as Partial<Research> as Research
const THEIRS: Research = { ...PROJECT, aim: 'Light in winter', version: 2 }

beforeAll(async () => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  observeNoSizes()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { projects: texts, ui, form } }, interpolation: { escapeValue: false } })
  startSession('a token', { id: 2, admin: false, time_zone: 'Europe/Amsterdam' } as User)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

test('a project that somebody else changed keeps what was typed, shows what they changed, and is saved over it', async () => {
  const sent: { version?: number }[] = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    const headers = { 'x-barnometer': '1' }
    if (method === 'GET') return Response.json(THEIRS, { headers })
    sent.push(JSON.parse(body))
    return sent.length > 1
      ? Response.json(THEIRS, { headers })
      : Response.json({ code: 'changed_meanwhile', message: 'Changed.' }, { status: 409, headers })
  })
  const lists: { queryKey: readonly unknown[] } = LISTS
  queryClient.setQueryData(lists.queryKey, { measurement_types: [], research_types: [] })
  queryClient.setQueryData(projectRead(5).queryKey, PROJECT)
  renderPage(<ProjectForm project={PROJECT} />)
  const name = screen.getByLabelText(new RegExp(texts.form.name))
  fireEvent.change(name, { target: { value: 'Dust in winter' } })
  fireEvent.click(screen.getByText(texts.form.save))
  expect(await screen.findByText('Aim: Light in winter')).toBeDefined()
  expect(screen.getByDisplayValue('Dust in winter')).toBeDefined()
  fireEvent.click(screen.getByText(texts.form.save))
  await vi.waitFor(() => expect(sent).toMatchObject([{ version: 1, name: 'Dust in winter' }, { version: 2 }]))
})
