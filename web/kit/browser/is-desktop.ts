import { useExternalStore } from './external-store.ts'

/**
 * Tells whether the window is as `query` says. Read while drawing: told afterwards, everything would be drawn twice.
 */
export const useMedia = (query: string): boolean =>
  useExternalStore(
    listener => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )

/** True from 992 px on, where the desktop layout begins. */
export const useIsDesktop = (): boolean => useMedia('(min-width: 62em)')

/** True below 640 px. */
export const usePhone = (): boolean => useMedia('(max-width: 39.99em)')
