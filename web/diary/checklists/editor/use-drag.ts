import { type PointerEvent, useRef, useState } from 'react'

interface Options {
  onOver: (key: string, target: string) => void
  onDrop: (key: string) => void
}

/** The row (`data-key`) below a pointer, within the list of the handle. */
const rowAt = (handle: Element, y: number): string | null => {
  for (const row of handle.closest('ol')?.querySelectorAll<HTMLElement>('[data-key]') ?? []) {
    const { top, bottom } = row.getBoundingClientRect()
    if (y >= top && y < bottom) return row.dataset.key ?? null
  }
  return null
}

/** px from the edge of the window at which the page follows. */
const EDGE = 90
const STEP = 12

/** Rows change places while one is dragged by its handle; arrows and keys do the same without a drag. */
export const useDrag = ({ onOver, onDrop }: Options) => {
  const [dragged, setDragged] = useState<string | null>(null)
  const last = useRef<string | null>(null)
  const end = () => {
    if (dragged !== null) onDrop(dragged)
    setDragged(null)
  }
  return {
    dragged,
    handle: (key: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = null
        setDragged(key)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (dragged !== key) return
        if (event.clientY < EDGE) window.scrollBy(0, -STEP)
        if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP)
        const target = rowAt(event.currentTarget, event.clientY)
        // A tall row that has just been passed would be met again at once.
        if (target === last.current) return
        last.current = target
        if (target !== null && target !== key) onOver(key, target)
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  }
}
