import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDrafts, readOriginal, readOutboxItems, writeDraft } from '../../diary/outbox/outbox-store.ts'
import { put } from '../../diary/outbox/outbox-testing.ts'
import { endSession, startSession, type User } from '../../kit/api/session.ts'
import { readUnsent } from '../../kit/api/unsent.ts'
import { watchWhoLeft } from './leave.ts'

// Another file of this process may have left something there.
beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
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
  expect(await readUnsent()).toEqual({ waiting: 1, begun: 1 })
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
