import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export type RefusalNote = Tables['refusals']

/** Adds refused values of a day to those counted already. */
export const addRefusals = (db: Database, note: RefusalNote) =>
  db
    .insertInto('refusals')
    .values(note)
    .onConflict(conflict =>
      conflict.columns(['device_id', 'day', 'field', 'code']).doUpdateSet(eb => ({
        count: eb('refusals.count', '+', note.count),
        last_value: note.last_value,
        last_time: note.last_time,
      })),
    )
    .execute()

export const refusalsOf = (db: Database, deviceIds: number[], sinceDay: string) =>
  db
    .selectFrom('refusals')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('day', '>=', sinceDay)
    .orderBy('last_time', 'desc')
    .execute()

export const deleteOldRefusals = (db: Database, beforeDay: string) =>
  db.deleteFrom('refusals').where('day', '<', beforeDay).execute()
