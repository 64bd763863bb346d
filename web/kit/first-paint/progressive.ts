import { startTransition, useEffect, useState } from 'react'
import { useFirstRender } from './first-render.ts'
import { hasScrolled, useScrolled } from './scrolled.ts'

/**
 * Tells whether a page is rendered as a whole, not part after part: where the server renders it or has, and where somebody may
 * come back to a place further down.
 */
export const useWholeAtOnce = (): boolean => {
  const first = useFirstRender()
  return first !== null || hasScrolled()
}

/**
 * Tells whether the parts above are on the screen, so that those below are laid out after them, and taps are heard in
 * between.
 */
export const useRenderedAbove = (): boolean => {
  const [rendered, setRendered] = useState(useWholeAtOnce())
  useEffect(() => startTransition(() => setRendered(true)), [])
  return rendered
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

/** ms in which what can be seen becomes complete, before what lies below it is rendered. */
const SEEN_FIRST = 1500

/**
 * How many of `all` large parts below each other are rendered: if it starts `progressive`, the first, later one more whenever the
 * browser has nothing else to do; all as soon as anything is scrolled.
 */
export const useProgressiveCount = (all: number, progressive: boolean): number => {
  const scrolled = useScrolled()
  const [rendered, setRendered] = useState(() => (progressive && !hasScrolled() ? 1 : Number.POSITIVE_INFINITY))
  useEffect(() => {
    if (rendered === Number.POSITIVE_INFINITY) return
    const render = (next: number) => startTransition(() => setRendered(next))
    if (scrolled) return render(Number.POSITIVE_INFINITY)
    let callOff = () => {}
    const begin = () => {
      callOff = whenIdle(() => render(rendered < all ? rendered + 1 : Number.POSITIVE_INFINITY))
    }
    const timer = setTimeout(begin, rendered === 1 ? SEEN_FIRST : 0)
    return () => {
      clearTimeout(timer)
      callOff()
    }
  }, [rendered, all, scrolled])
  return Math.min(rendered, all)
}
