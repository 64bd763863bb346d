/** Things that a selection is compared with: the period before, that of the year before, days before a date, other dates, other areas. */
export const COMPARISONS = ['before', 'year', 'date', 'dates', 'areas'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Second selection, as far as it is unlike the first. */
export interface Against {
  by: Comparison
  /** Areas of the second selection; none: those of the first. */
  areas: readonly number[]
  /** Day on which something changed. */
  date: string | null
  /** First and last day, or moments. */
  dates: readonly [string, string] | null
}
