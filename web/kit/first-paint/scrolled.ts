import { useExternalStore } from '../browser/external-store.ts'

let scrolled = false

/** Tells whether anything has been scrolled since the product was opened. */
export const hasScrolled = (): boolean => scrolled

/** Tells whether anything has been scrolled yet: until then only what is on the screen is worth its work. */
export const useScrolled = (): boolean =>
  useExternalStore(
    listener => {
      const hear = () => {
        scrolled = true
        listener()
      }
      const how = { capture: true, passive: true, once: true }
      window.addEventListener('scroll', hear, how)
      return () => window.removeEventListener('scroll', hear, how)
    },
    hasScrolled,
    () => false,
  )
