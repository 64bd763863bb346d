import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type RemovedTimes = Selectable<Tables['removed_times']>

/** Keeps in mind times whose values are to be deleted; null for all times of a device. */
export const noteRemoved = async (
  db: Database,
  rows: readonly Pick<Insertable<Tables['removed_times']>, 'device_id' | 'start' | 'end'>[],
): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('removed_times')
    .values(rows.map(row => ({ ...row, taken_until: '' })))
    .execute()
}

/** Takes the next of them for this process until `until`; undefined where none is free. */
export const takeRemoved = (db: Database, now: string, until: string): Promise<RemovedTimes | undefined> =>
  db
    .updateTable('removed_times')
    .set({ taken_until: until })
    .where('id', '=', eb =>
      eb
        .selectFrom('removed_times as next')
        .select('next.id')
        .where('next.taken_until', '<=', now)
        .orderBy('next.id')
        .limit(1),
    )
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Forgets times whose values are deleted. */
export const forgetRemoved = (db: Database, id: number) => db.deleteFrom('removed_times').where('id', '=', id).execute()
