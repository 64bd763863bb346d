import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import users from '#shared/locales/en/users.json' with { type: 'json' }
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { endSession, setUser, type User } from '../../kit/api/session.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { FormatsDialog } from './formats-dialog.tsx'

const AMERICAN = { temperature: 'fahrenheit', dates: 'month_first', clock: '12', week: 'sunday' } as const
const changed = vi.hoisted(() => vi.fn(async (_: unknown) => undefined))
vi.mock('./change-user.ts', () => ({ changeUser: changed }))

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { users, ui } }, interpolation: { escapeValue: false } })
})
beforeEach(() => setUser({ formats: USUAL_FORMATS } as User))
afterEach(() => {
  cleanup()
  endSession()
  vi.restoreAllMocks()
  changed.mockClear()
})

const opened = () => {
  const close = vi.fn()
  renderPage(<FormatsDialog onClose={close} onDone={() => undefined} />)
  return close
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('shows what a choice looks like, and saves it', async () => {
  const close = opened()
  expect(screen.getByText(/Looks like this: 21\.5\s°C · 2026-11-27 16:09/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Temperature'), { target: { value: 'fahrenheit' } })
  fireEvent.change(screen.getByLabelText('Clock'), { target: { value: '12' } })
  expect(screen.getByText(/Looks like this: 70\.7\s°F · 2026-11-27 4:09\spm/)).toBeDefined()
  save()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(changed).toHaveBeenCalledWith({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit', clock: '12' } })
})

test('a browser of the United States is proposed its own by one tap; no other is', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'en'])
  const close = opened()
  fireEvent.click(screen.getByRole('button', { name: /^Use the formats of your browser: 70\.7\s°F/ }))
  save()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(changed).toHaveBeenCalledWith({ formats: AMERICAN })
  cleanup()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['nl-NL'])
  opened()
  expect(screen.queryByRole('button', { name: /formats of your browser/ })).toBeNull()
})

test('a server of the release before answers without formats: they are the usual ones', async () => {
  setUser({} as User)
  const close = opened()
  expect(screen.getByText(/Looks like this: 21\.5\s°C/)).toBeDefined()
  save()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(changed).not.toHaveBeenCalled()
})

test('saves nothing where nothing was changed', async () => {
  const close = opened()
  save()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(changed).not.toHaveBeenCalled()
})
