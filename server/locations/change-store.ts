import type { Insertable } from 'kysely'
import type { Dates } from '#shared/rules/time/calendar-periods.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

export const insertAreaChange = (db: Database, change: Insertable<Tables['area_changes']>) =>
  db.insertInto('area_changes').values(change).execute()

/**
 * Changes of these areas since a time (ISO 8601), the newest first, that bear on some day of from ≤ day < until (local dates): those
 * made after these days, too.
 */
export const areaChangesSince = (db: Database, areaIds: readonly number[], since: string, { from, until }: Dates) =>
  db
    .selectFrom('area_changes')
    .select(['area_id', 'kind', 'changed_at'])
    .where('area_id', 'in', inIds(db, areaIds))
    .where('changed_at', '>=', since)
    .where(({ or, eb }) => or([eb('from_date', 'is', null), eb('from_date', '<', until)]))
    .where(({ or, eb }) => or([eb('until_date', 'is', null), eb('until_date', '>', from)]))
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
