import { type Curve, wantedAt } from './rounds.ts'

/** Days that a round needs, and the share of its days that have a value, before it is compared with others (J). */
const ENOUGH = { days: 7, coverage: 0.75 }

/** Mean of the days that have a value; null without any. */
export const meanOfDays = (values: readonly (number | null)[]): number | null => {
  const known = values.filter(value => value !== null)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

/** Tells whether so much is known of a round that it can be compared. */
export const isComparable = (values: readonly (number | null)[]): boolean => {
  const known = values.filter(value => value !== null).length
  return known >= ENOUGH.days && known >= ENOUGH.coverage * values.length
}

/** Mass beside what the curve wants, as the mean of the shares of its days; null without a curve of masses. */
export const massBesideCurve = (
  ages: readonly number[],
  values: readonly (number | null)[],
  curve: Pick<Curve, 'points'>,
): number | null =>
  meanOfDays(
    values.map((value, index) => {
      const wanted = wantedAt(curve, 'mass', ages[index] ?? 0)
      return value === null || wanted === null ? null : value / wanted
    }),
  )

/** Best and worst of the rounds that have a score; null of fewer than two, or where all are alike. */
export const bestAndWorst = (
  rounds: readonly { id: number; score: number | null }[],
  better: 'less' | 'more',
): { best: number | null; worst: number | null } => {
  const known = rounds.flatMap(({ id, score }) => (score === null ? [] : [{ id, score }]))
  const sorted = known.toSorted((a, b) => (better === 'less' ? a.score - b.score : b.score - a.score))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last || first.score === last.score) return { best: null, worst: null }
  return { best: first.id, worst: last.id }
}

/** Days of an empty-looking barn, one after the other, before somebody is asked (J). */
const EMPTY_DAYS = 2

/**
 * First of the last days on which a barn looks empty, where at least two of them follow a day on which it did not: air that
 * is always like that outdoors tells nothing. `isEmpty` is null for a day of which nothing is known.
 */
export const emptySinceDay = (days: readonly { date: string; isEmpty: boolean | null }[]): string | null => {
  const known = days.filter(({ isEmpty }) => isEmpty !== null)
  const last = known.findLastIndex(({ isEmpty }) => isEmpty === false)
  if (last < 0 || known.length - 1 - last < EMPTY_DAYS) return null
  return known[last + 1]?.date ?? null
}
