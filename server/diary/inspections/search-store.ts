import type { Impression } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { existingInspections, type InspectionRow } from '../store.ts'

/** The same days in one time zone: from ≤ t < until, ISO 8601. */
export interface DaysInZone {
  time_zone: string
  from: string
  until: string
}

/** A word that was searched for, with the locations, areas and people whose names hold it. */
export interface SearchedWord {
  text: string
  locationIds: number[]
  areaIds: number[]
  personIds: number[]
}

/** Conditions that inspections meet all of; one that is left out is met by each of them. */
export interface InspectionFilter {
  /** Null: every location there is. */
  locationIds: number[] | null
  /** Days as they are at the location of the inspection. */
  days?: DaysInZone[] | null
  areaIds?: number[] | undefined
  /** The list it was made with; null: any list. */
  checklistId?: number | null
  impressions?: Impression[] | undefined
  needsAttention?: boolean | undefined
  /** Has a reminder after `now` (ISO 8601), or has none. */
  reminder?: { isAhead: boolean; now: string } | undefined
  hasPhotos?: boolean | undefined
  words?: SearchedWord[]
}

/** The inspection a page follows. */
export type InspectionPosition = Pick<InspectionRow, 'date' | 'id'>

const ofAreas = (db: Database, areaIds: readonly number[]) =>
  db.selectFrom('inspection_areas').select('inspection_id').where('area_id', 'in', inIds(db, areaIds))

const withPhotos = (db: Database) => db.selectFrom('photos').select('owner_id').where('owner_kind', '=', 'inspection')

const matching = (db: Database, filter: InspectionFilter) => {
  const { days, areaIds, checklistId, impressions, needsAttention, reminder, hasPhotos, words = [] } = filter
  let found = existingInspections(db, filter.locationIds)
  if (days)
    found = found.where(eb =>
      eb.or(
        days.map(({ time_zone, from, until }) =>
          eb.and([
            eb('locations.time_zone', '=', time_zone),
            eb('inspections.date', '>=', from),
            eb('inspections.date', '<', until),
          ]),
        ),
      ),
    )
  if (areaIds) found = found.where('inspections.id', 'in', ofAreas(db, areaIds))
  if (checklistId === null) found = found.where('checklist_id', 'is not', null)
  if (typeof checklistId === 'number') found = found.where('checklist_id', '=', checklistId)
  if (impressions) found = found.where('impression', 'in', impressions)
  if (needsAttention !== undefined) found = found.where('needs_attention', '=', needsAttention ? 1 : 0)
  if (reminder?.isAhead) found = found.where('reminder_date', '>', reminder.now)
  else if (reminder)
    found = found.where(eb => eb.or([eb('reminder_date', 'is', null), eb('reminder_date', '<=', reminder.now)]))
  if (hasPhotos !== undefined) found = found.where('inspections.id', hasPhotos ? 'in' : 'not in', withPhotos(db))
  for (const { text, locationIds, areaIds: ids, personIds } of words)
    found = found.where(eb =>
      eb.or([
        eb('inspections.folded', 'like', `%${text}%`),
        eb('inspections.location_id', 'in', inIds(db, locationIds)),
        eb('inspections.id', 'in', ofAreas(db, ids)),
        eb('inspections.created_by', 'in', inIds(db, personIds)),
      ]),
    )
  return found
}

/** The newest `limit` inspections that match, of those that follow `after` when it is given. */
export const newestInspections = (
  db: Database,
  filter: InspectionFilter,
  limit: number,
  after: InspectionPosition | null = null,
): Promise<InspectionRow[]> => {
  const found = matching(db, filter)
    .selectAll('inspections')
    .orderBy('inspections.date', 'desc')
    .orderBy('inspections.id', 'desc')
    .limit(limit)
  if (!after) return found.execute()
  return found
    .where('inspections.date', '<=', after.date)
    .where(eb => eb.or([eb('inspections.date', '<', after.date), eb('inspections.id', '<', after.id)]))
    .execute()
}

export const countInspections = async (db: Database, filter: InspectionFilter): Promise<number> => {
  const row = await matching(db, filter)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** People who have written inspections at these locations (null: at any). */
export const writersOf = (db: Database, locationIds: number[] | null) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where(eb => {
      const written = eb
        .selectFrom('inspections')
        .select('inspections.id')
        .whereRef('inspections.created_by', '=', 'users.id')
      return eb.exists(
        locationIds === null ? written : written.where('inspections.location_id', 'in', inIds(db, locationIds)),
      )
    })
    .execute()
