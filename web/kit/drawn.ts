import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { createListeners } from './outside.ts'
import { hasScrolled } from './scrolled.ts'

/** Whether a page is drawn as a whole: where somebody may come back to a place further down, and in the server's sketch. */
export const isDrawnAtOnce = (): boolean => hasScrolled() || typeof document === 'undefined'

/** Parts of the page that are still to come. */
let missing = 0
const listeners = createListeners()

/** Says that a part of the page is still to come, as long as it `isMissing`. */
export const useMissing = (isMissing: boolean): void =>
  useLayoutEffect(() => {
    if (!isMissing) return
    missing++
    return () => {
      missing--
      listeners.tell()
    }
  }, [isMissing])

/** Calls back, before it is painted, when no part of the page is missing any more. */
export const whenDrawn = (then: () => void): void => {
  if (missing === 0) {
    then()
    return
  }
  const stop = listeners.listen(() =>
    // What is drawn instead may have parts of its own.
    queueMicrotask(() => {
      if (missing > 0) return
      stop()
      then()
    }),
  )
}

/**
 * Whether what stands above is on the screen, so that what stands below is laid out after it, and taps are heard in between.
 */
export const useDrawn = (): boolean => {
  const [drawn, setDrawn] = useState(isDrawnAtOnce)
  useMissing(!drawn)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return drawn
}
