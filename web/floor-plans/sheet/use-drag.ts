import { type PointerEvent, useEffect, useRef } from 'react'

interface Point {
  x: number
  y: number
}

/** px that a pointer moves before it drags; a finger rolls as it taps. */
const DRAG_PX = { mouse: 5, pen: 8, touch: 12 }

const farOf = (type: string): number => (type === 'touch' || type === 'pen' ? DRAG_PX[type] : DRAG_PX.mouse)

interface Drag {
  /** Fingers scroll instead. */
  withoutFingers?: boolean
  /** Hears where what is dragged is by now, as a point of the window. */
  onDrag: (to: Point) => void
  /** Hears where it was let go; null where it was not, as when a second finger came. */
  onEnd: (to: Point | null) => void
}

/**
 * Drags an element by the main button of a mouse, a pen or one finger. What is told is where its middle goes: it stays under the
 * pointer where that gripped it, if `byGrip`, else the pointer itself is told. A second pointer means a zoom, and ends the drag.
 */
export const useDrag = ({ withoutFingers = false, onDrag, onEnd }: Drag, byGrip = false) => {
  const held = useRef<{
    id: number
    at: Point
    grip: Point
    far: number
    last: Point | null
    alone: AbortController
  } | null>(null)
  /** A drag that is over is followed by a click, which is none of its own. */
  const moved = useRef(false)
  const end = (isDone: boolean): void => {
    const { alone, last } = held.current ?? {}
    held.current = null
    alone?.abort()
    if (last !== undefined && last !== null) onEnd(isDone ? last : null)
  }
  useEffect(() => () => held.current?.alone.abort(), [])
  return {
    /** Tells whether a click ends a drag; asked once by each click. One of a key or a screen reader never does. */
    isDrag: ({ detail }: Pick<MouseEvent, 'detail'>): boolean => {
      const was = moved.current
      moved.current = false
      return was && detail > 0
    },
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { pointerId: id, clientX: x, clientY: y, pointerType, currentTarget } = event
        if (held.current) return
        moved.current = false
        if (event.button !== 0 || !event.isPrimary || (withoutFingers && pointerType === 'touch')) return
        const { left, top, width, height } = currentTarget.getBoundingClientRect()
        const grip = byGrip ? { x: x - left - width / 2, y: y - top - height / 2 } : { x: 0, y: 0 }
        const alone = new AbortController()
        held.current = { id, at: { x, y }, grip, far: farOf(pointerType), last: null, alone }
        const other = ({ pointerId }: globalThis.PointerEvent) => {
          if (pointerId === id) return
          moved.current = true
          end(false)
        }
        window.addEventListener('pointerdown', other, { capture: true, signal: alone.signal })
        currentTarget.setPointerCapture(id)
      },
      onPointerMove: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
        const drag = held.current
        if (drag?.id !== pointerId) return
        if (!drag.last && Math.hypot(x - drag.at.x, y - drag.at.y) < drag.far) return
        moved.current = true
        drag.last = { x: x - drag.grip.x, y: y - drag.grip.y }
        onDrag(drag.last)
      },
      onPointerUp: ({ pointerId }: PointerEvent) => held.current?.id === pointerId && end(true),
      onPointerCancel: ({ pointerId }: PointerEvent) => held.current?.id === pointerId && end(false),
      onLostPointerCapture: ({ pointerId }: PointerEvent) => held.current?.id === pointerId && end(false),
    },
  }
}
