import type { Draft } from '../inspection-form/form-draft.ts'
import type { OutboxItem } from './outbox-item.ts'

/** The bytes of a photo or file as they go to the server, and what is shown of it. */
export interface Kept {
  client_id: string
  bytes: ArrayBuffer
  type: string
  /** Epoch ms. */
  kept_at?: number
}

/** Stores of the browser's database, with the name each has there since its first version. */
const STORES = {
  outboxItems: { name: 'parcels', keyPath: 'id' },
  drafts: { name: 'drafts', keyPath: 'key' },
  originals: { name: 'originals', keyPath: 'client_id' },
  previews: { name: 'previews', keyPath: 'client_id' },
} as const
type Store = keyof typeof STORES
const NAMES = Object.values(STORES).map(({ name }) => name)

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

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('barnometer-outbox', 1)
    request.onupgradeneeded = () => {
      for (const { name, keyPath } of Object.values(STORES)) request.result.createObjectStore(name, { keyPath })
    }
    request.onsuccess = () => {
      // A browser that closes it, e.g. because it clears the data, must find it open again at the next call.
      request.result.onclose = () => {
        opened = undefined
      }
      // Another tab with a newer product must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })

let opened: Promise<IDBDatabase> | undefined

const database = (): Promise<IDBDatabase> => {
  opened ??= open()
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const begin = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
  const options = { durability: 'strict' } as const
  const first = await database()
  try {
    return first.transaction(NAMES, mode, options)
  } catch {
    // Some browsers close it without a word, e.g. while the page sleeps: opened anew it is there.
    opened = undefined
    return (await database()).transaction(NAMES, mode, options)
  }
}

type Open = Record<Store, IDBObjectStore>

/** All or nothing, and on the disk when it resolves. Rejects with {@link NotKept}. */
const inOne = async <Result>(
  mode: IDBTransactionMode,
  act: (stores: Open) => undefined | Promise<{ result: Result } | undefined>,
): Promise<Result | undefined> => {
  try {
    const transaction = await begin(mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    ended.catch(() => undefined)
    const stores = Object.fromEntries(
      Object.entries(STORES).map(([store, { name }]) => [store, transaction.objectStore(name)]),
    ) as Open
    try {
      const done = await act(stores)
      await ended
      return done?.result
    } catch (failure) {
      // Half of it must not stay; where the transaction broke, its own reason says more.
      if (!transaction.error) transaction.abort()
      throw transaction.error ?? failure
    }
  } catch (failure) {
    throw new NotKept(failure)
  }
}

const got = <Result>(request: IDBRequest<Result>): Promise<{ result: Result }> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve({ result: request.result })
    request.onerror = () => reject(request.error)
  })

export const readOutboxItems = async (userId: number): Promise<OutboxItem[]> => {
  const all = (await inOne('readonly', ({ outboxItems }) => got(outboxItems.getAll()))) as OutboxItem[]
  return all.filter(outboxItem => outboxItem.user_id === userId).sort((a, b) => a.made_at - b.made_at)
}

/** Changes an outbox item as it stands there at that moment, its id too; null takes it out. Undefined where it is gone. */
export const changeOutboxItem = (
  id: string,
  change: (outboxItem: OutboxItem) => OutboxItem | null,
): Promise<OutboxItem | undefined> =>
  inOne('readwrite', async ({ outboxItems }) => {
    const { result: before } = (await got(outboxItems.get(id))) as { result: OutboxItem | undefined }
    const after = before && change(before)
    if (after?.id !== id) outboxItems.delete(id)
    if (after) outboxItems.put(after)
    return after ? { result: after } : undefined
  })

/** Puts in the outbox item that is made of what is there at that moment, in the place of the one of the same id. */
export const putOutboxItem = async (make: (outboxItems: readonly OutboxItem[]) => OutboxItem): Promise<OutboxItem> => {
  const put = await inOne('readwrite', async ({ outboxItems }) => {
    const { result: all } = (await got(outboxItems.getAll())) as { result: OutboxItem[] }
    const outboxItem = make(all)
    outboxItems.put(outboxItem)
    return { result: outboxItem }
  })
  return put as OutboxItem
}

export const readDraft = (key: string): Promise<Draft | undefined> =>
  inOne('readonly', ({ drafts }) => got(drafts.get(key) as IDBRequest<Draft | undefined>))

/** Drafts whose key begins so, the latest first. */
export const readDrafts = async (prefix: string): Promise<Draft[]> => {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const found = (await inOne('readonly', ({ drafts }) => got(drafts.getAll(range)))) as Draft[]
  return found.sort((a, b) => (b.saved_at ?? 0) - (a.saved_at ?? 0))
}

const isAnothers = (before: Draft | undefined, { owner }: Draft): boolean =>
  before?.owner !== undefined && before.owner !== owner

/**
 * Keeps a draft, together with the photos that are new in it: their bytes in any case. False where another tab goes on with it
 * by now, whose draft stays as it is.
 */
export const writeDraft = async (
  draft: Draft,
  added: readonly { original: Kept; preview: Kept | null }[] = [],
): Promise<boolean> => {
  const done = await inOne('readwrite', async ({ drafts, originals, previews }) => {
    const kept_at = Date.now()
    for (const { original, preview } of added) {
      originals.put({ ...original, kept_at })
      if (preview) previews.put({ ...preview, kept_at })
    }
    const { result: before } = await got(drafts.get(draft.key) as IDBRequest<Draft | undefined>)
    if (isAnothers(before, draft)) return { result: false }
    drafts.put(draft)
    return { result: true }
  })
  return done === true
}

/**
 * Makes `owner` the only one to write the draft from now on. Resolves with undefined where there is no draft any more.
 */
export const claimDraft = (key: string, owner: string): Promise<Draft | undefined> =>
  inOne('readwrite', async ({ drafts }) => {
    const { result: before } = await got(drafts.get(key) as IDBRequest<Draft | undefined>)
    if (!before) return undefined
    const draft = { ...before, owner }
    drafts.put(draft)
    return { result: draft }
  })

export const dropDraft = (key: string) =>
  inOne('readwrite', ({ drafts }) => {
    drafts.delete(key)
    return undefined
  })

/**
 * Turns a draft into an outbox item: `make` is given the outbox item of that id, if there is one. False where that was done before, by an
 * earlier tap or in another tab: the draft was `kept` here, and there is an outbox item in its place. A draft for which there never was
 * room becomes an outbox item all the same.
 */
export const submitDraft = async (
  key: string,
  outboxItemId: string,
  make: (before: OutboxItem | undefined) => OutboxItem,
  kept = true,
): Promise<boolean> => {
  const done = await inOne('readwrite', async ({ drafts, outboxItems }) => {
    const { result: draft } = await got(drafts.getKey(key))
    const { result: before } = (await got(outboxItems.get(outboxItemId))) as { result: OutboxItem | undefined }
    if (draft === undefined && kept && before) return { result: false }
    drafts.delete(key)
    outboxItems.put(make(before))
    return { result: true }
  })
  return done === true
}

export const readOutboxItem = (id: string): Promise<OutboxItem | undefined> =>
  inOne('readonly', ({ outboxItems }) => got(outboxItems.get(id) as IDBRequest<OutboxItem | undefined>))

export const readOriginal = (clientId: string): Promise<Kept | undefined> =>
  inOne('readonly', ({ originals }) => got(originals.get(clientId) as IDBRequest<Kept | undefined>))

export const readPreview = (clientId: string): Promise<Kept | undefined> =>
  inOne('readonly', ({ previews }) => got(previews.get(clientId) as IDBRequest<Kept | undefined>))

/**
 * Forgets what was sent before `before` (epoch ms) unless somebody writes on in it, bytes the server has, and of older ones those
 * that neither a draft, anything unsent nor what may be brought back needs.
 */
export const tidy = (before: number) =>
  inOne('readwrite', async ({ outboxItems, drafts, originals, previews }) => {
    const { result: all } = (await got(outboxItems.getAll())) as { result: OutboxItem[] }
    const { result: written } = (await got(drafts.getAll())) as { result: Draft[] }
    const { result: kept } = await got(originals.getAllKeys())
    const open = new Set(written.map(({ id }) => id))
    for (const { id, state, tried_at } of all)
      if (state === 'sent' && (tried_at ?? 0) < before && !open.has(id)) outboxItems.delete(id)
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
      if (needed.has(String(id))) continue
      if (!sent.has(String(id))) {
        const { result: one } = (await got(originals.get(id))) as { result: Kept | undefined }
        if ((one?.kept_at ?? 0) >= before) continue
      }
      originals.delete(id)
      previews.delete(id)
    }
    return undefined
  })
