import { useEffect } from 'react'

/** Brings the part of a page that the address names into sight, and the focus to it: it is what somebody came for. */
export const useMarked = (id: string): void => {
  useEffect(() => {
    if (!id) return
    // The heading of a page that opens takes the focus with the next picture, before this.
    const frame = requestAnimationFrame(() => {
      const part = document.getElementById(id)
      part?.scrollIntoView({ block: 'start' })
      part?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
}
