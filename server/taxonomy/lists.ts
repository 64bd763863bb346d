import type { Language } from '#shared/contract/fixed.ts'
import type {
  ChartGroup,
  DetailNode,
  MeasurementType,
  PhysicalQuantity,
  TaxonomyLists,
} from '#shared/contract/places/taxonomy.ts'
import { DEFAULT_GRADE_10 } from '#shared/rules/science/grade.ts'
import { AREA_TYPES } from './area-types.ts'
import { CHART_GROUPS, type ChartGroupRow } from './chart-groups.ts'
import * as choices from './choices.ts'
import { type DetailRow, HOUSING_DETAILS } from './housing-details.ts'
import { type Names, taxonomyNamesOf } from './names.ts'
import { QUANTITIES, type Quantity } from './quantities.ts'
import { type KnownMeasurement, limitsOfGroup, MEASUREMENT_TYPES } from './types.ts'

const made = new Map<Language, TaxonomyLists>()

/** The thirteen lists in a language; made once and shared, so not to be changed. */
export function taxonomyLists(language: Language): TaxonomyLists {
  const ready = made.get(language)
  if (ready) return ready
  const lists = listsIn(taxonomyNamesOf(language))
  made.set(language, lists)
  return lists
}

function listsIn(names: Names): TaxonomyLists {
  return {
    alert_rules: {
      calc_minutes: choices.CALC_MINUTES,
      calculations: optionsOf(names.alert_calculations),
      comparators: optionsOf(names.alert_comparators),
      comparisons: optionsOf(names.alert_comparisons),
      exclude_hours: choices.EXCLUDE_HOURS,
    },
    area_types: named(AREA_TYPES, names.area_types),
    casings: named(choices.CASINGS, names.casings),
    chart_groups: CHART_GROUPS.map((row, place) => chartGroupOf(row, place + 1, names)),
    emissions: named(choices.EMISSIONS, names.emissions),
    location_details: HOUSING_DETAILS.map(row => detailOf(row, names)),
    location_types: named(choices.LOCATION_TYPES, names.location_types),
    manuals: named(choices.MANUALS, names.manuals),
    measurement_types: MEASUREMENT_TYPES.map(type => measurementOf(type, names)),
    physical_quantities: QUANTITIES.map(quantity => quantityOf(quantity, names)),
    research_types: named(choices.RESEARCH_TYPES, names.research_types).map(type => ({
      ...type,
      subjects: named(type.subjects, names.research_subjects),
    })),
    sensor_types: named(choices.SENSOR_TYPES, names.sensor_types),
    settings: choices.SETTINGS,
  }
}

const named = <Key extends string, Row extends { key: Key }>(
  rows: readonly Row[],
  names: Record<Key, string>,
): (Row & { name: string })[] => rows.map(row => ({ ...row, name: names[row.key] }))

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([key, name]) => ({ key, name }))

/** Some units read differently in each language (% RH, % HR); data always carries the plain one. */
const unitIn = (names: Names, abbreviation: string, unit: string) =>
  (names.units as Partial<Record<string, string>>)[abbreviation] ?? unit

function quantityOf({ id, abbreviation, unit, decimals, ...quantity }: Quantity, names: Names): PhysicalQuantity {
  return {
    id,
    abbreviation,
    name: names.physical_quantities[abbreviation],
    unit: unitIn(names, abbreviation, unit),
    decimals,
    low_value: quantity.low_value ?? null,
    high_value: quantity.high_value ?? null,
    grade_10: quantity.grade_10 ?? DEFAULT_GRADE_10,
  }
}

function measurementOf(type: KnownMeasurement, names: Names): MeasurementType {
  const unit = unitIn(names, type.pq, type.unit)
  const quantity = names.physical_quantities[type.pq]
  return {
    id: type.id,
    abbreviation: type.abbreviation,
    name: names.measurement_types[type.abbreviation],
    unit,
    physical_quantity_id: type.physical_quantity_id,
    pq: type.pq,
    pq_name_unit: unit === '' ? quantity : `${quantity} (${unit})`,
    chart_group_id: type.chart_group_id,
    show_in_dials: type.show_in_dials,
    min_value: type.min_value,
    max_value: type.max_value,
  }
}

function chartGroupOf(row: ChartGroupRow, order: number, names: Names): ChartGroup {
  const { rows, ...sides } = limitsOfGroup(row)
  const physical_quantity_id = QUANTITIES.find(quantity => quantity.abbreviation === row.quantity)?.id
  if (physical_quantity_id === undefined) throw new Error(`chart group ${row.key} has no quantity`)
  return {
    id: row.id,
    key: row.key,
    name: names.chart_groups[row.key],
    order,
    physical_quantity_id,
    ...sides,
    area_type_boundaries: rows,
  }
}

function detailOf(row: DetailRow, names: Names): DetailNode {
  const choices = (names.location_detail_choices as Partial<Record<string, Record<string, string>>>)[row.key]
  return {
    id: row.id,
    key: row.key,
    name: names.location_details[row.key],
    input_type: row.type,
    unit: row.unit ?? null,
    choices: choices ? optionsOf(choices) : [],
    children: (row.children ?? []).map(child => detailOf(child, names)),
  }
}
