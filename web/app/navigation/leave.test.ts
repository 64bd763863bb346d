import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { readDrafts, readOriginal, readOutboxItems, writeDraft } from '../../diary/outbox/outbox-store.ts'
import { put } from '../../diary/outbox/outbox-testing.ts'
import { endSession, readSession, startSession, type User } from '../../kit/api/session.ts'
import { logOut, publishWhoLeft, watchWhoLeft } from './leave.ts'

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

test('who deletes the own account leaves nothing on the device, and others keep what is theirs', async () => {
  vi.stubGlobal('fetch', () => new Promise<never>(() => undefined))
  const stop = watchWhoLeft()
  const [gone, other] = [90_021, 90_022]
  for (const id of [gone, other]) {
    const { parts } = await put({ user_id: id }, 1)
    await writeDraft({ key: `${id}/new/1`, parts } as never)
    for (const key of ['inspect', 'draft.location', 'draft.checklist'])
      localStorage.setItem(`barnometer.${key}.${id}`, '{}')
  }
  localStorage.setItem(`barnometer.draft.checklist.${other}.${gone}`, '{}')
  const [item] = await readOutboxItems(gone)
  startSession('goners', { id: gone } as User)
  endSession('deleted')
  await expect.poll(() => readOutboxItems(gone)).toEqual([])
  expect(await readDrafts(`${gone}/`)).toEqual([])
  expect(await readOriginal(item?.parts[0]?.client_id ?? '')).toBeUndefined()
  expect(await readOutboxItems(other)).toHaveLength(1)
  expect(await readDrafts(`${other}/`)).toHaveLength(1)
  expect(Object.keys(localStorage).sort()).toEqual(
    [`draft.checklist.${other}`, `draft.checklist.${other}.${gone}`, `draft.location.${other}`, `inspect.${other}`].map(
      key => `barnometer.${key}`,
    ),
  )
  stop()
})
