import type { CustomSeriesOption } from 'echarts/charts'
import { type AxisUnit, shownTicks } from '#shared/rules/charts/scale.ts'
import type { MeanDifference } from '#shared/rules/science/mean-difference.ts'
import type { DrawOption } from '../../charts/drawing/option.ts'
import { tickText, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { TOKENS } from '../../ui/theme/theme.ts'
import { roomFor } from '../charts/chart-words.ts'
import { RIGHT, ROWS_BOTTOM, ROWS_TOP } from '../charts/spread-option.ts'

export interface DifferenceRow {
  name: string
  /** Colour of an area; null for all of them together. */
  slot: number | null
  of: MeanDifference
}

const END = 6

/** A mark for each difference with its interval, a row each, around a line at none. */
export const differenceOption =
  (rows: readonly DifferenceRow[], axis: AxisUnit): DrawOption =>
  ({ width, scheme }) => {
    const t = TOKENS[scheme]
    const names = rows.map(({ name }) => name)
    const values = rows.flatMap(({ of: { difference, low, high } }) => [
      difference,
      low ?? difference,
      high ?? difference,
    ])
    const scale = shownTicks(Math.min(0, ...values), Math.max(0, ...values), axis, viewerFormats(), 6)
    const left = roomFor(names, width)
    const renderItem: CustomSeriesOption['renderItem'] = (_, api) => {
      const index = Number(api.value(0))
      const row = rows[index]
      if (!row) return null
      const { difference, low, high } = row.of
      const colour = row.slot === null ? t.ink : (t.s[row.slot % t.s.length] ?? t.steel)
      const at = (value: number) => api.coord([value, index]) as [number, number]
      const line = (points: [number, number][]) => ({
        type: 'polyline' as const,
        shape: { points },
        style: { fill: 'none', stroke: colour, lineWidth: 2 },
      })
      const across = (value: number) => {
        const [x, y] = at(value)
        return line([
          [x, y - END],
          [x, y + END],
        ])
      }
      const [x, y] = at(difference)
      const mark = {
        type: 'rect' as const,
        shape: { x: x - 4.5, y: y - 4.5, width: 9, height: 9 },
        // A mark without an interval is hollow.
        style: { fill: low === null ? t.card : colour, stroke: colour, lineWidth: 2 },
      }
      if (low === null || high === null) return mark
      return { type: 'group', children: [line([at(low), at(high)]), across(low), across(high), mark] }
    }
    return {
      grid: { left, right: RIGHT, top: ROWS_TOP, bottom: ROWS_BOTTOM, outerBoundsMode: 'none' },
      xAxis: {
        type: 'value',
        ...scale,
        axisLabel: { formatter: (value: number) => tickText(value, scale.interval, axis) },
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: true },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: names,
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: t.ink, fontSize: 12.5, width: left - 12, overflow: 'truncate', interval: 0, margin: 8 },
        splitLine: { show: false },
      },
      series: [
        {
          id: 'differences',
          type: 'custom',
          silent: true,
          renderItem,
          data: rows.map((_, index) => [index, index]),
          encode: { y: 0, x: 1 },
          z: 3,
          markLine: {
            silent: true,
            symbol: 'none',
            animation: false,
            data: [
              {
                xAxis: 0,
                lineStyle: { color: t.ink2, type: 'solid', width: 1.4 },
                label: { show: false },
              },
            ],
          },
        },
      ],
    }
  }
