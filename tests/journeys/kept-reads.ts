import { expect, type Page } from '@playwright/test'

interface Kept {
  reads: { key: string[]; data: unknown }[]
}

/** Reads the answers that the product keeps in this browser; none where it keeps nothing yet. */
const keptReads = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Kept['reads']>(resolve => {
        const request = indexedDB.open('barnometer', 1)
        // The database is the product's to make.
        request.onupgradeneeded = () => request.transaction?.abort()
        request.onerror = () => resolve([])
        request.onsuccess = () => {
          const all = request.result.transaction('kept').objectStore('kept').getAll()
          all.onsuccess = () => {
            resolve((all.result[0] as Kept | undefined)?.reads ?? [])
            request.result.close()
          }
        }
      }),
  )

/** Waits until everything the product needs without a network has been fetched. */
export const keptInBrowser = (page: Page): Promise<void> =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** Waits until the answers to these calls lie in the browser; with `filled`, an empty list is no answer. */
export const readsAreKept = (page: Page, calls: readonly string[], { filled = false } = {}): Promise<void> =>
  expect
    .poll(async () =>
      (await keptReads(page))
        .filter(({ data }) => !filled || !Array.isArray(data) || data.length > 0)
        .map(({ key }) => key[1]),
    )
    .toEqual(expect.arrayContaining([...calls]))
