import { useExternalStore } from './external-store.ts'

/** px, as media queries count them. */
const EM = 16

/**
 * Tells whether the window is as `query` says. Read during render: an effect would render everything twice.
 */
const useMedia = (query: string, fits: (width: number) => boolean): boolean =>
  useExternalStore(
    listener => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    facts => fits(facts.width),
  )

export const useMinWidth = (em: number): boolean => useMedia(`(min-width: ${em}em)`, width => width >= em * EM)

export const useMaxWidth = (em: number): boolean => useMedia(`(max-width: ${em}em)`, width => width <= em * EM)

/** True from 992 px on, where the desktop layout begins. */
export const useIsDesktop = (): boolean => useMinWidth(62)

/** True below 640 px. */
export const usePhone = (): boolean => useMaxWidth(39.99)
