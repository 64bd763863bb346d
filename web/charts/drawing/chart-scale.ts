import { type Scale, scaleAround } from '#shared/rules/charts/scale.ts'
import type { ChartSpec } from './chart-spec.ts'

/** Ends and ticks of the value axis: round numbers around all that is drawn, with air. */
export const scaleOf = (spec: ChartSpec): Scale => {
  const values = [...spec.lines, ...spec.setPoints].flatMap(line => [
    ...line.series.min,
    ...line.series.max,
    ...(line.before ?? []),
  ])
  const moving = (spec.comfortByAge ?? []).flatMap(({ low_value, high_value }) => [low_value, high_value])
  const marks = [spec.comfort.low, spec.comfort.high, ...moving, ...(spec.reach ?? [])]
  return scaleAround({ ...spec, values, marks })
}

/** Position of a moment and a value in a chart, in px. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  width: number
  height: number
  scale: Scale
  /** Ends of the time axis, epoch ms. */
  from: number
  until: number
  x: (time: number) => number
  y: (value: number) => number
}

export const GRID = { left: 44, right: 8, top: 8, bottom: 22 } as const
const PX_PER_CHARACTER = 6.7

/** The plot of a chart of a size (px). Charts side by side keep the same left edge as long as their labels fit. */
export const plotOf = (spec: ChartSpec, width: number, height: number): Plot => {
  const scale = scaleOf(spec)
  const longest = Math.max(...[scale.min, scale.max].map(value => spec.formatTick(value, scale.interval).length))
  const left = Math.max(GRID.left, Math.ceil(longest * PX_PER_CHARACTER) + 10)
  const [from, until] = [Date.parse(spec.frame.from), Date.parse(spec.frame.until)]
  const right = spec.right ?? GRID.right
  const plotWidth = Math.max(1, width - left - right)
  const plotHeight = Math.max(1, height - GRID.top - GRID.bottom)
  return {
    left,
    right,
    top: GRID.top,
    bottom: GRID.bottom,
    width: plotWidth,
    height: plotHeight,
    scale,
    from,
    until,
    x: time => left + ((time - from) / (until - from)) * plotWidth,
    y: value => GRID.top + ((scale.max - value) / (scale.max - scale.min)) * plotHeight,
  }
}

/** Index of the step nearest to a place `x` (px) in the plot. Times are ascending epoch ms. */
export const stepAt = (plot: Plot, time: readonly number[], x: number): number => {
  const after = time.findIndex(start => plot.x(start) >= x)
  if (after < 0) return time.length - 1
  const before = Math.max(0, after - 1)
  return x - plot.x(time[before] ?? 0) < plot.x(time[after] ?? 0) - x ? before : after
}
