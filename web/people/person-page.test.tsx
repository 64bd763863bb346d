import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AccountDetails } from '#shared/contract/accounts/people.ts'
import { api } from '#shared/contract/index.ts'
import texts from '#shared/locales/en/people.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { queryClient, queryOf } from '../kit/api/query.ts'
import { startSession, type User } from '../kit/api/session.ts'
import { observeNoSizes } from '../testing/no-layout.ts'
import { renderPage } from '../testing/render-page.tsx'
import PersonPage from './person-page.tsx'

vi.mock(import('../kit/routing/link.tsx'), async original => ({
  ...(await original()),
  ScreenLink: (() => null) as never,
  useScreenParams: (() => ({ id: 7 })) as never,
  useGo: () => async () => {},
}))

beforeAll(async () => {
  observeNoSizes()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { people: texts, ui } }, interpolation: { escapeValue: false } })
  startSession('a token', { id: 1, admin: true, time_zone: 'Europe/Amsterdam' } as User)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const show = (changes: Partial<AccountDetails>) => {
  const account = {
    ...{ id: 7, email: 'u@farm.example', name: 'U', roles: [], state: 'active', suspended_at: null },
    ...{ devices: 0, locations: 0, created_at: '2026-01-01T12:00:00.000Z', last_seen_at: null },
    ...{ sessions: 0, tokens: 0, one_time_codes: false, may_lose_administration: true },
    ...changes,
  } as Partial<AccountDetails> as AccountDetails
  queryClient.setQueryData(queryOf(api.getUser, { params: { id: 7 } }).queryKey, account)
  renderPage(<PersonPage />)
}
const end = () => screen.queryByRole('button', { name: texts.end_sessions })

test('access tokens and links of an account are ended also where it is signed in nowhere', () => {
  show({ sessions: 0, tokens: 2 })
  expect(end()).toBeTruthy()
})

test.each(['suspended', 'unconfirmed'] as const)('an account that is %s has none to end', state => {
  show({ state })
  expect(end()).toBeNull()
})

test.each([
  ['somebody else', { one_time_codes: true }, true],
  ['somebody without', { one_time_codes: false }, false],
  ['oneself', { one_time_codes: true, id: 1 }, false],
])('one-time codes of %s are ended here or not', (_, changes, isThere) => {
  show(changes)
  expect(screen.queryByRole('button', { name: texts.end_codes }) !== null).toBe(isThere)
})

test.each([
  ['somebody else', 7, true],
  ['oneself', 1, false],
])('the account of %s is deleted here or not', (_, id, isThere) => {
  show({ id })
  expect(screen.queryByRole('button', { name: texts.delete }) !== null).toBe(isThere)
})
