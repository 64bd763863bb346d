import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export const MOST_ZOOM = 8
/** Factor of one press of a button or key. */
export const ZOOM_STEP = 1.5

interface Point {
  x: number
  y: number
}

const between = ([one, other]: readonly [Touch, Touch]): { middle: Point; apart: number } => ({
  middle: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
  apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
})

const twoOf = ({ touches: [one, other] }: TouchEvent): readonly [Touch, Touch] | null =>
  one && other ? [one, other] : null

/**
 * Zoom of a picture that lies in a box which scrolls: 1 fits it. Two fingers zoom, and a wheel with the control key; what is under
 * them stays there, else what is in the middle.
 */
export const usePlanZoom = (box: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) => {
  const [zoom, setZoom] = useState(1)
  const now = useRef(1)
  /** Point of the window that stays, and the share of the picture that is there. */
  const kept = useRef<{ at: Point; share: Point } | null>(null)

  const zoomTo = useCallback(
    (wanted: number, point?: Point) => {
      const next = Math.min(MOST_ZOOM, Math.max(1, wanted))
      const [frame, drawn] = [box.current?.getBoundingClientRect(), picture.current?.getBoundingClientRect()]
      if (!frame || !drawn || next === now.current) return
      const at = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 }
      kept.current = { at, share: { x: (at.x - drawn.left) / drawn.width, y: (at.y - drawn.top) / drawn.height } }
      now.current = next
      setZoom(next)
    },
    [box, picture],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom has been laid out
  useLayoutEffect(() => {
    const drawn = picture.current?.getBoundingClientRect()
    if (!kept.current || !box.current || !drawn) return
    const { at, share } = kept.current
    box.current.scrollLeft += drawn.left + share.x * drawn.width - at.x
    box.current.scrollTop += drawn.top + share.y * drawn.height - at.y
    kept.current = null
  }, [zoom, box, picture])

  useEffect(() => {
    const element = box.current
    if (!element) return
    let begun: { apart: number; zoom: number } | null = null
    const begin = (event: TouchEvent) => {
      const two = twoOf(event)
      begun = two && { apart: between(two).apart, zoom: now.current }
    }
    // React listens to these without a way to keep the browser from zooming the whole page.
    const move = (event: TouchEvent) => {
      const two = twoOf(event)
      if (!two || !begun) return
      event.preventDefault()
      const { apart, middle } = between(two)
      zoomTo((begun.zoom * apart) / begun.apart, middle)
    }
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomTo(now.current * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY })
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('wheel', wheel)
    }
  }, [box, zoomTo])

  return { zoom, zoomTo }
}
