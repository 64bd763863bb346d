import classes from '../chart.module.css'
import type { Plot } from '../drawing/chart-scale.ts'
import type { ChartSpec } from '../drawing/chart-spec.ts'
import { type Cursor, useCursorIndex } from './cursor.ts'

/** The cursor over a chart: a hairline, and a dot on each line. Lies above the drawing, which need not be drawn again. */
export function CursorMark({ spec, plot, cursor }: { spec: ChartSpec; plot: Plot; cursor: Cursor }) {
  const { time } = spec.frame
  const index = useCursorIndex(cursor, time)
  if (index === null) return null
  const x = plot.x(time[index] ?? 0)
  if (x < plot.left - 1) return null
  return (
    <>
      <i
        className={classes.line}
        data-cursor
        style={{ top: plot.top, height: plot.height, transform: `translateX(${x - 0.5}px)` }}
      />
      {spec.lines.map(({ key, series, slot, isRight }, line) => {
        const value = series.mean[index] ?? null
        return (
          value !== null && (
            <i
              key={key}
              className={classes.dot}
              style={{
                transform: `translate(${x}px, ${isRight ? plot.yRight(value) : plot.y(value)}px)`,
                background: `var(--bm-s${(slot ?? line) + 1})`,
              }}
            />
          )
        )
      })}
    </>
  )
}
