import type { Checklist } from '#shared/contract/diary/checklists.ts'
import type { Location } from '#shared/contract/places/locations.ts'

/** Closeness of a list to areas: meant for them, for their animals, for any, for others. */
const distance = (
  { area_ids, area_type_id }: Checklist,
  areaIds: readonly number[],
  types: readonly number[],
): number => {
  if (area_ids.some(id => areaIds.includes(id))) return 0
  if (area_type_id === null) return 2
  return types.includes(area_type_id) ? 1 : 3
}

/** Lists for these areas first, the own ones before those that come with the product. */
export const byUse = (
  checklists: readonly Checklist[],
  location: Location | undefined,
  areaIds: readonly number[],
): Checklist[] => {
  const types = (location?.areas ?? []).filter(({ id }) => areaIds.includes(id)).map(area => area.area_type_id)
  const rank = (list: Checklist) => distance(list, areaIds, types) * 2 + Number(list.ready_made)
  return checklists.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

/** The list that is chosen before anybody chooses: the one used there last (null for none), else one for its animals. */
export const firstChecklist = (
  checklists: readonly Checklist[],
  location: Location | undefined,
  areaIds: readonly number[],
  last: number | null | undefined,
): number | null => {
  if (last === null || checklists.some(({ id }) => id === last)) return last ?? null
  const types = (location?.areas ?? []).filter(({ id }) => areaIds.includes(id)).map(area => area.area_type_id)
  const [first] = byUse(checklists, location, areaIds)
  return first && distance(first, areaIds, types) < 2 ? first.id : null
}
