import type { Database } from '../kit/database/database.ts'
import { existingInspections } from './store.ts'

/**
 * Answers of inspections of one area alone that were made with a checklist from ≤ t < until (ISO 8601; null: until now), the newest first. Those
 * of a whole location are of its area where it had that one alone; `isOnly` says so of today, for those that do not tell.
 */
export const answersOfArea = (
  db: Database,
  { location_id, area_id, isOnly }: { location_id: number; area_id: number; isOnly: boolean },
  { from, until, most }: { from: string; until: string | null; most: number },
) =>
  existingInspections(db, [location_id])
    .select(['inspections.id', 'inspections.date', 'inspections.answers'])
    .where('inspections.date', '>=', from)
    .$if(until !== null, query => query.where('inspections.date', '<', until ?? ''))
    .where('inspections.checklist_id', 'is not', null)
    .where(eb => {
      const areas = eb.selectFrom('inspection_areas').whereRef('inspection_areas.inspection_id', '=', 'inspections.id')
      const ofArea = eb.and([
        eb.exists(areas.select('area_id').where('area_id', '=', area_id)),
        eb.not(eb.exists(areas.select('area_id').where('area_id', '<>', area_id))),
      ])
      const bySelf = eb('inspections.only_area_id', '=', area_id)
      const byToday = isOnly ? eb.or([ofArea, eb('inspections.whole', '=', 1)]) : ofArea
      return eb.or([bySelf, eb.and([eb('inspections.only_area_id', 'is', null), byToday])])
    })
    .orderBy('inspections.date', 'desc')
    .orderBy('inspections.id', 'desc')
    .limit(most)
    .execute()
