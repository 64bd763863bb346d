import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import type { ClimateStatus } from '#shared/rules/science/grade.ts'
import {
  type DefinitionLists,
  definitionOf,
  judgedBy,
  type MeasurementDefinition,
  statusOfLast,
} from '#shared/rules/science/measurement-definition.ts'
import { inOrderOfCharts, type PeriodMean, periodMeans } from '#shared/rules/science/period-means.ts'
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
    .sort(inOrderOfCharts)

/** The dials of a period. */
export const dialMeans = (frame: SeriesAnswer, areaTypeId: number | undefined, lists: DefinitionLists): PeriodMean[] =>
  periodMeans(frame, areaTypeId, lists).filter(({ definition }) => definition.type.show_in_dials)

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
