import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../kit/pages/part.ts'
import { LazyBoundary } from '../ui/overlays/lazy-boundary.tsx'
import classes from './chart.module.css'
import type { Cursor } from './control/cursor.ts'
import { CursorMark } from './control/cursor-mark.tsx'
import { useCursorControl } from './control/use-cursor-control.ts'
import { useInViewport } from './control/use-in-viewport.ts'
import { handlersOf, useZoomControl, type ZoomWays } from './control/use-zoom-control.ts'
import { type Plot, plotOf } from './drawing/chart-scale.ts'
import type { ChartSpec } from './drawing/chart-spec.ts'
import { DrawingFailed } from './drawing/drawing-failed.tsx'

/** Comes after the dials and the heads of the charts. */
const Drawing = lazyPart(() => import('./drawing/drawing.tsx'))

interface Props {
  spec: ChartSpec
  cursor: Cursor
  height: number
  /** Description for a person who does not see the chart. */
  label: string
  /** Words read out when the keys move the cursor to a step. */
  sayAt: (index: number) => string
  /** Shows an interval closer, and what can be done then; without it there is nothing closer to show. */
  zoom?: ZoomWays
  /** A step of the frame that was clicked, or chosen with Enter. */
  onPick?: (index: number) => void
  /** Lies over the drawing, at places of the plot. */
  overlay?: (plot: Plot) => ReactNode
}

/** Climate chart: band, envelope, mean, gaps, the period before; mouse, finger and arrow keys move the cursor. */
export function ClimateChart({ spec, cursor, height, label, sayAt, zoom: ways, onPick, overlay }: Props) {
  const { ref: sized, width } = useElementSize<HTMLDivElement>()
  const element = useRef<HTMLDivElement>(null)
  const near = useInViewport(element)
  const [said, setSaid] = useState('')
  const plot = useMemo(() => plotOf(spec, width, height), [spec, width, height])
  const size = useMemo(() => ({ width, height }), [width, height])
  const control = useCursorControl(plot, spec.frame.time, cursor, index => setSaid(sayAt(index)), {
    onPick,
    onEscape: ways?.onReset,
    acrossMovesOn: ways?.onPan === undefined,
  })
  const zoom = useZoomControl(
    plot,
    ways,
    onPick &&
      (time =>
        onPick(
          Math.max(
            0,
            spec.frame.time.findLastIndex(start => start <= time),
          ),
        )),
  )
  const [wasNear, setWasNear] = useState(false)
  if (near && !wasNear) setWasNear(true)
  return (
    <div className={classes.frame}>
      <div
        ref={useMergedRef(sized, element)}
        className={classes.chart}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the cursor over the drawing
        tabIndex={0}
        style={{ height }}
        {...(ways?.onPan ? { 'data-pans': true } : {})}
        {...handlersOf(control, zoom.handlers)}
        onDoubleClick={ways?.onReset}
      >
        {wasNear && width > 0 && (
          <LazyBoundary instead={<DrawingFailed />}>
            <Drawing spec={spec} plot={plot} size={size} near={near} />
          </LazyBoundary>
        )}
        {width > 0 && <CursorMark spec={spec} plot={plot} cursor={cursor} />}
        {zoom.span && (
          <i
            className={classes.zoom}
            style={{ left: zoom.span.left, width: zoom.span.width, top: plot.top, height: plot.height }}
          />
        )}
      </div>
      {width > 0 && overlay && (
        <div className={classes.overlay} style={{ height }}>
          {overlay(plot)}
        </div>
      )}
      <p className="bm-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
