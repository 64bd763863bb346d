import { startTransition, useEffect, useState } from 'react'
import { hasScrolled } from './scrolled.ts'

/**
 * Whether what stands above is on the screen, so that what stands below is laid out after it, and taps are heard in between.
 * True at once where somebody may come back to a place further down.
 */
export const useDrawn = (): boolean => {
  const [drawn, setDrawn] = useState(hasScrolled)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return drawn
}
