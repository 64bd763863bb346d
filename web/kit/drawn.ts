import { startTransition, useEffect, useState } from 'react'
import { hasScrolled } from './scrolled.ts'

/** Whether this is the server, which draws a sketch. */
export const isSketching = typeof document === 'undefined'

/**
 * Whether a page is drawn as a whole, not part after part: in the server's sketch and by the product that takes over from
 * one, and where somebody may come back to a place further down.
 */
export const isDrawnAtOnce = (): boolean => isSketching || hasScrolled() || document.getElementById('sketch') !== null

/**
 * Whether what stands above is on the screen, so that what stands below is laid out after it, and taps are heard in between.
 */
export const useDrawn = (): boolean => {
  const [drawn, setDrawn] = useState(isDrawnAtOnce)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return drawn
}
