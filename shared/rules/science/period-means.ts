import type { BoundariesByAge, ComfortInterval, SeriesAnswer } from '../../contract/measurements/measurements.ts'
import { summaryOf } from '../ingest/frame.ts'
import { type ClimateStatus, gradeOf, statusOfGraded } from './grade.ts'
import { type DefinitionLists, definitionOf, judgedBy, type MeasurementDefinition } from './measurement-definition.ts'

export interface PeriodMean {
  definition: MeasurementDefinition
  low: number
  mean: number
  high: number
  /** Mean of the period before; null without one. */
  before: number | null
  /** Grade of the mean; null where there is nothing to judge it by. */
  grade: number | null
  status: ClimateStatus | null
}

/** Measurements of a period, judged: the mean of each, with the lowest and highest reading. Screens and reports show the same. */
export const periodMeans = (
  frame: SeriesAnswer,
  areaTypeId: number | undefined,
  lists: DefinitionLists,
): PeriodMean[] =>
  Object.entries(frame.series)
    .flatMap(([key, columns]): PeriodMean[] => {
      const known = definitionOf(key, areaTypeId, lists)
      const summary = summaryOf(columns)
      if (!known || !summary) return []
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
          grade: graded?.grade ?? null,
          status: graded ? statusOfGraded(graded, edges, group, quantity.grade_10) : null,
        },
      ]
    })
    .sort(inOrderOfCharts)

/** Boundaries that the mean of a period is judged by: where they follow the age of the animals, their mean over its steps. */
const meanComfort = ({ time, comfort, series }: SeriesAnswer, key: string): BoundariesByAge | null => {
  const intervals = comfort?.filter(one => one.measurement === key) ?? []
  return meanOfComfort(
    intervals,
    ({ from, until }) =>
      time.filter((at, index) => at >= from && at < until && (series[key]?.count[index] ?? 0) > 0).length,
  )
}

/** Mean of comfort over intervals, each counting as much as was measured in it; null where nothing was. */
export const meanOfComfort = (
  intervals: readonly ComfortInterval[],
  measuredIn: (interval: ComfortInterval) => number,
): BoundariesByAge | null => {
  const measured = intervals
    .map(interval => ({ interval, weight: measuredIn(interval) }))
    .filter(({ weight }) => weight > 0)
  if (measured.length === 0) return null
  const mean = (edge: keyof BoundariesByAge): number | null => {
    const known = measured.flatMap(({ interval, weight }) => {
      const value = interval[edge]
      return value === null ? [] : [{ value, weight }]
    })
    const whole = known.reduce((sum, { weight }) => sum + weight, 0)
    return whole === 0 ? null : known.reduce((sum, { value, weight }) => sum + value * weight, 0) / whole
  }
  return {
    min_value: mean('min_value'),
    low_value: mean('low_value'),
    high_value: mean('high_value'),
    max_value: mean('max_value'),
  }
}

/** The order in which measurements are shown: that of their charts. */
export const inOrderOfCharts = (
  a: { definition: MeasurementDefinition },
  b: { definition: MeasurementDefinition },
): number => a.definition.group.order - b.definition.group.order || a.definition.type.id - b.definition.type.id
