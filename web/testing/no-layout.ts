import { vi } from 'vitest'

/** Stands in for what jsdom has none of, as it lays nothing out: sizes that can be observed. */
export const observeNoSizes = (): void => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
