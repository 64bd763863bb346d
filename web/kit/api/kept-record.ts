/** Record in this browser's own database. Where there is none, as in some private windows, nothing is kept. */

const STORE = 'kept'
const KEY = 'last'

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('barnometer', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let opened: Promise<IDBDatabase> | undefined

const database = (): Promise<IDBDatabase> => {
  opened ??= open()
  // A database that could not be opened is tried again at the next call.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const begin = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
  const first = await database()
  try {
    return first.transaction(STORE, mode)
  } catch {
    // Some browsers close it without a word, e.g. while the page sleeps: opened anew it is there.
    opened = undefined
    return (await database()).transaction(STORE, mode)
  }
}

/** Calls go through in the order in which they were made. */
const inStore = async <Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> => {
  try {
    const request = act((await begin(mode)).objectStore(STORE))
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } catch {
    return undefined
  }
}

export const readRecord = (): Promise<unknown> => inStore('readonly', store => store.get(KEY))
export const writeRecord = (record: unknown): Promise<unknown> => inStore('readwrite', store => store.put(record, KEY))
export const dropRecord = (): Promise<unknown> => inStore('readwrite', store => store.delete(KEY))
