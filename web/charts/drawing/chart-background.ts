import { clockChanges, type TimeTick } from '#shared/rules/charts/ticks.ts'
import { gapsOf } from '#shared/rules/ingest/frame.ts'
import { type Scheme, TOKENS } from '../../ui/theme/theme.ts'
import type { Plot } from './chart-scale.ts'
import type { ChartSpec } from './chart-spec.ts'

/** Width of the strip of comfort at the axis of a chart of several lines, px. */
const STRIP = 8

type Tokens = (typeof TOKENS)[Scheme]

/** Band that moves with the age of the animals: a field for each interval. */
const movingBandOf = ({ comfortByAge = [], lines }: ChartSpec, { scale, from, until }: Plot, t: Tokens) =>
  lines.length > 1
    ? []
    : comfortByAge.flatMap(one => {
        const start = Math.max(one.from, from)
        const end = Math.min(one.until, until)
        const low = Math.max(one.low_value ?? scale.min, scale.min)
        const high = Math.min(one.high_value ?? scale.max, scale.max)
        return start < end && low < high
          ? [[{ coord: [start, low], itemStyle: { color: t.band } }, { coord: [end, high] }]]
          : []
      })

const bandOf = (spec: ChartSpec, { scale, width }: Plot, t: Tokens) => {
  const { low, high } = spec.comfort
  const [from, to] = [Math.max(low ?? scale.min, scale.min), Math.min(high ?? scale.max, scale.max)]
  if ((low === null && high === null) || from >= to) return []
  const start = Date.parse(spec.frame.from)
  const end = Date.parse(spec.frame.until)
  const until = spec.lines.length > 1 ? start + ((end - start) * STRIP) / width : end
  return [[{ coord: [start, from], itemStyle: { color: t.band } }, { coord: [until, to] }]]
}

/** Intervals in which both overlap. */
const bothOf = (some: readonly [number, number][], others: readonly [number, number][]): [number, number][] =>
  some.flatMap(([from, end]) =>
    others
      .map(([otherFrom, otherEnd]): [number, number] => [Math.max(from, otherFrom), Math.min(end, otherEnd)])
      .filter(([start, stop]) => start < stop),
  )

/** The intervals in which none of the lines has a reading. */
export const sharedGaps = ({ frame, lines }: ChartSpec, until: number): [number, number][] =>
  lines
    .map(({ series }) => gapsOf(frame, series, until))
    .reduce<[number, number][] | null>((shared, own) => (shared ? bothOf(shared, own) : own), null) ?? []

const edgeOf = (value: number | null, t: Tokens) =>
  value === null
    ? []
    : [{ yAxis: value, lineStyle: { color: t.good, type: 'solid', width: 1 }, label: { show: false } }]

const limitOf = ({ limit, limitLabel }: ChartSpec, t: Tokens) => {
  if (limit === null) return []
  const label = {
    show: true,
    formatter: limitLabel,
    position: 'insideStartTop',
    color: t.bad,
    fontSize: 12,
    fontWeight: 560,
    distance: [4, 3],
    textBorderColor: t.card,
    textBorderWidth: 3,
  }
  return [{ yAxis: limit, lineStyle: { color: t.bad, type: [6, 4], width: 1.6 }, label }]
}

const nightsOf = (ticks: readonly TimeTick[], t: Tokens) =>
  ticks
    .filter(tick => tick.strong)
    .map(tick => ({
      xAxis: tick.time,
      lineStyle: { color: t.edge, type: 'solid', width: 0.8, opacity: 0.45 },
      label: { show: false },
    }))

/** px from one name of a mark to the one below it. */
const ROW = 14

/** A line at a moment, with a name at its upper end; `row` 0 is the uppermost. */
const markOf = (
  time: number,
  name: string,
  colour: string,
  { t, row = 0, before = false }: { t: Tokens; row?: number; before?: boolean },
) => ({
  xAxis: time,
  lineStyle: { color: colour, type: [2, 3], width: 1 },
  label: {
    show: true,
    // Braces of a text are no places for the library to fill: nothing may stand right behind one.
    formatter: name.replaceAll('{', '{\u200b'),
    position: 'end',
    align: before ? 'right' : 'left',
    distance: 0,
    offset: [before ? -5 : 5, 9 + row * ROW],
    color: t.ink2,
    fontSize: 11.5,
    textBorderColor: t.card,
    textBorderWidth: 3,
  },
})

const clocksOf = ({ frame, clockChangeLabel }: ChartSpec, t: Tokens) =>
  clockChanges(frame.time, frame.time_zone).map(time => markOf(time, clockChangeLabel, t.ink2, { t }))

/** Letters of the name of a mark that are drawn, and the room of each, px. */
const MARK_LETTERS = 20
const LETTER = 6.4

const marksOf = ({ frame, marks = [] }: ChartSpec, { width }: Plot, t: Tokens) => {
  const [from, until] = [Date.parse(frame.from), Date.parse(frame.until)]
  const ends: number[] = []
  return marks
    .filter(({ time }) => time >= from && time < until)
    .toSorted((one, other) => one.time - other.time)
    .map(({ time, label }) => {
      const name = label.length > MARK_LETTERS ? `${label.slice(0, MARK_LETTERS - 1)}…` : label
      const left = ((time - from) / (until - from)) * width
      const room = (name.length + 1) * LETTER
      // A name that the right edge would cut stands before its line.
      const before = left + room > width && left > room
      const begin = before ? left - room : left
      // Names that would cover each other stand in rows.
      const free = ends.findIndex(end => end <= begin)
      const row = free < 0 ? ends.length : free
      ends[row] = begin + room
      return markOf(time, name, t.brass, { t, row, before })
    })
}

/** Comfort, limit, gaps and midnights behind the lines. Several lines on a filled band could not be told apart. */
export const backgroundOf = (
  spec: ChartSpec,
  plot: Plot,
  { scheme, until, ticks }: { scheme: Scheme; until: number; ticks: readonly TimeTick[] },
) => {
  const t = TOKENS[scheme]
  const hatched = sharedGaps(spec, until).map(([from, end]) => [
    { xAxis: from, itemStyle: { color: hatch(scheme) } },
    { xAxis: end },
  ])
  const edges = [...edgeOf(spec.comfort.low, t), ...edgeOf(spec.comfort.high, t)]
  return {
    id: 'background',
    type: 'line',
    data: [],
    silent: true,
    markArea: {
      silent: true,
      animation: false,
      data: [...bandOf(spec, plot, t), ...movingBandOf(spec, plot, t), ...hatched],
    },
    markLine: {
      silent: true,
      animation: false,
      symbol: 'none',
      data: [...nightsOf(ticks, t), ...clocksOf(spec, t), ...marksOf(spec, plot, t), ...edges, ...limitOf(spec, t)],
    },
  }
}

const patterns = new Map<Scheme, object>()

/** Slanted lines that say: nothing was measured here. */
export const hatch = (scheme: Scheme): object => {
  const known = patterns.get(scheme)
  if (known) return known
  const t = TOKENS[scheme]
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 8
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = t.noneSoft
    context.fillRect(0, 0, 8, 8)
    context.strokeStyle = t.none
    context.globalAlpha = 0.55
    context.lineWidth = 1.1
    for (const at of [-8, 0, 8]) {
      context.moveTo(at - 1, 9)
      context.lineTo(at + 9, -1)
    }
    context.stroke()
  }
  const pattern = { image: canvas, repeat: 'repeat' }
  patterns.set(scheme, pattern)
  return pattern
}
