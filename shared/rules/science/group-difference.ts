import { DAY_MS } from '../time/units.ts'
import { type Averaging, meanOf } from './mean.ts'
import { sampleOf, welchInterval } from './sample.ts'

/** Valid day means that a week of a placement needs to count: most of it. */
export const LEAST_WEEK_DAYS = 4
/** Placements of each group without which nobody can say how far apart they lie by chance. */
export const LEAST_GROUP = 2

/** Means of the local days of a placement that count, by date. */
export type DayMeans = ReadonlyMap<string, number>

interface GroupMean {
  /** Placements that have the week. */
  n: number
  mean: number
}

/** Difference of two groups in a week. */
export interface WeekDifference {
  /** Monday, as a date. */
  week: string
  treatment: GroupMean
  control: GroupMean
  /** Treatment less control. */
  difference: number
  /** Ends of its interval, and its degrees of freedom; null where a group is too small. */
  low: number | null
  high: number | null
  freedom: number | null
}

const mondayOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  const daysSince = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - daysSince * DAY_MS).toISOString().slice(0, 10)
}

/** Means of a placement by week, as its quantity becomes one: those of weeks with enough days. */
const weekMeans = (days: DayMeans, averaging: Averaging): Map<string, number> => {
  const weeks = Map.groupBy(days, ([day]) => mondayOf(day))
  return new Map(
    [...weeks].flatMap(([week, of]) => {
      if (of.length < LEAST_WEEK_DAYS) return []
      const means = of.map(([, mean]) => mean)
      const mean = meanOf(averaging, means)
      return mean === null ? [] : [[week, mean] as const]
    }),
  )
}

/**
 * Difference of the means of two groups of placements in each week in which both have one, with Welch's interval: a placement
 * counts once a week whatever it sends, as its values are no independent ones, and groups may vary unlike each other. Placements
 * are compared by their levels: the mean of a group is that of its placements, as its variance is.
 */
export const weekDifferences = (
  treatment: readonly DayMeans[],
  control: readonly DayMeans[],
  averaging: Averaging = 'arithmetic',
): WeekDifference[] => {
  const weeksOf = (group: readonly DayMeans[]) => group.map(days => weekMeans(days, averaging))
  const [treated, others] = [weeksOf(treatment), weeksOf(control)]
  const weeks = [...new Set([...treated, ...others].flatMap(of => [...of.keys()]))].sort()
  return weeks.flatMap((week): WeekDifference[] => {
    const valuesOf = (group: readonly Map<string, number>[]) => group.flatMap(of => of.get(week) ?? [])
    const [a, b] = [valuesOf(treated), valuesOf(others)]
    if (a.length === 0 || b.length === 0) return []
    const [sampleA, sampleB] = [sampleOf(a), sampleOf(b)]
    const found = {
      week,
      treatment: { n: a.length, mean: sampleA.mean },
      control: { n: b.length, mean: sampleB.mean },
      difference: sampleA.mean - sampleB.mean,
    }
    if (a.length < LEAST_GROUP || b.length < LEAST_GROUP) return [{ ...found, low: null, high: null, freedom: null }]
    return [{ ...found, ...welchInterval(sampleA, sampleB) }]
  })
}
