import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { summaryOf } from '#shared/rules/ingest/frame.ts'
import { gradeOf, type Status, statusOfGraded } from '#shared/rules/science/grade.ts'
import { type Known, type KnownLists, knownOf, statusOfLast } from '#shared/rules/science/known.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'

export interface DialValue {
  known: Known
  /** Value read last; null when it is too old to be shown. */
  last: LastValues[string] | null
  /** Status of the value; null where there is nothing to judge it by. */
  status: Status | null
}

/** The dials of a device at `now` (epoch ms): its last values, a dash from 180 minutes on. */
export const dialValues = (
  last: LastValues,
  areaTypeId: number | undefined,
  lists: KnownLists,
  now: number,
): DialValue[] =>
  Object.entries(last)
    .flatMap(([key, value]): DialValue[] => {
      const known = knownOf(key, areaTypeId, lists)
      if (!known?.type.show_in_dials) return []
      const gone = freshnessOf(value.time, now) === 'gone'
      return [{ known, last: gone ? null : value, status: gone ? 'no_data' : statusOfLast(known, value) }]
    })
    .sort(inOrder)

export interface DialMean {
  known: Known
  low: number
  mean: number
  high: number
  /** Mean of the period before; null without one. */
  before: number | null
  status: Status | null
}

/** The dials of a period: the mean of each measurement, with the lowest and highest reading. */
export const dialMeans = (frame: SeriesAnswer, areaTypeId: number | undefined, lists: KnownLists): DialMean[] =>
  Object.entries(frame.series)
    .flatMap(([key, columns]): DialMean[] => {
      const known = knownOf(key, areaTypeId, lists)
      const summary = summaryOf(columns)
      if (!known?.type.show_in_dials || !summary) return []
      const before = frame.compare?.series[key]
      const { edges, group, quantity } = known
      const graded = edges && { value: summary.mean, grade: gradeOf(summary.mean, edges, group) }
      return [
        {
          known,
          low: summary.min,
          mean: summary.mean,
          high: summary.max,
          before: (before && summaryOf(before)?.mean) ?? null,
          status: graded && statusOfGraded(graded, edges, group, quantity.grade_10),
        },
      ]
    })
    .sort(inOrder)

const inOrder = (a: { known: Known }, b: { known: Known }): number =>
  a.known.group.order - b.known.group.order || a.known.type.id - b.known.type.id

/** The mean of the same moment one period before, where the period ends now. */
export const beforeAt = (frame: SeriesAnswer | undefined, key: string, time: string | undefined): number | null => {
  if (!frame?.compare || !time) return null
  const at = Date.parse(time)
  if (at >= Date.parse(frame.until) || at < Date.parse(frame.from)) return null
  const index = frame.time.findLastIndex(start => start <= at)
  return frame.compare.series[key]?.mean[index] ?? null
}

/** Plot ends of a dial: the species' where it has some, else the quantity's, else around the value. */
export const endsOf = ({ edges, quantity }: Known, value: number | null): { min: number; max: number } => {
  const min = edges?.min_value ?? quantity.low_value ?? 0
  const max = edges?.max_value ?? quantity.high_value ?? Math.max(1, (value ?? 0) * 2)
  return { min, max: max > min ? max : min + 1 }
}
