import type { Boundaries } from '#shared/contract/places/taxonomy.ts'
import { type BadSides, DEFAULT_GRADE_10, type GradeThresholds } from '#shared/rules/science/grade.ts'
import { AREA_TYPES } from './area-types.ts'
import { CHART_GROUPS, type ChartGroupKey, type ChartGroupRow } from './chart-groups.ts'
import { LOCATION_TYPES, RESEARCH_TYPES } from './choices.ts'
import { type Abbreviation, MEASUREMENTS, type MeasurementTypeRow } from './measurement-types.ts'
import { QUANTITIES, type QuantityKey } from './quantities.ts'
import { limitsOf } from './thresholds.ts'

/** A measurement key with all that follows from it, in no language: what ingest and series need. */
export interface KnownMeasurement {
  id: number
  abbreviation: Abbreviation
  unit: string
  /** Code for exports; empty where there is none. */
  ucum: string
  decimals: number
  /** Physical range, both ends included; values outside are refused. */
  min_value: number
  max_value: number
  pq: QuantityKey
  physical_quantity_id: number
  chart_group: ChartGroupKey
  chart_group_id: number
  show_in_dials: boolean
  /** Mark of a set point: what somebody wants, not what is; never graded. */
  set_point: boolean
  grade_10: GradeThresholds
}

export type KnownBoundaries = Boundaries & BadSides

const quantities = new Map(QUANTITIES.map(quantity => [quantity.abbreviation, quantity]))
const groups = new Map(CHART_GROUPS.map(group => [group.key, group]))

function typeOfRow(row: MeasurementTypeRow): KnownMeasurement {
  const group = groups.get(row.group)
  const quantity = group && quantities.get(group.quantity)
  if (!group || !quantity) throw new Error(`measurement ${row.abbreviation} has no chart group or quantity`)
  return {
    id: row.id,
    abbreviation: row.abbreviation,
    unit: quantity.unit,
    ucum: quantity.ucum,
    decimals: quantity.decimals,
    min_value: quantity.range[0],
    max_value: quantity.range[1],
    pq: quantity.abbreviation,
    physical_quantity_id: quantity.id,
    chart_group: group.key,
    chart_group_id: group.id,
    show_in_dials: row.dial ?? false,
    set_point: row.set_point ?? false,
    grade_10: quantity.grade_10 ?? DEFAULT_GRADE_10,
  }
}

export const MEASUREMENT_TYPES: readonly KnownMeasurement[] = MEASUREMENTS.map(typeOfRow)

const byAbbreviation = new Map<string, KnownMeasurement>(MEASUREMENT_TYPES.map(type => [type.abbreviation, type]))

/** The measurement of a key, or null for one nobody knows. */
export const measurementTypeOf = (abbreviation: string): KnownMeasurement | null =>
  byAbbreviation.get(abbreviation) ?? null

/** Abbreviation of the quantity that a key measures; empty for a key nobody knows. */
export const quantityOfKey = (key: string): string => measurementTypeOf(key)?.pq ?? ''

/** Bad sides and boundaries of a chart group; neither where the thresholds say nothing of it. */
export const limitsOfGroup = (group: ChartGroupRow): BadSides & { rows: Boundaries[] } =>
  group.limits ? limitsOf(group.quantity) : { low_is_bad: false, high_is_bad: false, rows: [] }

const boundaries = new Map<number, Map<number, KnownBoundaries>>()
for (const group of CHART_GROUPS) {
  const { rows, ...sides } = limitsOfGroup(group)
  boundaries.set(group.id, new Map(rows.map(row => [row.area_type_id, { ...row, ...sides }])))
}

/** Boundaries and bad sides by chart group id or measurement key; null where nothing can be graded, as for set points. */
export function boundariesOf(groupIdOrKey: number | string, area_type_id: number): KnownBoundaries | null {
  if (typeof groupIdOrKey === 'number') return boundaries.get(groupIdOrKey)?.get(area_type_id) ?? null
  const type = measurementTypeOf(groupIdOrKey)
  return type && !type.set_point ? boundariesOf(type.chart_group_id, area_type_id) : null
}

const areaTypeIds = new Set(AREA_TYPES.map(type => type.id))
const locationTypeIds = new Set(LOCATION_TYPES.map(type => type.id))
const researchSubjectIds = new Set(RESEARCH_TYPES.flatMap(type => type.subjects.map(subject => subject.id)))

export const areaTypeExists = (id: number): boolean => areaTypeIds.has(id)
export const locationTypeExists = (id: number): boolean => locationTypeIds.has(id)
export const researchSubjectExists = (id: number): boolean => researchSubjectIds.has(id)
