import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import type { AlertParts, Operations } from '#shared/contract/operations.ts'
import texts from '#shared/locales/en/operations.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { queryClient, queryOf } from '../kit/api/query.ts'
import { startSession, type User } from '../kit/api/session.ts'
import { observeNoSizes } from '../testing/no-layout.ts'
import { renderPage } from '../testing/render-page.tsx'
import OperationsPage from './operations-page.tsx'

beforeAll(async () => {
  observeNoSizes()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { operations: texts, ui } }, interpolation: { escapeValue: false } })
  startSession('a token', { id: 1, admin: true, time_zone: 'Europe/Amsterdam' } as User)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const partsOf = (process: string | null, parts: number, is_there = true): AlertParts => ({
  ...{ process, parts, is_there, is_begun: true, evaluated_at: '2026-11-26T12:00:00.000Z', took_ms: 40 },
})
const show = (alert_parts: AlertParts[]) => {
  const process = { role: 'api', uptime_seconds: 5, memory_bytes: 1, failed_answers: 0 }
  const operations = {
    ...{ queues: [], jobs: [], alert_parts, database_bytes: null, measurements: null, free_bytes: null, process },
    readings: { kept: { count: 2, unit: 'years' }, from: '2024-11-01T00:00:00.000Z' },
  } as Partial<Operations> as Operations
  queryClient.setQueryData(queryOf(api.getOperations, {}).queryKey, operations)
  renderPage(<OperationsPage />)
}
const heading = () => screen.queryByRole('heading', { name: texts.alert_parts })
const promise = () => screen.queryByText(texts.alert_parts_taken_over, { exact: false })

test('several processes that divide the alert minute are told, and that one takes over from another', () => {
  show([partsOf('one', 12), partsOf('two', 12)])
  expect(heading()).toBeTruthy()
  expect(promise()).toBeTruthy()
  expect(screen.getAllByText(texts.running)).toHaveLength(2)
})

test.each([null, 'one'])('one process that has all is not said to be taken over from (%s)', process => {
  show([partsOf(process, 24)])
  expect(heading()).toBeNull()
  expect(promise()).toBeNull()
})

test('a process that is gone is marked, and nothing is promised where nobody is left beside the other', () => {
  show([partsOf('gone', 12, false), partsOf('two', 12)])
  expect(screen.getAllByText(texts.not_responding)).toHaveLength(1)
  expect(screen.getAllByText(texts.running)).toHaveLength(1)
  expect(promise()).toBeNull()
})

test('the last process that is gone is marked, too', () => {
  show([partsOf('gone', 24, false)])
  expect(heading()).toBeTruthy()
  expect(screen.getByText(texts.not_responding)).toBeTruthy()
})

test('how far back single values go is said', () => {
  show([partsOf(null, 24)])
  expect(screen.getByText('kept for 2 years; older than 2024-11-01: hourly values only')).toBeTruthy()
})
