import { useSyncExternalStore } from 'react'

/** The moment (epoch ms) all charts of a page point at, shared without rendering the charts again. */
export const createCursor = () => {
  let at: number | null = null
  const listeners = new Set<() => void>()
  return {
    read: (): number | null => at,
    set: (next: number | null): void => {
      if (next === at) return
      at = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Cursor = ReturnType<typeof createCursor>

/** Index of the step the cursor stands in, null while it stands in none. */
export const useCursorIndex = (cursor: Cursor, time: readonly number[]): number | null =>
  useSyncExternalStore(cursor.subscribe, () => {
    const at = cursor.read()
    if (at === null) return null
    const index = time.findLastIndex(start => start <= at)
    return index < 0 ? null : index
  })
