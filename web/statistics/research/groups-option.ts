import type { CustomSeriesOption } from 'echarts/charts'
import { type AxisUnit, shownTicks } from '#shared/rules/charts/scale.ts'
import type { WeekDifference } from '#shared/rules/science/group-difference.ts'
import type { DrawOption } from '../../charts/drawing/option.ts'
import { shownMonthDay, tickText, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { TOKENS } from '../../ui/theme/theme.ts'

const HALF = 6

/** A mark for the difference of each week, with its interval, around a line at no difference. */
export const groupsOption =
  (weeks: readonly WeekDifference[], words: AxisUnit & { none: string }): DrawOption =>
  ({ width, scheme }) => {
    const t = TOKENS[scheme]
    const values = weeks.flatMap(({ difference, low, high }) => [difference, low ?? difference, high ?? difference, 0])
    const scale = shownTicks(Math.min(...values), Math.max(...values), words, viewerFormats())
    const every = Math.max(1, Math.ceil(weeks.length / Math.max(2, width / 80)))
    const renderItem: CustomSeriesOption['renderItem'] = (_, api) => {
      const index = Number(api.value(0))
      const week = weeks[index]
      if (!week) return null
      const at = (value: number): [number, number] => api.coord([index, value]) as [number, number]
      const line = (points: [number, number][]) => ({
        type: 'polyline' as const,
        shape: { points },
        style: { fill: 'none', stroke: t.steel, lineWidth: 2 },
      })
      const [x, y] = at(week.difference)
      const mark = {
        type: 'rect' as const,
        shape: { x: x - 4, y: y - 4, width: 8, height: 8 },
        style: { fill: week.low === null ? t.card : t.steel, stroke: t.steel, lineWidth: 2 },
      }
      if (week.low === null || week.high === null) return mark
      const [low, high] = [at(week.low), at(week.high)]
      const across = ([cx, cy]: [number, number]) =>
        line([
          [cx - HALF, cy],
          [cx + HALF, cy],
        ])
      return { type: 'group', children: [line([low, high]), across(low), across(high), mark] }
    }
    return {
      grid: { left: 50, right: 14, top: 10, bottom: 24, outerBoundsMode: 'none' },
      xAxis: {
        type: 'category',
        data: weeks.map(({ week }) => shownMonthDay(week)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: t.ink2, fontSize: 11.5, interval: (index: number) => index % every === 0 },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'value',
        ...scale,
        axisLine: { show: false },
        axisLabel: { formatter: (value: number) => tickText(value, scale.interval, words) },
      },
      series: [
        {
          id: 'differences',
          type: 'custom',
          silent: true,
          renderItem,
          data: weeks.map(({ difference }, index) => [index, difference]),
          encode: { x: 0, y: 1 },
          z: 3,
          markLine: {
            silent: true,
            symbol: 'none',
            animation: false,
            data: [
              {
                yAxis: 0,
                lineStyle: { color: t.ink2, type: 'solid', width: 1.2 },
                label: { show: true, formatter: words.none, position: 'insideEndTop', color: t.ink2, fontSize: 11.5 },
              },
            ],
          },
        },
      ],
    }
  }

/** Place of a week over the drawing, px. */
export const weekAt = (index: number, count: number, width: number): { left: number; width: number } => {
  const column = (width - 64) / count
  return { left: 50 + index * column, width: column }
}
