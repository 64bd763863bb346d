import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AlarmWatch } from '#shared/contract/alerts/alarm-plans.ts'
import texts from '#shared/locales/en/alarm-plan.json' with { type: 'json' }
import { queryClient } from '../kit/api/query.ts'
import { renderPage } from '../testing/render-page.tsx'
import { WatchLine } from './watch-line.tsx'

const NOW = '2026-03-01T08:00:00.000Z'
const WATCH: Partial<AlarmWatch> = {
  now: NOW,
  evaluated_at: NOW,
  problem: null,
  rules: 1,
  failing_rules: 0,
  mail_server: false,
  tested_at: null,
  test_due: false,
}

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { 'alarm-plan': texts } }, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  WATCH.rules = 1
  WATCH.failing_rules = 0
  vi.stubGlobal('fetch', async () => Response.json(WATCH, { headers: { 'x-barnometer': '1' } }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

test('the line below the alerts says that there is no mail server', async () => {
  renderPage(<WatchLine />)
  expect(await screen.findByText('Monitoring is running.')).toBeDefined()
  expect(screen.getByText(/no mail server/)).toBeDefined()
})

test('the line below the alerts says that nobody is warned without a rule', async () => {
  WATCH.rules = 0
  renderPage(<WatchLine />)
  expect(await screen.findByText(/No rules are switched on/)).toBeDefined()
})

test('the line below the alerts leaves out what stands above them', async () => {
  WATCH.rules = 0
  renderPage(<WatchLine said={{ noMailServer: true, noRules: true }} />)
  expect(await screen.findByText('Monitoring is running.')).toBeDefined()
  expect(screen.queryByText(/no mail server/)).toBeNull()
})

test('the shape before the line is of what the line says', async () => {
  const { container } = renderPage(<WatchLine said={{ noMailServer: true, noRules: false }} />)
  await screen.findByText('Monitoring is running.')
  expect(container.querySelector('svg [fill="var(--bm-good)"]')).not.toBeNull()
})

test('the line below the alerts says why it warns of rules that cannot be checked', async () => {
  WATCH.failing_rules = 2
  const { container } = renderPage(<WatchLine said={{ noMailServer: true, noRules: false }} />)
  expect(await screen.findByText(/2 rules currently notify no one/)).toBeDefined()
  expect(container.querySelector('svg [fill="var(--bm-attnFill)"]')).not.toBeNull()
})
