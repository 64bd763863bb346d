import type { CustomSeriesOption } from 'echarts/charts'
import type { z } from 'zod'
import type { BoxAnswer } from '#shared/contract/measurements/statistics.ts'
import { type AxisUnit, shownTicks } from '#shared/rules/charts/scale.ts'
import { ENOUGH_DATA } from '#shared/rules/ingest/frame.ts'
import type { DrawOption } from '../../charts/drawing/option.ts'
import { tickText, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { TOKENS } from '../../ui/theme/theme.ts'
import type { Edges } from '../dashboard/edges.ts'
import { sizeOf } from './cells.ts'
import { roomFor } from './chart-words.ts'

type Box = z.infer<typeof BoxAnswer>

export interface SpreadRow {
  id: number
  name: string
  slot: number
  box: Box
  /** Share of the data that is there, 0 to 1. */
  coverage: number
  edges: Edges
}

export interface SpreadWords {
  limit: (value: number) => string
  comfort: (edges: Edges) => string
}

interface Spread {
  rows: readonly SpreadRow[]
  /** Comfort and limit that all areas share; null where they differ, or there are none. */
  shared: Edges | null
  fromZero: boolean
  axis: AxisUnit
  words: SpreadWords
}

/** Fewer values are points, not a box (science §5). */
export const LEAST_BOX = 5

export const ROWS_TOP = 6
export const ROWS_BOTTOM = 24
export const RIGHT = 22

/** Places of the rows of a chart of some height, px from its top: for what lies over it. */
export const spreadRowAt = (index: number, count: number, height: number): { top: number; height: number } => {
  const row = (height - ROWS_TOP - ROWS_BOTTOM) / count
  return { top: ROWS_TOP + index * row, height: row }
}

/** Room beyond the limit for its word. */
const HEADROOM = 1.16

/** Width of a letter of a mark's word, and its distance from the mark (px). */
const [PX_PER_LETTER, BESIDE] = [7, 6]

/** Side of a mark with room for its word: the right one, or the left where there is more room (px). */
export const sideOf = (text: string, room: { left: number; right: number }): 'left' | 'right' =>
  room.right >= text.length * PX_PER_LETTER + BESIDE || room.right >= room.left ? 'right' : 'left'

const isNumber = (value: number | null): value is number => value !== null

const scaleOf = ({ rows, shared, fromZero, axis }: Pick<Spread, 'rows' | 'shared' | 'fromZero' | 'axis'>) => {
  const marks = [shared?.low ?? null, shared?.high ?? null, shared?.limit ?? null].filter(isNumber)
  const values = rows.flatMap(({ box }) => [box.p05, box.p95, ...(box.n < LEAST_BOX ? [box.min, box.max] : [])])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // Marks far from all there is would squeeze it: they are only on the chart where they are near.
  const near = marks.filter(mark => mark <= high + (high - low) * 1.5 && mark >= low - (high - low) * 1.5)
  const least = Math.min(low, ...near)
  // The word of the limit stands at its right.
  const room =
    shared?.limit !== null && shared?.limit !== undefined && near.includes(shared.limit)
      ? shared.limit * HEADROOM
      : high
  return shownTicks(fromZero && least >= 0 ? 0 : least, Math.max(high, room, ...near), axis, viewerFormats(), 6)
}

/** Boxes from 25 to 75 %, whiskers from 5 to 95 %, a diamond at the mean, a row for each area. */
export const spreadOption =
  ({ rows, shared, fromZero, axis, words }: Spread): DrawOption =>
  ({ width, scheme }) => {
    const t = TOKENS[scheme]
    const scale = scaleOf({ rows, shared, fromZero, axis })
    const left = roomFor(
      rows.map(row => row.name),
      width,
    )
    const colourOf = (index: number): string => t.s[(rows[index]?.slot ?? 0) % t.s.length] ?? t.steel
    const isOnChart = (value: number | null): value is number =>
      value !== null && value >= scale.min && value <= scale.max

    const renderItem: CustomSeriesOption['renderItem'] = (_, api) => {
      const index = Number(api.value(0))
      const row = rows[index]
      if (!row) return null
      const { box, coverage, edges } = row
      const at = (value: number): [number, number] => api.coord([value, index]) as [number, number]
      const half = Math.min(10, sizeOf(api, [0, 1])[1] * 0.27)
      const colour = colourOf(index)
      const stroke = { stroke: colour, lineWidth: 2, fill: 'none' }
      const line = (points: [number, number][], style: object = stroke) => ({
        type: 'polyline' as const,
        shape: { points },
        style: { fill: 'none', ...style },
      })
      const across = (value: number, style: object = stroke, reach = half) => {
        const [x, y] = at(value)
        return line(
          [
            [x, y - reach],
            [x, y + reach],
          ],
          style,
        )
      }
      const own = shared
        ? []
        : [
            ...[edges.low, edges.high]
              .filter(isOnChart)
              .map(value => across(value, { stroke: t.good, lineWidth: 1.5 }, half + 4)),
            ...(isOnChart(edges.limit)
              ? [across(edges.limit, { stroke: t.bad, lineWidth: 1.5, lineDash: [4, 3] }, half + 4)]
              : []),
          ]
      const diamond = (value: number) => {
        const [x, y] = at(value)
        return {
          type: 'polygon' as const,
          shape: {
            points: [
              [x, y - 4],
              [x + 4, y],
              [x, y + 4],
              [x - 4, y],
            ],
          },
          style: { fill: colour, stroke: t.card, lineWidth: 0.8 },
        }
      }
      if (box.n < LEAST_BOX)
        return {
          type: 'group',
          children: [
            ...own,
            ...[box.min, box.median, box.max].map(value => {
              const [cx, cy] = at(value)
              return { type: 'circle' as const, shape: { cx, cy, r: 4 }, style: { fill: colour } }
            }),
          ],
        }
      const [x1, y] = at(box.q1)
      const [x3] = at(box.q3)
      const doubtful = coverage < ENOUGH_DATA
      return {
        type: 'group',
        children: [
          line([at(box.p05), [x1, y]]),
          line([[x3, y], at(box.p95)]),
          across(box.p05),
          across(box.p95),
          {
            type: 'rect',
            shape: { x: x1, y: y - half, width: Math.max(1, x3 - x1), height: 2 * half },
            style: {
              fill: doubtful ? t.noneSoft : t.card,
              stroke: colour,
              lineWidth: 2,
              ...(doubtful ? { lineDash: [4, 3] } : {}),
            },
          },
          across(box.median),
          ...(box.mean === null ? [] : [diamond(box.mean)]),
          ...own,
        ],
      }
    }

    // The rows go downwards: a line across them starts at the top.
    const isLate = (value: number, text: string): boolean => {
      const before = ((value - scale.min) / (scale.max - scale.min)) * (width - left - RIGHT)
      return sideOf(text, { left: left + before, right: width - left - before }) === 'left'
    }
    const label = (value: number, text: string, colour: string, position: 'start' | 'end') => ({
      show: true,
      formatter: text,
      position,
      color: colour,
      fontSize: 11.5,
      fontWeight: 600,
      textBorderColor: t.card,
      textBorderWidth: 3,
      rotate: 0,
      align: isLate(value, text) ? 'right' : 'left',
      distance: 0,
      offset: [isLate(value, text) ? -BESIDE : BESIDE, position === 'start' ? 9 : -9],
    })
    const edges = shared ? [shared.low, shared.high].filter(isOnChart) : []
    const marks = [
      ...edges.map((value, index) => ({
        xAxis: value,
        lineStyle: { color: t.good, type: 'solid', width: 1.5 },
        label:
          shared && index === edges.length - 1 ? label(value, words.comfort(shared), t.good, 'end') : { show: false },
      })),
      ...(shared && isOnChart(shared.limit)
        ? [
            {
              xAxis: shared.limit,
              lineStyle: { color: t.bad, type: [5, 4], width: 1.5 },
              label: label(shared.limit, words.limit(shared.limit), t.bad, 'start'),
            },
          ]
        : []),
    ]
    return {
      grid: { left, right: RIGHT, top: ROWS_TOP, bottom: ROWS_BOTTOM, outerBoundsMode: 'none' },
      xAxis: {
        type: 'value',
        min: scale.min,
        max: scale.max,
        interval: scale.interval,
        axisLabel: { formatter: (value: number) => tickText(value, scale.interval, axis) },
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: true },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map(({ name }) => name),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: t.ink, fontSize: 12.5, width: left - 12, overflow: 'truncate', interval: 0, margin: 8 },
        splitLine: { show: false },
      },
      series: [
        {
          id: 'boxes',
          type: 'custom',
          silent: true,
          renderItem,
          data: rows.map((_, index) => [index, index]),
          encode: { y: 0, x: 1 },
          clip: true,
          z: 3,
          markLine: { silent: true, symbol: 'none', animation: false, data: marks },
        },
      ],
    }
  }
