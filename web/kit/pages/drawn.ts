import { startTransition, useEffect, useState } from 'react'
import { hasScrolled, useScrolled } from '../browser/scrolled.ts'

/** True on the server, which draws a sketch. */
export const isSketching = typeof document === 'undefined'

/**
 * Tells whether a page is drawn as a whole, not part after part: in the server's sketch and by the product that takes
 * over from one, and where somebody may come back to a place further down.
 */
export const isDrawnAtOnce = (): boolean => isSketching || hasScrolled() || document.getElementById('sketch') !== null

/**
 * Tells whether the parts above are on the screen, so that those below are laid out after them, and taps are heard in
 * between.
 */
export const useDrawn = (): boolean => {
  const [drawn, setDrawn] = useState(isDrawnAtOnce)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return drawn
}

/** Calls back when the browser has nothing else to do, at last after some ms. Returns what calls it off. */
const whenIdle = (then: () => void, atLast = 300): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(then, atLast / 6)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(then, { timeout: atLast })
  return () => cancelIdleCallback(idle)
}

/** ms in which what can be seen becomes complete, before what lies below it is drawn. */
const SEEN_FIRST = 1500

/**
 * How many of `all` large parts below each other are drawn: if it starts `oneByOne`, the first, later one more whenever the
 * browser has nothing else to do; all as soon as anything is scrolled.
 */
export const useOneByOne = (all: number, oneByOne: boolean): number => {
  const scrolled = useScrolled()
  const [drawn, setDrawn] = useState(() => (oneByOne && !hasScrolled() ? 1 : Number.POSITIVE_INFINITY))
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return
    const draw = (next: number) => startTransition(() => setDrawn(next))
    if (scrolled) return draw(Number.POSITIVE_INFINITY)
    let callOff = () => {}
    const begin = () => {
      callOff = whenIdle(() => draw(drawn < all ? drawn + 1 : Number.POSITIVE_INFINITY))
    }
    const timer = setTimeout(begin, drawn === 1 ? SEEN_FIRST : 0)
    return () => {
      clearTimeout(timer)
      callOff()
    }
  }, [drawn, all, scrolled])
  return Math.min(drawn, all)
}
