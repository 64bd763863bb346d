import type { InspectionClimate } from '#shared/contract/diary/inspections.ts'
import { isTemperature as isKeptInCelsius } from '#shared/rules/formats/formats.ts'
import { type ClimateStatus, statusOfGraded } from '#shared/rules/science/grade.ts'
import { type DefinitionLists, definitionOf, judgedBy } from '#shared/rules/science/measurement-definition.ts'

export interface ClimateValue {
  measurement: string
  name: string
  unit: string
  decimals: number
  value: number
  /** Status for the animals of the area; null where the value cannot be judged. */
  status: ClimateStatus | null
  /** Position in the taxonomy. */
  order: number
}

/** The climate around an inspection in the order of the taxonomy, judged for the animals of its area. */
export const climateOf = (
  values: InspectionClimate['values'],
  areaTypeId: number | undefined,
  lists: DefinitionLists,
): ClimateValue[] =>
  values
    .flatMap(({ measurement, unit, value, grade, by_age }): ClimateValue[] => {
      const definition = definitionOf(measurement, areaTypeId, lists)
      if (!definition) return []
      const { type, quantity, group, edges } = judgedBy(definition, by_age)
      const status = edges && statusOfGraded({ value, grade }, edges, group, quantity.grade_10)
      return [{ measurement, name: type.name, unit, decimals: quantity.decimals, value, status, order: type.id }]
    })
    .sort((a, b) => a.order - b.order)

/** Tells whether the unit alone says what is measured: °C. */
export const isTemperature = ({ unit }: { unit: string }): boolean => isKeptInCelsius(unit)

/** Out of comfort: the only values that carry a shape. */
export const isOut = ({ status }: ClimateValue): boolean => status !== null && status !== 'good' && status !== 'no_data'
