import { type PointerEvent, useRef, useState } from 'react'
import { entriesOf } from '#shared/rules/collections/keys.ts'
import type { Plot } from '../drawing/chart-scale.ts'

/** A drag shorter than this (px) was a click. */
const SHORTEST = 12

type Handler = (event: PointerEvent<HTMLElement>) => void
type Handlers = Partial<Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', Handler>>
const NO_HANDLERS: Handlers = {}

interface Span {
  left: number
  width: number
}

/** Moment (epoch ms) at a place (px) in a plot of `from` to `until`, inside its ends. */
const timeAt = ({ left, width, from, until }: Plot, x: number): number =>
  from + Math.max(0, Math.min(1, (x - left) / width)) * (until - from)

const placeOf = (event: { currentTarget: Element; clientX: number }): number =>
  event.clientX - event.currentTarget.getBoundingClientRect().left

/** Two places of a plot as an interval inside it; null where they are too near each other. */
export const plotSpanOf = ({ left, width }: Pick<Plot, 'left' | 'width'>, a: number, b: number): Span | null => {
  const [start, end] = [Math.max(left, Math.min(a, b)), Math.min(left + width, Math.max(a, b))]
  return end - start < SHORTEST ? null : { left: start, width: end - start }
}

/** Part of a plot that was between two fingers, and fills it after they moved apart. */
export const pinchSpan = (plot: Pick<Plot, 'left' | 'width'>, began: [number, number], ended: [number, number]) => {
  const [near, far] = [Math.abs(began[1] - began[0]), Math.abs(ended[1] - ended[0])]
  if (near < SHORTEST || far < near * 1.3) return null
  const middle = (began[0] + began[1]) / 2
  const half = (plot.width * near) / far / 2
  return plotSpanOf(plot, middle - half, middle + half)
}

/** Ways to zoom: what can be done with an interval (epoch ms). */
export interface ZoomWays {
  onZoom: (from: number, until: number) => void
  /** Moves what is shown closer by some ms; only while something is. */
  onPan?: ((by: number) => void) | undefined
  /** Leaves what is shown closer. */
  onReset?: (() => void) | undefined
}

/** px a finger trembles. */
const SLACK = 10
/** A second click within this many ms makes it a double one. */
const DOUBLE = 300
/** A finger that rests this long (ms) before it moves means the cursor. */
const RESTS = 250

/** Distance (ms) a finger moved what it lies on: to the right shows what was earlier. */
export const panOf = ({ width, from, until }: Pick<Plot, 'width' | 'from' | 'until'>, a: number, b: number): number =>
  Math.abs(b - a) < SHORTEST ? 0 : ((a - b) / width) * (until - from)

/**
 * Shows closer what a mouse drags over, or what two fingers spread; a click picks the moment. One finger is the page's and
 * the cursor's; while something is shown closer it moves that, as a mouse with Shift does.
 */
export const useZoomControl = (plot: Plot, ways: ZoomWays | undefined, onPick?: (time: number) => void) => {
  const [span, setSpan] = useState<Span | null>(null)
  const drag = useRef<{ x: number; pans: boolean } | null>(null)
  const click = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fingers = useRef(new Map<number, { began: number; now: number; at: number; movedAt: number | null }>())
  if (!ways) return { span: null, handlers: NO_HANDLERS }
  const { onZoom, onPan, onReset } = ways

  const pan = (a: number, b: number) => {
    const by = panOf(plot, a, b)
    if (by !== 0) onPan?.(by)
  }
  const pick = (time: number) => {
    clearTimeout(click.current)
    // The second click of two leads out again instead.
    if (onReset) click.current = setTimeout(() => onPick?.(time), DOUBLE)
    else onPick?.(time)
  }

  const show = (chosen: Span | null) => {
    setSpan(null)
    if (chosen) onZoom(timeAt(plot, chosen.left), timeAt(plot, chosen.left + chosen.width))
  }
  const pinch = (): Span | null => {
    const [a, b] = [...fingers.current.values()]
    return a && b ? pinchSpan(plot, [a.began, b.began], [a.now, b.now]) : null
  }
  const end: Handler = event => {
    if (event.pointerType === 'mouse') {
      const from = drag.current
      drag.current = null
      if (from === null) return
      if (from.pans) return pan(from.x, placeOf(event))
      const chosen = plotSpanOf(plot, from.x, placeOf(event))
      show(chosen)
      if (chosen) clearTimeout(click.current)
      else if (event.detail > 1) clearTimeout(click.current)
      else pick(timeAt(plot, placeOf(event)))
      return
    }
    const chosen = fingers.current.size === 2 ? pinch() : null
    const [only] = fingers.current.size === 1 ? [...fingers.current.values()] : []
    fingers.current.clear()
    if (chosen) show(chosen)
    else if (only && only.movedAt !== null && only.movedAt - only.at < RESTS) pan(only.began, placeOf(event))
  }
  const handlers: Handlers = {
    onPointerDown: event => {
      if (event.pointerType !== 'mouse') {
        const x = placeOf(event)
        fingers.current.set(event.pointerId, { began: x, now: x, at: event.timeStamp, movedAt: null })
      } else if (event.button === 0) {
        drag.current = { x: placeOf(event), pans: event.shiftKey && onPan !== undefined }
        event.currentTarget.setPointerCapture(event.pointerId)
      }
    },
    onPointerMove: event => {
      const finger = fingers.current.get(event.pointerId)
      if (finger) {
        finger.now = placeOf(event)
        if (Math.abs(finger.now - finger.began) >= SLACK) finger.movedAt ??= event.timeStamp
      } else if (drag.current && !drag.current.pans) setSpan(plotSpanOf(plot, drag.current.x, placeOf(event)))
    },
    onPointerUp: end,
    onPointerCancel: event => {
      drag.current = null
      fingers.current.delete(event.pointerId)
      setSpan(null)
    },
  }
  return { span, handlers }
}

/** The handlers of both, one after the other. */
export const handlersOf = <Control extends Handlers>(control: Control, more: Handlers): Control => {
  const both = entriesOf(more).map(([name, handler]) => {
    const own = control[name]
    return [
      name,
      (event: PointerEvent<HTMLElement>) => {
        own?.(event)
        handler(event)
      },
    ]
  })
  return { ...control, ...Object.fromEntries(both) }
}
