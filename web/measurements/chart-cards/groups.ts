import type { TFunction } from 'i18next'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { ChartGroup, TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { definitionOf, type MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'

/** More lines than this in one chart can't be told apart (design §2.1). */
const MAX_LINES = 5

export type Lists = Pick<TaxonomyLists, 'measurement_types' | 'physical_quantities' | 'chart_groups' | 'area_types'>

export interface Chart {
  id: string
  group: ChartGroup
  /** Measurements in the order of the taxonomy. */
  measured: [MeasurementDefinition, ...MeasurementDefinition[]]
  /** Values a climate computer wants of the same group. */
  setPoints: MeasurementDefinition[]
  /** Part of a group that has more lines than one chart can show; null where it is shown whole. */
  part: { number: number; of: number } | null
}

/** Tells whether a measurement is what somebody wants, not what is. */
const isSetPoint = ({ type }: MeasurementDefinition): boolean => /_(low|high)$/.test(type.abbreviation)

const byTaxonomy = (a: MeasurementDefinition, b: MeasurementDefinition): number => a.type.id - b.type.id

const partsOf = (inGroup: MeasurementDefinition[]): Chart[] => {
  const wanted = inGroup.filter(isSetPoint).sort(byTaxonomy)
  const readings = inGroup.filter(one => !isSetPoint(one)).sort(byTaxonomy)
  const [measured, setPoints] = readings.length > 0 ? [readings, wanted] : [wanted, []]
  const of = Math.ceil(measured.length / MAX_LINES)
  return Array.from({ length: of }, (_, index) => index).flatMap((index): Chart[] => {
    const [first, ...rest] = measured.slice(index * MAX_LINES, (index + 1) * MAX_LINES)
    const part = of > 1 ? { number: index + 1, of } : null
    return first
      ? [{ id: `${first.group.key}-${index}`, group: first.group, measured: [first, ...rest], setPoints, part }]
      : []
  })
}

/**
 * Charts, one per group that has readings in the frame, in the order of the taxonomy; a group of more than five lines
 * has several.
 */
export const chartsOf = (frame: Frame, areaTypeId: number | undefined, lists: Lists): Chart[] => {
  const definitions = Object.keys(frame.series).flatMap(key => definitionOf(key, areaTypeId, lists) ?? [])
  const byGroup = Map.groupBy(definitions, one => one.group.id)
  return [...byGroup.values()].sort((a, b) => (a[0]?.group.order ?? 0) - (b[0]?.group.order ?? 0)).flatMap(partsOf)
}

/** A chart of one measurement has its name, one of several that of its group. */
export const chartName = (
  { measured: [first, ...others], group, part }: Chart,
  t: TFunction<'measurements'>,
): string => {
  if (others.length === 0) return first.type.name
  return part ? t('part', { name: group.name, ...part }) : group.name
}
