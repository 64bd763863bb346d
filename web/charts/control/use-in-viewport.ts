import { type RefObject, useEffect, useState } from 'react'
import { useScrolled } from '../../kit/first-paint/scrolled.ts'

/** Distance outside the screen within which an element counts as near, once somebody scrolls. */
const MARGIN = '320px'

/** Tells whether an element is on the screen or about to be scrolled onto it. */
export const useInViewport = (element: RefObject<Element | null>): boolean => {
  const [near, setNear] = useState(false)
  const rootMargin = useScrolled() ? MARGIN : '0px'
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, rootMargin])
  return near
}
