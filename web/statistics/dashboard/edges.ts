import { type DefinitionLists, definitionOf } from '#shared/rules/science/measurement-definition.ts'

/** Comfort and hard limit of a measurement for the animals of an area; null where there is none. */
export interface Edges {
  low: number | null
  high: number | null
  limit: number | null
}

/** Edges of comfort on the sides that are bad for the animals: low NH3 is none. */
export const edgesOf = (measurement: string, speciesId: number, lists: DefinitionLists): Edges => {
  const definition = definitionOf(measurement, speciesId, lists)
  const { edges, group } = definition ?? {}
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
