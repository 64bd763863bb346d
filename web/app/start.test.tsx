import 'fake-indexeddb/auto'
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropRecord, writeRecord } from '../kit/api/kept-record.ts'

const USER = { id: 7, name: 'Marieke', email: 'm@farm.example', locale: 'en', admin: false, permissions: [] }

/** Answers of the server: none until somebody says so. */
let authenticate: () => Promise<unknown> = () => new Promise(() => undefined)
const own = (status: number, body: unknown) => ({
  status,
  headers: new Headers({ 'x-barnometer': '1' }),
  text: async () => JSON.stringify(body),
})

const open = async () => {
  vi.resetModules()
  localStorage.setItem('barnometer.token', 'kept')
  const [{ startTexts }, { routerOn }, { Product }, session, { createQueryClient }] = await Promise.all([
    import('../kit/language/language.ts'),
    import('./routing/router.tsx'),
    import('./product.tsx'),
    import('../kit/api/session.ts'),
    import('../kit/api/query.ts'),
  ])
  await startTexts('en', [])
  const visit = { queryClient: createQueryClient(), i18n: i18next, session: session.readSession }
  render(<Product router={routerOn(visit, createMemoryHistory({ initialEntries: ['/outbox'] }))} />)
  return session
}

beforeEach(async () => {
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/authenticate') ? authenticate() : new Promise(() => undefined),
  )
  delete i18next.options.resources
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  const reads = [{ key: ['GET', '/locations', null, null], data: [], at: Date.now() - 60_000 }]
  await writeRecord({ contract: '', token: 'kept', user: USER, reads })
})
afterEach(async () => {
  cleanup()
  await dropRecord()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a network that was lost without a word does not keep the product from opening; who it is, is asked beside it', async () => {
  let answer: (answered: unknown) => void = () => undefined
  authenticate = () =>
    new Promise(done => {
      answer = done
    })
  const { readSession } = await open()
  await expect.poll(() => readSession().user?.name).toBe('Marieke')
  expect(await screen.findByText(/is not answering/, {}, { timeout: 30_000 })).toBeDefined()
  answer(own(200, { ...USER, name: 'Marieke de Vries' }))
  await expect.poll(() => readSession().user?.name).toBe('Marieke de Vries')
})

test.each([
  ['the server itself cannot just now', () => Promise.resolve(own(503, { code: 'busy' }))],
  ['a proxy says that it restarts', () => Promise.resolve({ ...own(502, {}), headers: new Headers() })],
])('nor does it where %s', async (_, answered) => {
  authenticate = answered
  const { readSession } = await open()
  await expect.poll(() => readSession().user?.name).toBe('Marieke')
})

test('a refusal that comes later ends the session', async () => {
  let answer: (answered: unknown) => void = () => undefined
  authenticate = () =>
    new Promise(done => {
      answer = done
    })
  const { readSession } = await open()
  await expect.poll(() => readSession().user?.name).toBe('Marieke')
  answer(own(401, { code: 'invalid_token', message: '' }))
  await expect.poll(() => readSession().token).toBeNull()
})
