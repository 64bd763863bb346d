import { type RefObject, useEffect, useState } from 'react'
import { useOutside } from '../kit/outside.ts'

/** So far outside the screen something counts as near, once somebody scrolls. */
const MARGIN = '320px'

let scrolled = false

/** Whether anything has been scrolled yet: until then only what is on the screen is worth its work. */
const useScrolled = (): boolean =>
  useOutside(
    listener => {
      const hear = () => {
        scrolled = true
        listener()
      }
      const how = { capture: true, passive: true, once: true }
      window.addEventListener('scroll', hear, how)
      return () => window.removeEventListener('scroll', hear, how)
    },
    () => scrolled,
  )

/** Whether an element is on the screen or about to be scrolled onto it. */
export const useNear = (element: RefObject<Element | null>): boolean => {
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
