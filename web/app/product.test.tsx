import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'

/** Answers of the server to each call, by path; nothing at all where none is named. */
const answers = new Map<string, [status: number, body: unknown]>()

const fetched = vi.fn(async (url: string) => {
  const found = answers.get(new URL(url, 'http://barnometer.test').pathname)
  if (!found) throw new TypeError('Failed to fetch')
  return { status: found[0], headers: new Headers({ 'x-barnometer': '1' }), text: async () => JSON.stringify(found[1]) }
})

/** ms. For machines that do much else. */
const PATIENCE = { timeout: 30_000 }

/** The product as it begins in a browser, at an address. */
const open = async (path: string, token: string | null = 'kept') => {
  vi.resetModules()
  if (token !== null) localStorage.setItem('barnometer.token', token)
  const [{ startTexts }, { routerOn }, { Product }, { readSession }, { createQueryClient }] = await Promise.all([
    import('../kit/language/language.ts'),
    import('./routing/router.tsx'),
    import('./product.tsx'),
    import('../kit/api/session.ts'),
    import('../kit/api/query.ts'),
  ])
  await startTexts('en', [])
  const visit = { queryClient: createQueryClient(), i18n: i18next, session: readSession }
  const router = routerOn(visit, createMemoryHistory({ initialEntries: [path] }))
  render(<Product router={router} />)
  return router
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  // Another file of this process may have begun with texts of its own.
  delete i18next.options.resources
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  answers.set('/api/setup', [200, { first_account: false, version: '3.1.20' }])
})
afterEach(() => {
  cleanup()
  answers.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  // Other files share the modules of this process.
  vi.resetModules()
})

test('[specification §8] a start at which nobody can say who is there says so, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answers.set('/api/authenticate', [500, { code: 'something_wrong', message: 'Something went wrong. Try again.' }])
  await open('/profile')
  expect(await screen.findByText('Something went wrong. Try again.', {}, PATIENCE)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  vi.restoreAllMocks()
})

test('[specification §2] a kept token that lets nobody in any more takes no message and no mailed link away', async () => {
  answers.set('/api/authenticate', [401, { code: 'invalid_token', message: 'Invalid token.' }])
  answers.set('/api/email/verify', [200, { message: 'email_verified', email: 'jan@farm.example' }])
  const router = await open('/sign-in?token=mailed&email=jan%40farm.example')
  expect(await screen.findByText('Your e-mail address is confirmed. You can sign in.', {}, PATIENCE)).toBeDefined()
  expect(router.state.location.href).toBe('/sign-in?msg=email_verified&email=jan%40farm.example')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password', { selector: 'input' })))
})

test('a mailed link that could not be tried is not called used up', async () => {
  answers.set('/api/authenticate', [401, { code: 'invalid_token', message: 'Invalid token.' }])
  const router = await open('/sign-in?token=mailed')
  expect(await screen.findByText(/The server did not answer/, {}, PATIENCE)).toBeDefined()
  expect(router.state.location.href).toBe('/sign-in?token=mailed')
})

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('an empty one-time code is told, the first time it is only asked for', async () => {
  answers.set('/api/login', [422, { code: 'one_time_code_needed', message: 'Enter the one-time code.' }])
  await open('/sign-in', null)
  type(await screen.findByLabelText('E-mail', {}, PATIENCE), 'jan@farm.example')
  type(screen.getByLabelText('Password'), 'Stable-Air-42')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByLabelText('One-time code', {}, PATIENCE)).toBeDefined()
  expect(screen.queryByText('Enter the one-time code.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter the one-time code.', {}, PATIENCE)).toBeDefined()
})

const JAN = {
  id: 7,
  email: 'jan@farm.example',
  name: 'Jan',
  username: 'jan@farm.example',
  admin: false,
  locale: 'en',
  time_zone: 'Europe/Amsterdam',
  formats: USUAL_FORMATS,
  permissions: [],
  policy_accepted: '2018-05-25',
  pending_email: 'typo@farm.example',
  password_changed_at: '2026-11-22T10:00:00.000Z',
  one_time_codes: false,
}

test('the first account goes home also where the demo farm could not be begun', async () => {
  answers.set('/api/setup', [200, { first_account: true, version: '3.1.20' }])
  answers.set('/api/register', [201, { message: 'account_ready' }])
  answers.set('/api/login', [200, { ...JAN, admin: true, api_token: 'jans' }])
  answers.set('/api/demo', [503, { code: 'busy', message: 'Busy.' }])
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const router = await open('/sign-up', null)
  type(await screen.findByLabelText('Name', {}, PATIENCE), 'Jan')
  type(screen.getByLabelText('E-mail'), 'jan@farm.example')
  type(screen.getByLabelText('Password'), 'Stable-Air-42')
  type(screen.getByLabelText('Repeat password'), 'Stable-Air-42')
  fireEvent.click(screen.getByRole('checkbox', { name: /terms/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Create an account' }))
  await expect.poll(() => router.state.location.pathname, PATIENCE).toBe('/')
  expect(told).toHaveBeenCalled()
})

test('a new password ends the session here at the server too, whoever it was of', async () => {
  answers.set('/api/authenticate', [200, JAN])
  answers.set('/api/password/reset', [200, { message: 'password_changed' }])
  answers.set('/api/logout', [204, undefined])
  const router = await open('/password-reset?email=piet%40farm.example&code=123456')
  type(await screen.findByLabelText('New password', {}, PATIENCE), 'Stable-Air-43')
  type(screen.getByLabelText('Repeat new password'), 'Stable-Air-43')
  fireEvent.click(screen.getByRole('button', { name: 'Save the password' }))
  await expect.poll(() => router.state.location.pathname, PATIENCE).toBe('/sign-in')
  const ended = fetched.mock.calls.flatMap(call => (call[0] === '/api/logout' ? [(call as unknown[])[1]] : []))
  expect(ended).toMatchObject([{ headers: { authorization: 'Bearer kept' } }])
})

test.each([
  ['/nowhere?locale=nl', 'kept', '/?locale=nl'],
  ['/sign-in?locale=nl', 'kept', '/?locale=nl'],
  ['/inspections/rubbish?locale=nl', 'kept', '/404?resource=inspection&locale=nl'],
  ['/profile?locale=nl', null, '/sign-in?redirectFrom=%2Fprofile%3Flocale%3Dnl&locale=nl'],
])('whoever opens %s is led elsewhere in the language of that address', async (path, token, led) => {
  vi.stubGlobal('EventSource', class {})
  answers.set('/api/authenticate', [200, JAN])
  const router = await open(path, token)
  await expect.poll(() => router.state.location.href, PATIENCE).toBe(led)
})

describe('the profile', () => {
  beforeEach(() => {
    vi.stubGlobal('EventSource', class {})
    answers.set('/api/authenticate', [200, JAN])
  })

  test('takes a new address back when the own one is entered, and says that it stays', async () => {
    answers.set('/api/user', [200, { ...JAN, pending_email: null }])
    await open('/profile')
    fireEvent.click(await screen.findByRole('button', { name: /^E-mail/ }, PATIENCE))
    const dialog = await screen.findByRole('dialog', {}, PATIENCE)
    expect(within(dialog).getByText(/To keep jan@farm.example, enter it here/)).toBeDefined()
    type(within(dialog).getByLabelText('New e-mail address'), 'jan@farm.example')
    type(within(dialog).getByLabelText('Current password'), 'Stable-Air-42')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('Your address stays jan@farm.example.', {}, PATIENCE)).toBeDefined()
  })

  test('keeps backup codes on the screen until somebody says that they have them', async () => {
    answers.set('/api/user/one_time_codes', [201, { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }])
    answers.set('/api/user/one_time_codes/confirm', [200, { backup_codes: ['abcde-fghjk'] }])
    await open('/profile')
    fireEvent.click(await screen.findByRole('button', { name: /^One-time codes/ }, PATIENCE))
    type(await screen.findByLabelText('Current password', {}, PATIENCE), 'Stable-Air-42')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    type(await screen.findByLabelText('One-time code', {}, PATIENCE), '123456')
    fireEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    const code = await screen.findByText('abcde-fghjk', {}, PATIENCE)
    fireEvent.keyDown(code, { key: 'Escape' })
    expect(screen.getByText('abcde-fghjk')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('One-time codes are on.', {}, PATIENCE)).toBeDefined()
  })
})
