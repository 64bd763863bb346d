import { type AxisUnit, type Scale, shownScaleAround } from '#shared/rules/charts/scale.ts'
import { tickText, viewerFormats } from '../../kit/language/viewer-formats.ts'
import type { ChartLine, ChartSpec } from './chart-spec.ts'

const valuesOf = (lines: readonly ChartLine[]) =>
  lines.flatMap(line => [...line.series.min, ...line.series.max, ...(line.before ?? [])])

/** Ends and ticks of the value axis: round numbers around all that is drawn, with air. */
export const scaleOf = (spec: ChartSpec): Scale => {
  const values = valuesOf([...spec.lines.filter(({ isRight }) => !isRight), ...spec.setPoints])
  const moving = (spec.comfortByAge ?? []).flatMap(({ low_value, high_value }) => [low_value, high_value])
  const marks = [spec.comfort.low, spec.comfort.high, ...moving, ...(spec.reach ?? [])]
  return shownScaleAround({ ...spec, values, marks }, spec, viewerFormats())
}

/** Ends and ticks of the right axis; null where there is none. */
const rightScaleOf = ({ lines, rightAxis }: ChartSpec): Scale | null =>
  rightAxis
    ? shownScaleAround(
        { ...rightAxis, values: valuesOf(lines.filter(({ isRight }) => isRight)), marks: [], limit: null },
        rightAxis,
        viewerFormats(),
      )
    : null

/** Position of a moment and a value in a chart, in px. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  width: number
  height: number
  scale: Scale
  /** Scale of the right axis; null where there is none. */
  rightScale: Scale | null
  /** Ends of the time axis, epoch ms. */
  from: number
  until: number
  x: (time: number) => number
  y: (value: number) => number
  /** Place of a value of the right axis. */
  yRight: (value: number) => number
}

export const GRID = { left: 44, right: 8, top: 8, bottom: 22 } as const
const PX_PER_CHARACTER = 6.7

/** px that the labels of an axis take up beside the plot. */
const roomFor = ({ min, max, interval }: Scale, axis: AxisUnit): number => {
  const longest = Math.max(...[min, max].map(value => tickText(value, interval, axis).length))
  return Math.ceil(longest * PX_PER_CHARACTER) + 10
}

/** The plot of a chart of a size (px). Charts side by side keep the same left edge as long as their labels fit. */
export const plotOf = (spec: ChartSpec, width: number, height: number): Plot => {
  const [scale, rightScale] = [scaleOf(spec), rightScaleOf(spec)]
  const left = Math.max(GRID.left, roomFor(scale, spec))
  const [from, until] = [Date.parse(spec.frame.from), Date.parse(spec.frame.until)]
  const right = spec.right ?? (rightScale && spec.rightAxis ? roomFor(rightScale, spec.rightAxis) : GRID.right)
  const plotWidth = Math.max(1, width - left - right)
  const plotHeight = Math.max(1, height - GRID.top - GRID.bottom)
  const yIn = (of: Scale) => (value: number) => GRID.top + ((of.max - value) / (of.max - of.min)) * plotHeight
  return {
    left,
    right,
    top: GRID.top,
    bottom: GRID.bottom,
    width: plotWidth,
    height: plotHeight,
    scale,
    rightScale,
    from,
    until,
    x: time => left + ((time - from) / (until - from)) * plotWidth,
    y: yIn(scale),
    yRight: yIn(rightScale ?? scale),
  }
}

/** Index of the step nearest to a place `x` (px) in the plot. Times are ascending epoch ms. */
export const stepAt = (plot: Plot, time: readonly number[], x: number): number => {
  const after = time.findIndex(start => plot.x(start) >= x)
  if (after < 0) return time.length - 1
  const before = Math.max(0, after - 1)
  return x - plot.x(time[before] ?? 0) < plot.x(time[after] ?? 0) - x ? before : after
}
