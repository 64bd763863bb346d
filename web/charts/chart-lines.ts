import { linePoints } from '../../shared/rules/frame.ts'
import { type Scheme, TOKENS } from '../ui/theme.ts'
import type { ChartLine, ChartSpec } from './chart-spec.ts'
import { DASH } from './chart-theme.ts'

export type Point = [number, number | null]

/** Size of the dot of a reading between two gaps, which has no neighbour to draw a line to; 0 for all others. */
const lonelyDot = (points: readonly Point[]) => {
  const lonely = new Set(
    points.flatMap(([time, value], index) =>
      value !== null && (points[index - 1]?.[1] ?? null) === null && (points[index + 1]?.[1] ?? null) === null
        ? [time]
        : [],
    ),
  )
  return (value: Point): number => (lonely.has(value[0]) ? 5 : 0)
}

const beforeSeries = (spec: ChartSpec, key: string, before: readonly (number | null)[], colour: string) => ({
  id: `${key} before`,
  type: 'line',
  data: spec.frame.time.flatMap((time, index): Point[] =>
    before[index] === null || before[index] === undefined ? [] : [[time, before[index]]],
  ),
  silent: true,
  showSymbol: false,
  lineStyle: { color: colour, width: 1.6, type: [5, 3] },
  z: 3,
})

/** Minimum to maximum of each step: two stacked lines, the upper filled down to the lower. */
const envelopeSeries = (key: string, min: readonly Point[], max: readonly Point[], colour: string) => {
  const base = {
    type: 'line',
    silent: true,
    showSymbol: false,
    stack: `envelope-${key}`,
    stackStrategy: 'all',
    lineStyle: { opacity: 0 },
    z: 2,
  }
  const height = max.map(([time, value], index): Point => {
    const low = min[index]?.[1] ?? null
    return [time, value === null || low === null ? null : value - low]
  })
  return [
    { ...base, id: `${key} min`, data: min },
    { ...base, id: `${key} max`, data: height, areaStyle: { color: colour, opacity: 0.27 } },
  ]
}

/** A measurement: its mean as a line, and where it stands alone its envelope and the period before. */
export const lineSeries = (spec: ChartSpec, line: ChartLine, index: number, scheme: Scheme, until: number) => {
  const t = TOKENS[scheme]
  const colour = t.s[index % t.s.length] ?? t.steel
  const alone = spec.lines.length === 1
  const points = (column: 'min' | 'mean' | 'max') => linePoints(spec.frame, line.series, column, until)
  const means = points('mean')
  const before = line.before && alone ? [beforeSeries(spec, line.key, line.before, t.brass)] : []
  const envelope = spec.showBand && alone ? envelopeSeries(line.key, points('min'), points('max'), colour) : []
  const mean = {
    id: `${line.key} mean`,
    type: 'line',
    data: means,
    silent: true,
    lineStyle: { color: colour, type: DASH[index % DASH.length] },
    itemStyle: { color: colour },
    showSymbol: true,
    symbol: 'circle',
    symbolSize: lonelyDot(means),
    z: 4,
  }
  return [...envelope, ...before, mean]
}

/** What a climate computer wants, as an edge of comfort that moves. */
export const setPointSeries = (spec: ChartSpec, line: ChartLine, scheme: Scheme, until: number) => ({
  id: `${line.key} wanted`,
  type: 'line',
  data: linePoints(spec.frame, line.series, 'mean', until),
  silent: true,
  step: 'end',
  showSymbol: false,
  lineStyle: { color: TOKENS[scheme].good, width: 1 },
  z: 3,
})
