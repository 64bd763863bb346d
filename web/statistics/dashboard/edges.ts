import type { BoundariesByAge, ComfortInterval } from '#shared/contract/measurements/measurements.ts'
import type { MeasurementStatistics } from '#shared/contract/measurements/statistics.ts'
import { type DefinitionLists, definitionOf, judgedBy } from '#shared/rules/science/measurement-definition.ts'

/** Comfort and hard limit of a measurement for the animals of an area; null where there is none. */
export interface Edges {
  low: number | null
  high: number | null
  limit: number | null
}

/**
 * Edges of comfort on the sides that are bad for the animals: low NH3 is none. `byAge` is comfort where it follows the age of
 * the animals.
 */
export const edgesOf = (
  measurement: string,
  speciesId: number,
  lists: DefinitionLists,
  byAge?: BoundariesByAge,
): Edges => {
  const known = definitionOf(measurement, speciesId, lists)
  const { edges, group } = known ? judgedBy(known, byAge) : {}
  return {
    low: (group?.low_is_bad ? edges?.low_value : null) ?? null,
    high: (group?.high_is_bad ? edges?.high_value : null) ?? null,
    limit: edges?.limit_value ?? null,
  }
}

/** Comfort and limit that all share; null where they differ, or none has any. */
export const sharedEdges = (all: readonly Edges[]): Edges | null => {
  const [first, ...others] = all
  if (!first || others.some(other => (['low', 'high', 'limit'] as const).some(edge => other[edge] !== first[edge])))
    return null
  return first.low === null && first.high === null && first.limit === null ? null : first
}

type WithSteps = Pick<MeasurementStatistics, 'steps'>

/**
 * Comfort through the time of a chart where it follows the age of the animals: of the first, where it is the same of all. Null
 * where it follows the age of none, so that `sharedEdges` say what is shared; empty where nothing is.
 */
export const sharedComfort = (all: readonly WithSteps[]): readonly ComfortInterval[] | null => {
  const [first, ...others] = all.map(({ steps }) => steps?.comfort ?? [])
  if (!first || [first, ...others].every(({ length }) => length === 0)) return null
  return others.every(other => isSameComfort(first, other)) ? first : []
}

const isSameComfort = (one: readonly ComfortInterval[], other: readonly ComfortInterval[]): boolean =>
  one.length === other.length &&
  one.every(({ from, until, low_value, high_value }, index) => {
    const second = other[index]
    return (
      second?.from === from &&
      second.until === until &&
      second.low_value === low_value &&
      second.high_value === high_value
    )
  })
