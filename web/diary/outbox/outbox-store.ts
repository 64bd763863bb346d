import type { DBSchema, IDBPObjectStore } from 'idb'
import { browserDatabase } from '../../kit/browser/database.ts'
import type { InspectionDraft } from '../inspection-form/draft/form-draft.ts'
import type { OutboxItem } from './outbox-item.ts'

/** The bytes of a photo or file as they go to the server, and what is shown of it. */
export interface StoredFile {
  client_id: string
  bytes: ArrayBuffer
  type: string
  /** Epoch ms. */
  kept_at?: number
}

/** Stores of the browser's database, with the names they have there since its first version. */
interface Stores extends DBSchema {
  parcels: { key: string; value: OutboxItem }
  drafts: { key: string; value: InspectionDraft }
  originals: { key: string; value: StoredFile }
  previews: { key: string; value: StoredFile }
}
const NAMES = ['parcels', 'drafts', 'originals', 'previews'] as const
type Names = typeof NAMES

/**
 * Error for a device that has no room left, or keeps nothing at all, as in some private windows. Nothing of the call
 * was kept.
 */
export class NotKept extends Error {
  readonly full: boolean
  constructor(cause: unknown) {
    super('not kept', { cause })
    this.full = cause instanceof DOMException && cause.name === 'QuotaExceededError'
  }
}

const inDatabase = browserDatabase<Stores>('barnometer-outbox', 1, database => {
  database.createObjectStore('parcels', { keyPath: 'id' })
  database.createObjectStore('drafts', { keyPath: 'key' })
  database.createObjectStore('originals', { keyPath: 'client_id' })
  database.createObjectStore('previews', { keyPath: 'client_id' })
})

interface Open<Mode extends IDBTransactionMode> {
  outboxItems: IDBPObjectStore<Stores, Names, 'parcels', Mode>
  drafts: IDBPObjectStore<Stores, Names, 'drafts', Mode>
  originals: IDBPObjectStore<Stores, Names, 'originals', Mode>
  previews: IDBPObjectStore<Stores, Names, 'previews', Mode>
}

/** All or nothing, and on the disk when it resolves. Rejects with {@link NotKept}. */
const inOne = async <Mode extends 'readonly' | 'readwrite', Result>(
  mode: Mode,
  act: (stores: Open<Mode>) => Promise<Result>,
): Promise<Result> => {
  try {
    const transaction = await inDatabase(database => database.transaction(NAMES, mode, { durability: 'strict' }))
    // The library's own promise of the end is rejected before the transaction knows why, e.g. that the device is full.
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    ended.catch(() => undefined)
    transaction.done.catch(() => undefined)
    try {
      const done = await act({
        outboxItems: transaction.objectStore('parcels'),
        drafts: transaction.objectStore('drafts'),
        originals: transaction.objectStore('originals'),
        previews: transaction.objectStore('previews'),
      })
      await ended
      return done
    } catch (failure) {
      // Half of it must not stay; where the transaction broke, its own reason says more.
      if (!transaction.error) transaction.abort()
      throw transaction.error ?? failure
    }
  } catch (failure) {
    throw new NotKept(failure)
  }
}

export const readOutboxItems = async (userId: number): Promise<OutboxItem[]> => {
  const all = await inOne('readonly', ({ outboxItems }) => outboxItems.getAll())
  return all.filter(outboxItem => outboxItem.user_id === userId).sort((a, b) => a.made_at - b.made_at)
}

/** Changes an outbox item as it stands there at that moment, its id too; null takes it out. Undefined where it is gone. */
export const changeOutboxItem = (
  id: string,
  change: (outboxItem: OutboxItem) => OutboxItem | null,
): Promise<OutboxItem | undefined> =>
  inOne('readwrite', async ({ outboxItems }) => {
    const before = await outboxItems.get(id)
    const after = before && change(before)
    if (after?.id !== id) await outboxItems.delete(id)
    if (after) await outboxItems.put(after)
    return after ?? undefined
  })

/** Puts in the outbox item that is made of what is there at that moment, in the place of the one of the same id. */
export const putOutboxItem = (make: (outboxItems: readonly OutboxItem[]) => OutboxItem): Promise<OutboxItem> =>
  inOne('readwrite', async ({ outboxItems }) => {
    const outboxItem = make(await outboxItems.getAll())
    await outboxItems.put(outboxItem)
    return outboxItem
  })

export const readInspectionDraft = (key: string): Promise<InspectionDraft | undefined> =>
  inOne('readonly', ({ drafts }) => drafts.get(key))

/** Drafts whose key begins so, the latest first. */
export const readDrafts = async (prefix: string): Promise<InspectionDraft[]> => {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const found = await inOne('readonly', ({ drafts }) => drafts.getAll(range))
  return found.sort((a, b) => (b.saved_at ?? 0) - (a.saved_at ?? 0))
}

const isAnothers = (before: InspectionDraft | undefined, { owner }: InspectionDraft): boolean =>
  before?.owner !== undefined && before.owner !== owner

/**
 * Keeps a draft, together with the photos that are new in it: their bytes in any case. False where another tab goes on with it
 * by now, whose draft stays as it is.
 */
export const writeDraft = (
  draft: InspectionDraft,
  added: readonly { original: StoredFile; preview: StoredFile | null }[] = [],
): Promise<boolean> =>
  inOne('readwrite', async ({ drafts, originals, previews }) => {
    const kept_at = Date.now()
    for (const { original, preview } of added) {
      await originals.put({ ...original, kept_at })
      if (preview) await previews.put({ ...preview, kept_at })
    }
    if (isAnothers(await drafts.get(draft.key), draft)) return false
    await drafts.put(draft)
    return true
  })

/**
 * Makes `owner` the only one to write the draft from now on. Resolves with undefined where there is no draft any more.
 */
export const claimDraft = (key: string, owner: string): Promise<InspectionDraft | undefined> =>
  inOne('readwrite', async ({ drafts }) => {
    const before = await drafts.get(key)
    if (!before) return undefined
    const draft = { ...before, owner }
    await drafts.put(draft)
    return draft
  })

export const dropInspectionDraft = (key: string): Promise<void> =>
  inOne('readwrite', ({ drafts }) => drafts.delete(key))

/** Drops all that is kept here of somebody: what waits, what was begun under keys with `prefix`, and the bytes of both. */
export const dropAllOf = (userId: number, prefix: string): Promise<void> =>
  inOne('readwrite', async ({ outboxItems, drafts, originals, previews }) => {
    const waiting = (await outboxItems.getAll()).filter(({ user_id }) => user_id === userId)
    const begun = await drafts.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))
    for (const { id } of waiting) await outboxItems.delete(id)
    for (const { key } of begun) await drafts.delete(key)
    for (const { client_id } of [...waiting, ...begun].flatMap(({ parts }) => parts)) {
      await originals.delete(client_id)
      await previews.delete(client_id)
    }
  })

/**
 * Turns a draft into an outbox item: `make` is given the outbox item of that id, if there is one. False where that was done before, by an
 * earlier tap or in another tab: the draft was `kept` here, and there is an outbox item in its place. A draft for which there never was
 * room becomes an outbox item all the same.
 */
export const submitDraft = (
  key: string,
  outboxItemId: string,
  make: (before: OutboxItem | undefined) => OutboxItem,
  kept = true,
): Promise<boolean> =>
  inOne('readwrite', async ({ drafts, outboxItems }) => {
    const draft = await drafts.getKey(key)
    const before = await outboxItems.get(outboxItemId)
    if (draft === undefined && kept && before) return false
    await drafts.delete(key)
    await outboxItems.put(make(before))
    return true
  })

export const readOutboxItem = (id: string): Promise<OutboxItem | undefined> =>
  inOne('readonly', ({ outboxItems }) => outboxItems.get(id))

export const readOriginal = (clientId: string): Promise<StoredFile | undefined> =>
  inOne('readonly', ({ originals }) => originals.get(clientId))

export const readPreview = (clientId: string): Promise<StoredFile | undefined> =>
  inOne('readonly', ({ previews }) => previews.get(clientId))

/**
 * Forgets what was sent before `before` (epoch ms) unless somebody writes on in it, bytes the server has, and of older ones those
 * that neither a draft, anything unsent nor what may be brought back needs.
 */
export const tidy = (before: number): Promise<void> =>
  inOne('readwrite', async ({ outboxItems, drafts, originals, previews }) => {
    const all = await outboxItems.getAll()
    const written = await drafts.getAll()
    const kept = await originals.getAllKeys()
    const open = new Set(written.map(({ id }) => id))
    for (const { id, state, tried_at } of all)
      if (state === 'sent' && (tried_at ?? 0) < before && !open.has(id)) await outboxItems.delete(id)
    const unsent = all.filter(({ state, remove }) => state !== 'sent' || remove).flatMap(({ parts }) => parts)
    const needed = new Set(
      [...written.flatMap(({ parts }) => parts), ...unsent.filter(part => part.sent_id === null)].map(
        part => part.client_id,
      ),
    )
    const sent = new Set(
      all.flatMap(({ parts }) => parts.filter(part => part.sent_id !== null).map(part => part.client_id)),
    )
    for (const id of kept) {
      if (needed.has(id)) continue
      if (!sent.has(id) && ((await originals.get(id))?.kept_at ?? 0) >= before) continue
      await originals.delete(id)
      await previews.delete(id)
    }
  })
