import { afterEach, expect, test, vi } from 'vitest'
import { logOut, publishWhoLeft } from './log-out.ts'
import { readSession, startSession, type User } from './session.ts'

const OWN = new Headers({ 'x-barnometer': '1' })
const asked = (fetch: ReturnType<typeof vi.fn>) =>
  fetch.mock.calls.map(([url, { headers, keepalive }]) => [url, headers.authorization, keepalive])

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('whoever logs out is out at once, also while the server does not answer', () => {
  const fetch = vi.fn(() => new Promise<never>(() => undefined))
  vi.stubGlobal('fetch', fetch)
  startSession('token', { name: 'Marieke' } as User)
  logOut()
  expect(readSession()).toEqual({ token: null, user: null })
  expect(localStorage.getItem('barnometer.token')).toBeNull()
})

test('the server is told as soon as it can be, and only by its own word that is done', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  fetch.mockRejectedValueOnce(new TypeError('offline'))
  startSession('mine', { name: 'Marieke' } as User)
  logOut()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
  fetch.mockResolvedValueOnce({ status: 200, headers: new Headers() })
  await publishWhoLeft()
  fetch.mockResolvedValueOnce({ status: 204, headers: OWN })
  await publishWhoLeft()
  await publishWhoLeft()
  expect(asked(fetch)).toEqual(Array(3).fill(['/api/logout', 'Bearer mine', true]))
  expect(localStorage.length).toBe(0)
})
