import { linePoints } from '#shared/rules/ingest/frame.ts'
import { type Scheme, TOKENS } from '../../ui/theme/theme.ts'
import type { Plot } from './chart-scale.ts'
import type { ChartLine, ChartSpec } from './chart-spec.ts'
import { COMPARED_DASH, DASH } from './chart-theme.ts'

export type LinePoint = [number, number | null]

/** Readings between two gaps: they have no neighbour to draw a line to. */
const lonelyPoints = (points: readonly LinePoint[]): LinePoint[] =>
  points.filter(
    ([, value], index) =>
      value !== null && (points[index - 1]?.[1] ?? null) === null && (points[index + 1]?.[1] ?? null) === null,
  )

const beforeSeries = (spec: ChartSpec, key: string, before: readonly (number | null)[], colour: string) => ({
  id: `${key} before`,
  type: 'line',
  data: spec.frame.time.flatMap((time, index): LinePoint[] =>
    before[index] === null || before[index] === undefined ? [] : [[time, before[index]]],
  ),
  silent: true,
  showSymbol: false,
  lineStyle: { color: colour, width: 1.6, type: [5, 3] },
  z: 3,
})

/** Minimum to maximum of each step: two stacked lines, the upper filled down to the lower. */
const envelopeSeries = (key: string, min: readonly LinePoint[], max: readonly LinePoint[], colour: string) => {
  const base = {
    type: 'line',
    silent: true,
    showSymbol: false,
    stack: `envelope-${key}`,
    stackStrategy: 'all',
    lineStyle: { opacity: 0 },
    z: 2,
  }
  const height = max.map(([time, value], index): LinePoint => {
    const low = min[index]?.[1] ?? null
    return [time, value === null || low === null ? null : value - low]
  })
  return [
    { ...base, id: `${key} min`, data: min },
    { ...base, id: `${key} max`, data: height, areaStyle: { color: colour, opacity: 0.27 } },
  ]
}

/** Dots of different measurements differ in shape, too. */
const SYMBOLS = ['circle', 'diamond', 'triangle', 'rect', 'pin']
/** Share of a step that its bars take up. */
const BAR = 0.8
const DOT = 5

/** Marks along a line of the right axis. */
const RIGHT_MARKS = 9
const RIGHT_MARK = 7

/**
 * Marks of a line, as a series of their own: symbols of the line itself would be made for each of its points, also those of no size,
 * which was a third of what a chart costs. A reading that stands alone is a dot. Diamonds along a line of the right axis are
 * the cue beside colour that says where it is read.
 */
const marksOf = (points: readonly LinePoint[], isRight: boolean) => {
  const lonely = lonelyPoints(points)
  if (!isRight) return { data: lonely, symbol: 'circle', symbolSize: DOT }
  const marked = points.filter(([, value]) => value !== null)
  const every = Math.max(1, Math.floor(marked.length / RIGHT_MARKS))
  const data = [...new Set([...marked.filter((_, index) => index % every === 0), ...lonely])]
  return { data, symbol: 'diamond', symbolSize: RIGHT_MARK }
}

/** A measurement: its mean as line, bars or dots, and where it stands alone its envelope and what it is compared with. */
export const lineSeries = (
  spec: ChartSpec,
  line: ChartLine,
  index: number,
  { scheme, until, plot }: { scheme: Scheme; until: number; plot: Plot },
) => {
  const t = TOKENS[scheme]
  const slot = line.slot ?? index
  const colour = t.s[slot % t.s.length] ?? t.steel
  const alone = spec.lines.length === 1
  const points = (column: 'min' | 'mean' | 'max') => linePoints(spec.frame, line.series, column, until)
  const means = points('mean')
  const before = line.before && alone ? [beforeSeries(spec, line.key, line.before, t.brass)] : []
  const envelope =
    spec.showBand && alone && spec.type === 'line' ? envelopeSeries(line.key, points('min'), points('max'), colour) : []
  const axis = line.isRight && spec.rightAxis ? { yAxisIndex: 1 } : {}
  const drawn = { id: `${line.key} mean`, data: means, silent: true, itemStyle: { color: colour }, z: 4, ...axis }
  const width = Math.max(1, (BAR * plot.width) / spec.frame.time.length / spec.lines.length)
  const mean = {
    line: {
      ...drawn,
      type: 'line',
      lineStyle: {
        color: colour,
        ...(line.isCompared ? { type: COMPARED_DASH, width: 1.6 } : { type: DASH[slot % DASH.length] }),
      },
      showSymbol: false,
    },
    bar: { ...drawn, type: 'bar', barWidth: width, barGap: '0%' },
    scatter: { ...drawn, type: 'scatter', symbol: SYMBOLS[slot % SYMBOLS.length], symbolSize: DOT },
  }[spec.type]
  const marks = { ...drawn, id: `${line.key} marks`, type: 'scatter', ...marksOf(means, line.isRight === true) }
  return [...envelope, ...before, mean, ...(spec.type === 'line' && marks.data.length > 0 ? [marks] : [])]
}

/** Set point of a climate computer, as an edge of comfort that moves. */
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

/** Edges of comfort that follow the age of the animals: steps at local midnights, broken where none is known. */
export const comfortByAgeSeries = ({ comfortByAge = [] }: ChartSpec, scheme: Scheme) =>
  (['low_value', 'high_value'] as const).flatMap(edge => {
    const data = comfortByAge.flatMap((one, index): LinePoint[] => {
      const next = comfortByAge[index + 1]
      const end: LinePoint[] =
        next?.from === one.until
          ? []
          : [
              [one.until, one[edge]],
              [one.until, null],
            ]
      return [[one.from, one[edge]], ...end]
    })
    return data.length === 0
      ? []
      : [
          {
            id: `comfort ${edge}`,
            type: 'line',
            data,
            silent: true,
            step: 'end',
            showSymbol: false,
            lineStyle: { color: TOKENS[scheme].good, width: 1 },
            z: 3,
          },
        ]
  })
