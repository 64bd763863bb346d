import type { BoundariesByAge, ComfortInterval } from '#shared/contract/measurements/measurements.ts'
import type { MeasurementStatistics } from '#shared/contract/measurements/statistics.ts'
import { type DefinitionLists, definitionOf, judgedBy } from '#shared/rules/science/measurement-definition.ts'
import { lengthOf } from '#shared/rules/time/interval.ts'

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
 * Comfort through the time of a chart where it follows the age of the animals: of the line that has it for the longest, where all
 * have the same in the time they share. Null where it follows the age of none, so that `sharedEdges` say what is shared; empty
 * where nothing is.
 */
export const sharedComfort = (all: readonly WithSteps[]): readonly ComfortInterval[] | null => {
  const comforts = all.map(({ steps }) => steps?.comfort ?? [])
  const longest = comforts.toSorted((one, other) => coveredBy(other) - coveredBy(one))[0]
  if (!longest || longest.length === 0) return null
  return comforts.every(other => isSameComfort(longest, other)) ? longest : []
}

const coveredBy = (comfort: readonly ComfortInterval[]): number =>
  comfort.reduce((sum, interval) => sum + lengthOf(interval), 0)

/** Tells whether two have the same comfort whenever both have one, and have both at some time. */
const isSameComfort = (one: readonly ComfortInterval[], other: readonly ComfortInterval[]): boolean => {
  let isShared = false
  for (let at = 0, against = 0; ; ) {
    const [first, second] = [one[at], other[against]]
    if (!first || !second) return isShared
    if (first.from < second.until && second.from < first.until) {
      if (first.low_value !== second.low_value || first.high_value !== second.high_value) return false
      isShared = true
    }
    if (first.until <= second.until) at++
    else against++
  }
}
