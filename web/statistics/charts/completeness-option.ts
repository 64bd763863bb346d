import type { DrawOption } from '../../charts/drawing/option.ts'
import { shownMonthDay } from '../../kit/language/viewer-formats.ts'
import { TOKENS } from '../../ui/theme/theme.ts'
import { type Cell, cellSeries } from './cells.ts'
import { roomFor } from './chart-words.ts'

export interface CompletenessRow {
  id: number
  name: string
  slot: number
  /** Share of each day of the chart that was measured, 0 to 1; null where nothing hung there. */
  shares: readonly (number | null)[]
  leftOut: readonly boolean[]
  /** Days on which something hung there, and its owner shares nothing of it. */
  refused?: readonly boolean[]
}

/** Shares of a day from which its colour is the next one (design §8.4). */
export const SHARES = [0, 0.5, 0.75, 0.9, 0.98] as const
const TOP = 2
const BOTTOM = 22
export const ROW = 24
/** Room at the right of the cells, px. */
export const RIGHT = 8

export const completenessHeight = (rows: number): number => TOP + BOTTOM + rows * ROW

/** Step of the ramp; null where nothing at all was measured. */
export const shareStep = (share: number): number | null =>
  share <= 0 ? null : SHARES.findLastIndex(least => share >= least) + 1

const cellsOf = (rows: readonly CompletenessRow[]): Cell[] =>
  rows.flatMap(({ shares, leftOut, refused }, row) =>
    shares.flatMap((share, column): Cell[] => {
      if (share !== null) return [{ column, row, step: shareStep(share), struck: leftOut[column] ?? false }]
      return refused?.[column] ? [{ column, row, step: null, refused: true }] : []
    }),
  )

/** A row for each area, a cell for each day; hatched where nothing came, nothing at all where no device hung. */
export const completenessOption =
  (rows: readonly CompletenessRow[], days: readonly string[], right = RIGHT): DrawOption =>
  ({ width, scheme }) => {
    const { ink, ink2 } = TOKENS[scheme]
    const left = roomFor(
      rows.map(({ name }) => name),
      width,
    )
    const every = Math.max(1, Math.ceil(days.length / Math.max(2, (width - left - right) / 55)))
    return {
      grid: { left, right, top: TOP, bottom: BOTTOM, outerBoundsMode: 'none' },
      xAxis: {
        type: 'category',
        data: days.map(day => shownMonthDay(day)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: ink2, fontSize: 11.5, interval: (index: number) => index % every === 0 },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map(({ name }) => name),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: ink, interval: 0, fontSize: 12.5, width: left - 12, overflow: 'truncate', margin: 8 },
        splitLine: { show: false },
      },
      series: [cellSeries(cellsOf(rows), scheme, days.length > 120 ? 0.4 : 1.4)],
    }
  }
