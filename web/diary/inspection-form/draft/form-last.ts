/** Values an inspection began with the last time, of each user of this device. */
interface Last {
  location_id: number | null
  area_ids: number[]
  /** Areas of earlier inspections, the last one first. */
  recent: number[]
  /** The checklist used last in each area; 0 stands for the whole location. */
  checklists: Record<string, number | null>
}

/** Values of somebody who has written none here yet. */
export const NO_LAST: Last = { location_id: null, area_ids: [], recent: [], checklists: {} }

const MAX_RECENT = 8

const keyOf = (userId: number): string => `barnometer.inspect.${userId}`

export const readLast = (userId: number): Last => {
  try {
    return { ...NO_LAST, ...(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Partial<Last>) }
  } catch {
    return NO_LAST
  }
}

/**
 * Keeps the values the next inspection begins with. A mere convenience: where nothing is kept, nothing is prefilled.
 */
export const keepLast = (
  userId: number,
  { location_id, area_ids, checklist_id }: Pick<Last, 'location_id' | 'area_ids'> & { checklist_id: number | null },
): void => {
  const { checklists, recent: before } = readLast(userId)
  const recent = [...area_ids, ...before.filter(id => !area_ids.includes(id))].slice(0, MAX_RECENT)
  const next = { ...checklists, [area_ids[0] ?? 0]: checklist_id }
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ location_id, area_ids, recent, checklists: next }))
  } catch {
    // A full device.
  }
}
