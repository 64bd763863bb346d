import { createStoreListeners, useExternalStore } from '../../kit/browser/external-store.ts'

/** The moment (epoch ms) all charts of a page point at, shared without rendering the charts again. */
export const createCursor = () => {
  let at: number | null = null
  const listeners = createStoreListeners()
  return {
    read: (): number | null => at,
    set: (next: number | null): void => {
      if (next === at) return
      at = next
      listeners.tell()
    },
    subscribe: listeners.listen,
  }
}
export type Cursor = ReturnType<typeof createCursor>

/** Index of the step the cursor stands in, null while it stands in none. */
export const useCursorIndex = (cursor: Cursor, time: readonly number[]): number | null =>
  useExternalStore(
    cursor.subscribe,
    () => {
      const at = cursor.read()
      if (at === null) return null
      const index = time.findLastIndex(start => start <= at)
      return index < 0 ? null : index
    },
    () => null,
  )
