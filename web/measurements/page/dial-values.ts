import type { BoundariesByAge, LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { summaryOf } from '#shared/rules/ingest/frame.ts'
import { type ClimateStatus, gradeOf, statusOfGraded } from '#shared/rules/science/grade.ts'
import {
  type DefinitionLists,
  definitionOf,
  judgedBy,
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
      const known = definitionOf(key, areaTypeId, lists)
      if (!known?.type.show_in_dials) return []
      const definition = judgedBy(known, value.by_age)
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
      const known = definitionOf(key, areaTypeId, lists)
      const summary = summaryOf(columns)
      if (!known?.type.show_in_dials || !summary) return []
      const definition = judgedBy(known, meanComfort(frame, key))
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

/** Boundaries that the mean of a period is judged by: where they follow the age of the animals, their mean over its steps. */
const meanComfort = ({ time, comfort, series }: SeriesAnswer, key: string): BoundariesByAge | null => {
  const intervals = comfort?.filter(one => one.measurement === key) ?? []
  const measured = intervals.flatMap(one => {
    const steps = time.filter((at, index) => at >= one.from && at < one.until && (series[key]?.count[index] ?? 0) > 0)
    return steps.map(() => one)
  })
  if (measured.length === 0) return null
  const mean = (edge: keyof BoundariesByAge): number | null => {
    const values = measured.flatMap(one => one[edge] ?? [])
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return {
    min_value: mean('min_value'),
    low_value: mean('low_value'),
    high_value: mean('high_value'),
    max_value: mean('max_value'),
  }
}

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
