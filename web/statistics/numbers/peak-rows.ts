import type { PeakAnswer } from '#shared/contract/measurements/statistics.ts'
import type { Answered } from '../dashboard/chart-facts.ts'
import type { Edges } from '../dashboard/edges.ts'

export interface PeakTableRow extends Answered {
  peak: PeakAnswer
  edges: Edges
}

/** Columns of the table that can be sorted by. */
export const PEAK_COLUMNS = [
  'area',
  'farm',
  'mean',
  'median',
  'p95',
  'hours_over_limit',
  'in_comfort',
  'coverage',
] as const
export type PeakColumn = (typeof PEAK_COLUMNS)[number]

export interface Sorting {
  column: PeakColumn
  descending: boolean
}

const collator = new Intl.Collator(undefined, { numeric: true })

const valueIn = ({ area, of, peak }: PeakTableRow, column: PeakColumn): string | number | null => {
  if (column === 'area') return area.name
  if (column === 'farm') return area.farm
  return column === 'coverage' ? of.coverage : peak[column]
}

/** Rows by a column; those without a value stand last, whichever way it goes. */
export const sortedRows = (rows: readonly PeakTableRow[], { column, descending }: Sorting): PeakTableRow[] =>
  rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one, column), valueIn(other, column)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
    return descending ? -order : order
  })

/** The limit of all rows where it is one; null where they differ, or there is none. */
export const sharedLimit = (rows: readonly PeakTableRow[]): number | null => {
  const [first, ...others] = new Set(rows.map(({ edges }) => edges.limit))
  return others.length === 0 ? (first ?? null) : null
}
