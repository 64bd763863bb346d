import { useEffect, useState } from 'react'

/** px somebody scrolls down before the bar makes room. */
const DISTANCE = 100

/** Tells whether the bar is shown: near the top, and as soon as somebody scrolls up. `fixedAt` is how near, in px. */
export const useHeadroom = (fixedAt: number): boolean => {
  const [visible, setVisible] = useState(true)
  useEffect(() => {
    // The position of the page is not asked before it moves: that would lay it out in the middle of its first drawing.
    let last = 0
    let turned = fixedAt
    const follow = () => {
      const at = window.scrollY
      if (at <= fixedAt || at < last) turned = Math.max(at, fixedAt)
      last = at
      setVisible(at - turned < DISTANCE)
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [fixedAt])
  return visible
}
