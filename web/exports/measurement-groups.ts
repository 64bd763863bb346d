import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'

type Type = TaxonomyLists['measurement_types'][number]

/** Measurements that share a chart. */
export interface MeasurementGroup {
  id: number
  name: string
  types: [Type, ...Type[]]
}

/** The groups of measurements that are there or were chosen, in the order of the taxonomy. */
export const measurementGroups = (
  lists: Pick<TaxonomyLists, 'measurement_types' | 'chart_groups'>,
  keys: readonly string[],
): MeasurementGroup[] => {
  const types = lists.measurement_types.filter(({ abbreviation }) => keys.includes(abbreviation))
  const groups = lists.chart_groups.map(group => ({
    ...group,
    of: types.filter(one => one.chart_group_id === group.id),
  }))
  const rest = types.filter(one => !lists.chart_groups.some(({ id }) => id === one.chart_group_id))
  return [
    ...groups.sort((a, b) => a.order - b.order).map(({ id, name, of }) => ({ id, name, of })),
    ...rest.map(type => ({ id: -type.id, name: type.name, of: [type] })),
  ].flatMap(({ id, name, of: [first, ...others] }) => (first ? [{ id, name, types: [first, ...others] }] : []))
}

/**
 * Choice after a tap on some measurements: all on, or all off where they were on. Null again where everything there is
 * was chosen.
 */
export const toggledMeasurements = (
  chosen: readonly string[] | null,
  present: readonly string[],
  keys: readonly string[],
): string[] | null => {
  const before = chosen ?? present
  const on = keys.every(key => before.includes(key))
  const after = on ? before.filter(key => !keys.includes(key)) : [...new Set([...before, ...keys])]
  return present.every(key => after.includes(key)) && after.length === present.length ? null : after
}
