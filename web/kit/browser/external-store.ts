import { useContext, useSyncExternalStore } from 'react'
import { type FirstRender, FirstRenderContext } from '../first-paint/first-render.ts'

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

/** Value of something outside of React. `first` is what the server renders with, and the browser while it hydrates that. */
export const useExternalStore = <Value>(
  listen: Listeners['listen'],
  read: () => Value,
  first: (facts: FirstRender) => Value,
): Value => {
  const facts = useContext(FirstRenderContext)
  const now = () => (facts ? first(facts) : read())
  return useSyncExternalStore(listen, now, now)
}
