import { shownTicks } from '#shared/rules/charts/scale.ts'
import { DASH, MARKS } from '../../charts/drawing/chart-theme.ts'
import type { DrawOption } from '../../charts/drawing/option.ts'
import { tickText, viewerFormats } from '../../kit/language/viewer-formats.ts'
import { TOKENS } from '../../ui/theme/theme.ts'

export interface Bubbles {
  slot: number
  name: string
  x: readonly number[]
  y: readonly number[]
  coverage: readonly number[]
  /** Tells that chance would not give as much: only then there is a line. */
  significant: boolean
}

interface Words {
  x: string
  /** Units in which the values of both axes are kept. */
  units: { x: string; y: string }
}

/** Diameter of a bubble of no and of all data, px. */
const [SMALL, LARGE] = [5, 14]
/** Smaller ones where many lie over each other. */
const MANY = 400

/** Line with the least squares through points; null where it would be upright. */
export const lineThrough = (
  x: readonly number[],
  y: readonly number[],
): { slope: number; at: (x: number) => number } | null => {
  const n = x.length
  if (n < 2) return null
  const [middleX, middleY] = [x, y].map(values => values.reduce((sum, value) => sum + value, 0) / n) as [number, number]
  let [xy, xx] = [0, 0]
  x.forEach((value, index) => {
    xy += (value - middleX) * ((y[index] ?? 0) - middleY)
    xx += (value - middleX) ** 2
  })
  if (xx === 0) return null
  const slope = xy / xx
  return { slope, at: value => middleY + slope * (value - middleX) }
}

const endsOf = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )

/** A bubble for each step of each area, the larger the more of it was measured; a dashed line where it says something. */
export const correlationOption =
  (areas: readonly Bubbles[], fromZero: { x: boolean; y: boolean }, words: Words): DrawOption =>
  ({ scheme }) => {
    const t = TOKENS[scheme]
    const [lowX, highX] = endsOf(areas.flatMap(({ x }) => x))
    const [lowY, highY] = endsOf(areas.flatMap(({ y }) => y))
    if (!Number.isFinite(lowX)) return {}
    const [axisX, axisY] = [{ unit: words.units.x }, { unit: words.units.y }]
    const scaleX = shownTicks(fromZero.x && lowX >= 0 ? 0 : lowX, highX, axisX, viewerFormats(), 7)
    const scaleY = shownTicks(fromZero.y && lowY >= 0 ? 0 : lowY, highY, axisY, viewerFormats())
    const many = areas.reduce((sum, { x }) => sum + x.length, 0) > MANY
    const colourOf = (slot: number): string => t.s[slot % t.s.length] ?? t.steel
    const axis = { type: 'value', axisTick: { show: false } }
    return {
      grid: { left: 46, right: 20, top: 8, bottom: 42, outerBoundsMode: 'none' },
      xAxis: {
        ...axis,
        ...scaleX,
        name: words.x,
        nameLocation: 'middle',
        nameGap: 24,
        nameTextStyle: { color: t.ink2, fontSize: 11.5 },
        axisLine: { onZero: false },
        axisLabel: { formatter: (value: number) => tickText(value, scaleX.interval, axisX) },
        splitLine: { show: false },
      },
      yAxis: {
        ...axis,
        ...scaleY,
        axisLine: { show: false },
        axisLabel: { formatter: (value: number) => tickText(value, scaleY.interval, axisY) },
      },
      series: areas.flatMap(({ slot, x, y, coverage, significant }) => {
        const line = significant ? lineThrough(x, y) : null
        const [from, to] = endsOf(x)
        return [
          {
            id: `points ${slot}`,
            type: 'scatter',
            silent: true,
            symbol: MARKS[slot % MARKS.length],
            symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
              (SMALL + (LARGE - SMALL) * (coverage[dataIndex] ?? 0) ** 2) * (many ? 0.5 : 1),
            itemStyle: { color: colourOf(slot), opacity: many ? 0.4 : 0.62, borderColor: t.card, borderWidth: 0.7 },
            data: x.map((value, index) => [value, y[index]]),
            z: 3,
          },
          ...(line
            ? [
                {
                  id: `line ${slot}`,
                  type: 'line',
                  silent: true,
                  showSymbol: false,
                  lineStyle: { color: colourOf(slot), width: 2.2, type: slot === 0 ? [6, 4] : (DASH[slot] ?? 'solid') },
                  data: [from, to].map(end => [end, line.at(end)]),
                  z: 4,
                },
              ]
            : []),
        ]
      }),
    }
  }
