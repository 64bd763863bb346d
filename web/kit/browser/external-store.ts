import { useSyncExternalStore } from 'react'

/** Listeners that want to hear that something outside of React has changed. */
export interface Listeners {
  /** Returns what ends the listening. */
  listen(listener: () => void): () => void
  tell(): void
}

export const createStoreListeners = (): Listeners => {
  const all = new Set<() => void>()
  return {
    listen: listener => {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell: () => {
      for (const listener of all) listener()
    },
  }
}

/** Value of something outside of React, in the browser and where the server draws the first picture of a screen. */
export const useExternalStore = <Value>(listen: Listeners['listen'], read: () => Value): Value =>
  useSyncExternalStore(listen, read, read)
