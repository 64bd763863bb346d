import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import users from '#shared/locales/en/users.json' with { type: 'json' }
import { readUnsentBy } from '../../kit/api/unsent.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { UnsentHere } from './delete-account.tsx'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { users } }, interpolation: { escapeValue: false } })
})
afterEach(() => {
  cleanup()
  readUnsentBy(async () => ({ waiting: 0, begun: 0 }))
})

test('who deletes the account is told of inspections that only this device has', async () => {
  readUnsentBy(async () => ({ waiting: 2, begun: 1 }))
  renderPage(<UnsentHere />)
  expect(await screen.findByText(/^2 inspections have not been sent/)).toBeDefined()
  expect(screen.getByText(/^1 inspection was started/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to the outbox' }).getAttribute('href')).toBe('/outbox')
})

test('nothing is said where everything is sent', async () => {
  const read = Promise.resolve({ waiting: 0, begun: 0 })
  readUnsentBy(() => read)
  renderPage(<UnsentHere />)
  await read
  expect(screen.queryByRole('alert')).toBeNull()
})
