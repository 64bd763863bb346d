import type { ChartSpec } from '../../charts/drawing/chart-spec.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import type { NumberTable } from '../../statistics/numbers/number-table.ts'
import type { SeenLine } from './lines.ts'

/** Means of a chart as a table: a row for each step, a column for each line, with its unit in the head. */
export const boardTable = (
  { frame, lines: drawn }: ChartSpec,
  lines: readonly SeenLine[],
  { title, time }: { title: string; time: string },
): NumberTable => ({
  title,
  columns: [
    { head: time },
    ...lines.map(({ definition: { quantity } }, index) => ({
      head: [drawn[index]?.name, quantity.unit].filter(Boolean).join(', '),
      decimals: quantity.decimals,
    })),
  ],
  rows: frame.time.flatMap((at, step) => {
    const means = lines.map((_, index) => drawn[index]?.series.mean[step] ?? null)
    return means.every(mean => mean === null) ? [] : [[dateTimeIn(at, frame.time_zone), ...means]]
  }),
})
