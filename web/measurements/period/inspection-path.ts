import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'

/** Address of a new inspection of an area, in the period shown; one that reaches to now has no end yet. */
export const inspectionPath = (areaId: number, { from, until }: Pick<SeriesAnswer, 'from' | 'until'>, now: number) => {
  const search = new URLSearchParams({ area_id: String(areaId), date_start: from })
  if (Date.parse(until) < now) search.set('date_end', until)
  return `/inspect?${search}`
}
