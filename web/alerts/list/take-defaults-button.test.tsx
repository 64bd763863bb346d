import { QueryClient, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import rules from '#shared/locales/en/alert-rules.json' with { type: 'json' }
import app from '#shared/locales/en/app.json' with { type: 'json' }
import { queryOf } from '../../kit/api/query.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import TakeDefaultsButton from './take-defaults-button.tsx'

vi.mock('../../kit/routing/link.tsx', () => ({ ScreenLink: () => null }))
vi.mock('../../ui/feedback/toast.ts', () => ({ showToast: vi.fn() }))

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { 'alert-rules': rules, app } } }))
afterEach(cleanup)

/** Stands there as the note on home does: only while there is no rule. The list of rules is on the page, too. */
function WhileThereAreNone() {
  useQuery(queryOf(api.listAlertRules, { query: {} }))
  const { data } = useQuery(queryOf(api.getAlarmWatch, {}))
  return data?.rules === 0 ? <TakeDefaultsButton /> : null
}

test('one tap switches the rules for the own animals on, and says how many, also once the button is gone', async () => {
  let on = 0
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string } = {}) => {
      const answer = (value: unknown) => Response.json(value, { headers: { 'x-barnometer': '1' } })
      if (method === 'POST') {
        sent.push(JSON.parse(body))
        on = 2
        return answer([{ id: 1 }, { id: 2 }])
      }
      if (url.includes('alarm-watch')) return answer({ rules: on })
      if (url.includes('taxonomy')) return answer({ area_types: [{ id: 11, key: 'piglet' }] })
      if (url.includes('defaults'))
        return answer(['a', 'b', 'c'].map(key => ({ key, suits: key !== 'c', rule: { area_type_id: 11 } })))
      // The list comes again only once the note has gone.
      if (on > 0) await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
      return answer([])
    },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderPage(<WhileThereAreNone />, { client })
  fireEvent.click(await screen.findByRole('button', { name: 'Warn me with the limits for piglets' }))
  await waitFor(() => expect(showToast).toHaveBeenCalledWith({ id: 'rules-on', message: '2 rules are on.' }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(sent).toEqual([{ keys: ['a', 'b'] }])
})
