import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { summaryOf } from '#shared/rules/ingest/frame.ts'
import { type ClimateStatus, gradeOf, statusOfGraded } from '#shared/rules/science/grade.ts'
import {
  type DefinitionLists,
  definitionOf,
  type MeasurementDefinition,
  statusOfLast,
} from '#shared/rules/science/measurement-definition.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'

export interface DialValue {
  definition: MeasurementDefinition
  /** Value read last; null when it is too old to be shown. */
  last: LastValues[string] | null
  /** Status of the value; null where there is nothing to judge it by. */
  status: ClimateStatus | null
}

/** The dials of a device at `now` (epoch ms): its last values, a dash from 180 minutes on. */
export const dialValues = (
  last: LastValues,
  areaTypeId: number | undefined,
  lists: DefinitionLists,
  now: number,
): DialValue[] =>
  Object.entries(last)
    .flatMap(([key, value]): DialValue[] => {
      const definition = definitionOf(key, areaTypeId, lists)
      if (!definition?.type.show_in_dials) return []
      const gone = freshnessOf(value.time, now) === 'gone'
      return [{ definition, last: gone ? null : value, status: gone ? 'no_data' : statusOfLast(definition, value) }]
    })
    .sort(inOrder)

export interface DialMean {
  definition: MeasurementDefinition
  low: number
  mean: number
  high: number
  /** Mean of the period before; null without one. */
  before: number | null
  status: ClimateStatus | null
}

/** The dials of a period: the mean of each measurement, with the lowest and highest reading. */
export const dialMeans = (frame: SeriesAnswer, areaTypeId: number | undefined, lists: DefinitionLists): DialMean[] =>
  Object.entries(frame.series)
    .flatMap(([key, columns]): DialMean[] => {
      const definition = definitionOf(key, areaTypeId, lists)
      const summary = summaryOf(columns)
      if (!definition?.type.show_in_dials || !summary) return []
      const before = frame.compare?.series[key]
      const { edges, group, quantity } = definition
      const graded = edges && { value: summary.mean, grade: gradeOf(summary.mean, edges, group) }
      return [
        {
          definition,
          low: summary.min,
          mean: summary.mean,
          high: summary.max,
          before: (before && summaryOf(before)?.mean) ?? null,
          status: graded && statusOfGraded(graded, edges, group, quantity.grade_10),
        },
      ]
    })
    .sort(inOrder)

const inOrder = (a: { definition: MeasurementDefinition }, b: { definition: MeasurementDefinition }): number =>
  a.definition.group.order - b.definition.group.order || a.definition.type.id - b.definition.type.id

/** The mean of the same moment one period before, where the period ends now. */
export const beforeAt = (frame: SeriesAnswer | undefined, key: string, time: string | undefined): number | null => {
  if (!frame?.compare || !time) return null
  const at = Date.parse(time)
  if (at >= Date.parse(frame.until) || at < Date.parse(frame.from)) return null
  const index = frame.time.findLastIndex(start => start <= at)
  return frame.compare.series[key]?.mean[index] ?? null
}

/** Plot ends of a dial: the species' where it has some, else the quantity's, else around the value. */
export const endsOf = (
  { edges, quantity }: MeasurementDefinition,
  value: number | null,
): { min: number; max: number } => {
  const min = edges?.min_value ?? quantity.low_value ?? 0
  const max = edges?.max_value ?? quantity.high_value ?? Math.max(1, (value ?? 0) * 2)
  return { min, max: max > min ? max : min + 1 }
}
