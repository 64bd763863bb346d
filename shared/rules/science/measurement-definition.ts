import type { BoundariesByAge, LastValues } from '../../contract/measurements/measurements.ts'
import type {
  Boundaries,
  ChartGroup,
  MeasurementType,
  PhysicalQuantity,
  TaxonomyLists,
} from '../../contract/places/taxonomy.ts'
import { type ClimateStatus, statusOfGraded } from './grade.ts'

export type DefinitionLists = Pick<TaxonomyLists, 'measurement_types' | 'physical_quantities' | 'chart_groups'>

/** Measurement as a chart, a dial or a grade needs to know it for the animals of an area. */
export interface MeasurementDefinition {
  type: MeasurementType
  quantity: PhysicalQuantity
  group: ChartGroup
  /** Comfort and limit for these animals; null where they have none. */
  edges: Boundaries | null
}

/** A measurement by its key, judged by its own chart group: a temperature outdoors has no comfort. Null for an unknown key. */
export const definitionOf = (
  key: string,
  areaTypeId: number | undefined,
  lists: DefinitionLists,
): MeasurementDefinition | null => {
  const type = lists.measurement_types.find(one => one.abbreviation === key)
  const quantity = lists.physical_quantities.find(one => one.id === type?.physical_quantity_id)
  const group = lists.chart_groups.find(one => one.id === type?.chart_group_id)
  if (!type || !quantity || !group) return null
  const edges = group.area_type_boundaries.find(one => one.area_type_id === areaTypeId) ?? null
  return { type, quantity, group, edges }
}

/** The definition by which a value of its time is judged: its comfort may follow the age of the animals. */
export const judgedBy = (
  definition: MeasurementDefinition,
  byAge: BoundariesByAge | null | undefined,
): MeasurementDefinition =>
  byAge && definition.edges ? { ...definition, edges: { ...definition.edges, ...byAge } } : definition

/** State of a last value; null where there is nothing to judge it by, `no_data` where there is none. */
export const statusOfLast = (
  definition: MeasurementDefinition,
  last: LastValues[string] | undefined,
): ClimateStatus | null => {
  if (!last) return 'no_data'
  const { edges, group, quantity } = judgedBy(definition, last.by_age)
  return edges && statusOfGraded(last, edges, group, quantity.grade_10)
}
