import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../kit/browser/new-id.ts'
import type { Attachment } from '../../outbox/outbox-item.ts'
import {
  claimDraft,
  dropInspectionDraft,
  readInspectionDraft,
  readOriginal,
  submitDraft,
  tidy,
  writeDraft,
} from '../../outbox/outbox-store.ts'
import { put } from '../../outbox/outbox-testing.ts'
import { askForDraft, lockDraft, openElsewhere, TAB } from './draft-tabs.ts'
import type { InspectionDraft } from './form-draft.ts'

/** Another tab, as this one hears it. */
const another = new BroadcastChannel('barnometer.drafts')
afterEach(() => {
  another.onmessage = null
})

const draft = (key: string, rest: Partial<InspectionDraft> = {}) =>
  ({ key, parts: [], ...rest }) as unknown as InspectionDraft
const part = (client_id: string) => ({ client_id, sent_id: null }) as Attachment
const photo = (client_id: string) => ({
  original: { client_id, type: 'image/jpeg', bytes: new ArrayBuffer(3) },
  preview: null,
})

test('a tab does not write over what another one goes on with, and the photo it took is kept', async () => {
  expect(await writeDraft(draft('a', { owner: 'one' }))).toBe(true)
  expect((await claimDraft('a', 'two'))?.owner).toBe('two')
  expect(await writeDraft(draft('a', { owner: 'two', parts: [part('p')] }), [photo('p')])).toBe(true)
  expect(await writeDraft(draft('a', { owner: 'one' }), [photo('q')])).toBe(false)
  expect((await readInspectionDraft('a'))?.parts).toHaveLength(1)
  await tidy(Date.now() - 1000)
  expect(await readOriginal('p')).toBeDefined()
  expect(await readOriginal('q')).toBeDefined()
  // Bytes of a draft that nobody asked for in a long time go.
  await tidy(Date.now() + 1)
  expect(await readOriginal('q')).toBeUndefined()
  await dropInspectionDraft('a')
})

test('who has a draft open hands it over once all of it is kept', async () => {
  const told: string[] = []
  const kept: string[] = []
  const release = lockDraft('b', async () => void kept.push('all of it'))
  another.onmessage = ({ data }) => told.push(data.say)
  another.postMessage({ say: 'who_has', keys: ['b', 'c'], from: 'other' })
  another.postMessage({ say: 'give', key: 'b', from: 'other' })
  await expect.poll(() => told).toEqual(['have', 'given'])
  expect(kept).toEqual(['all of it'])
  release()
  another.onmessage = ({ data }) => {
    if (data.say === 'who_has') another.postMessage({ say: 'have', keys: ['b'], to: data.from })
    if (data.say === 'give') another.postMessage({ say: 'given', key: data.key, to: data.from })
  }
  expect([...(await openElsewhere(['b', 'c']))]).toEqual(['b'])
  await askForDraft('b')
  expect(TAB).not.toBe('')
})

test('what there never was room for becomes an outbox item all the same; what another tab has saved does not twice', async () => {
  const outboxItem = await put()
  const made = () => ({ ...outboxItem, id: newId() })
  expect(await submitDraft('never kept', 'new', made, false)).toBe(true)
  expect(await submitDraft('never kept, changed further', outboxItem.id, () => outboxItem, false)).toBe(true)
  expect(await submitDraft('gone', outboxItem.id, () => outboxItem, true)).toBe(false)
  // Thrown away in another tab: what is saved here is saved.
  expect(await submitDraft('gone', 'of no parcel', made, true)).toBe(true)
})
