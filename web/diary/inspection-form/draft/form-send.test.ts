import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession, type User } from '../../../kit/api/session.ts'
import { newId } from '../../../kit/browser/new-id.ts'
import {
  changeOutboxItem,
  NotKept,
  readInspectionDraft,
  readOutboxItems,
  writeDraft,
} from '../../outbox/outbox-store.ts'
import type { InspectionDraft, InspectionValues } from './form-draft.ts'
import { readLast } from './form-last.ts'
import { type Saved, submit } from './form-send.ts'

const VALUES: InspectionValues = {
  location_id: 1,
  area_ids: [3],
  date: '2026-11-18T07:42',
  impression: null,
  needs_attention: false,
  notes: 'Floor wet',
  reminder_date: '',
  reminder: '',
  checklist_id: null,
  answers: {},
  research_id: null,
}
const draftOf = (): InspectionDraft => {
  const id = newId()
  const period = { start: null, end: null }
  const rest = { inspection_id: null, base: null, base_version: 1, parts: [], saved_at: null, period }
  return { key: `7/new/${id}`, id, user_id: 7, values: VALUES, ...rest }
}
const save = (draft: InspectionDraft, kept: boolean) => submit({ draft, kept }, 'Europe/Amsterdam', [], null)

const first = async (saved: Saved) => (await saved[Symbol.asyncIterator]().next()).value

const bodies: { client_id: string; notes: string }[] = []
const server = (answers: () => boolean) =>
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (!answers()) throw new TypeError('Failed to fetch')
    if (method === 'POST' && body) bodies.push(JSON.parse(body))
    return new Response('{"id": 5, "version": 1}', { headers: { 'x-barnometer': '1' } })
  })

/** A device without room. */
const full = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })

beforeEach(async () => {
  bodies.length = 0
  // Outbox items that tests of other files left waiting would be sent between.
  for (const { id } of await readOutboxItems(7)) await changeOutboxItem(id, () => null)
  startSession('token', { id: 7, name: 'Marieke' } as User)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  endSession()
})

test('on a full device an inspection goes straight to the server', async () => {
  server(() => true)
  full()
  expect(await first(await save(draftOf(), false))).toBe('sent')
  expect(bodies).toMatchObject([{ notes: 'Floor wet' }])
  expect(readLast(7)).toMatchObject({ location_id: 1, area_ids: [3] })
})

test('and where that cannot be, it is not saved and said so; what is sent later is what stands there then', async () => {
  let there = false
  server(() => there)
  full()
  const draft = draftOf()
  await expect(save(draft, false)).rejects.toBeInstanceOf(NotKept)
  there = true
  const more = { ...draft, values: { ...VALUES, notes: 'Floor wet, pump broken' } }
  expect(await first(await save(more, false))).toBe('sent')
  // The body that may have arrived the first time goes out unchanged, and the rest as a change.
  expect(bodies.find(({ client_id }) => client_id === draft.id)).toMatchObject({ notes: 'Floor wet' })
})

test('one that was never kept, because there was no room while it was written, becomes an outbox item once there is', async () => {
  server(() => false)
  const draft = draftOf()
  expect(await first(await save(draft, false))).toBe('waiting')
  expect((await readOutboxItems(7)).map(({ id }) => id)).toContain(draft.id)
})

test('what waits is said to wait', async () => {
  server(() => false)
  const draft = draftOf()
  await writeDraft(draft)
  expect(await first(await save(draft, true))).toBe('waiting')
  expect(await readInspectionDraft(draft.key)).toBeUndefined()
})

test('one that takes longer than anybody waits for a word is said to wait, and to be saved once it is', async () => {
  const { promise: free, resolve: go } = Promise.withResolvers<void>()
  server(() => true)
  const answer = fetch
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await free
    return answer(...asked)
  })
  const draft = draftOf()
  await writeDraft(draft)
  const states: string[] = []
  for await (const state of await save(draft, true)) {
    states.push(state)
    go()
  }
  expect(states).toEqual(['waiting', 'sent'])
})
