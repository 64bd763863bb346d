import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../kit/pages/part.ts'
import { LazyBoundary } from '../ui/overlays/lazy-boundary.tsx'
import classes from './chart.module.css'
import { useInViewport } from './control/use-in-viewport.ts'
import { DrawingFailed } from './drawing/drawing-failed.tsx'
import type { DrawOption } from './drawing/option.ts'

/** Comes after what stands around the charts. */
const OptionDrawing = lazyPart(() => import('./drawing/option-drawing.tsx'))

interface Props {
  /** The same function as long as it draws the same. */
  draw: DrawOption
  height: number
  /** Description for a person who does not see the chart. */
  label: string
  /** Lies over the drawing; px from its upper left corner. */
  overlay?: (size: { width: number; height: number }) => ReactNode
}

/** Chart that is drawn as `draw` says, once it is on the screen. */
export function OptionChart({ draw, height, label, overlay }: Props) {
  const { ref: sized, width } = useElementSize<HTMLDivElement>()
  const element = useRef<HTMLDivElement>(null)
  const near = useInViewport(element)
  const size = useMemo(() => ({ width, height }), [width, height])
  const [wasNear, setWasNear] = useState(false)
  if (near && !wasNear) setWasNear(true)
  return (
    <div className={classes.frame}>
      <div
        ref={useMergedRef(sized, element)}
        className={classes.chart}
        role="img"
        aria-label={label}
        style={{ height }}
      >
        {wasNear && width > 0 && (
          <LazyBoundary instead={<DrawingFailed />}>
            <OptionDrawing draw={draw} size={size} near={near} />
          </LazyBoundary>
        )}
      </div>
      {width > 0 && overlay && (
        <div className={classes.overlay} style={{ height }}>
          {overlay(size)}
        </div>
      )}
    </div>
  )
}
