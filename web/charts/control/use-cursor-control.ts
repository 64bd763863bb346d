import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Plot, stepAt } from '../drawing/chart-scale.ts'
import type { Cursor } from './cursor.ts'

const COARSE = 10
/** A finger that rests this long (ms) means the chart; one that moves on before, further than the slack (px), the page. */
const HOLD = 250
const SLACK = 10

/** Marks what belongs to the value under the cursor: touching it does not take the cursor away. */
export const KEEPS_CURSOR = 'data-keeps-cursor'

/** Moves a cursor to where the arrow keys want it; null takes it away, undefined leaves it. */
export const keyTarget = (
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  at: number | null,
  last: number,
): number | null | undefined => {
  const step = shiftKey ? COARSE : 1
  const start = at ?? last
  const target = {
    ArrowLeft: at === null ? last : start - step,
    ArrowRight: at === null ? last : start + step,
    Home: 0,
    End: last,
  }[key]
  if (key === 'Escape') return at === null ? undefined : null
  return target === undefined ? undefined : Math.max(0, Math.min(last, target))
}

interface Held {
  x: number
  y: number
  timer: number
  active: boolean
}

/** Mouse, finger and keys on a chart, as handlers of its element. Scrolling the page always wins over the chart. */
export const useCursorControl = (
  plot: Plot,
  time: readonly number[],
  cursor: Cursor,
  onKey: (index: number) => void,
  {
    onPick,
    onEscape,
    acrossMovesOn = true,
  }: {
    onPick?: ((index: number) => void) | undefined
    /** Called on Escape where there is no cursor to take away. */
    onEscape?: (() => void) | undefined
    /** True where a finger that moves across takes the cursor along; else it has to rest first. */
    acrossMovesOn?: boolean
  } = {},
) => {
  const held = useRef<Held | null>(null)
  const put = (event: { currentTarget: Element; clientX: number }) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    cursor.set(time[stepAt(plot, time, x)] ?? null)
  }
  const letGo = () => {
    if (!held.current) return
    clearTimeout(held.current.timer)
    // The value stays readable when the finger is gone, until the next touch.
    if (held.current.active) {
      const next = ({ target }: Event) => {
        if (target instanceof Element && target.closest(`[${KEEPS_CURSOR}]`)) return
        document.removeEventListener('pointerdown', next, { capture: true })
        cursor.set(null)
      }
      document.addEventListener('pointerdown', next, { capture: true })
    }
    held.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') return
      const { clientX, clientY, currentTarget } = event
      const hold = () => {
        if (!held.current) return
        held.current.active = true
        put({ currentTarget, clientX })
      }
      held.current = { x: clientX, y: clientY, active: false, timer: window.setTimeout(hold, HOLD) }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') return put(event)
      const now = held.current
      if (!now) return
      const [across, down] = [Math.abs(event.clientX - now.x), Math.abs(event.clientY - now.y)]
      if (acrossMovesOn && across > SLACK && across > down) now.active = true
      else if (!acrossMovesOn && !now.active && across > SLACK) return letGo()
      else if (!now.active && down > SLACK) return letGo()
      if (now.active) put(event)
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') cursor.set(null)
      else letGo()
    },
    onContextMenu: (event: { preventDefault: () => void }) => held.current && event.preventDefault(),
    onBlur: () => cursor.set(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const now = cursor.read()
      const at = now === null ? null : time.findLastIndex(start => start <= now)
      if (event.key === 'Enter' && at !== null) return onPick?.(at)
      const target = keyTarget(event, at, time.length - 1)
      if (event.key === 'Escape' && at === null) onEscape?.()
      if (target === undefined) return
      event.preventDefault()
      event.stopPropagation()
      cursor.set(target === null ? null : (time[target] ?? null))
      if (target !== null) onKey(target)
    },
  }
}
