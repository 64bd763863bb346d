import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export type ChangedHours = Selectable<Tables['changed_hours']>

/** Marks intervals of hours as changing. */
export const insertChanged = async (db: Database, rows: Insertable<Tables['changed_hours']>[]): Promise<void> => {
  if (rows.length > 0) await db.insertInto('changed_hours').values(rows).execute()
}

/** Intervals of these devices (ISO 8601) that are marked within a period. */
export const changedWithin = (db: Database, deviceIds: readonly number[], start: string, end: string) =>
  db
    .selectFrom('changed_hours')
    .select(['device_id', 'start', 'end'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('changed_hours.end', '>', start)
    .where('changed_hours.start', '<', end)
    .execute()

/** The oldest marks whose writers are surely done by `now`. */
export const settledChanges = (db: Database, now: string, most: number): Promise<ChangedHours[]> =>
  db
    .selectFrom('changed_hours')
    .selectAll()
    .where('settles_at', '<=', now)
    .orderBy('settles_at')
    .orderBy('id')
    .limit(most)
    .execute()

/** Times (ISO 8601) until which hours are summed up, and of the horizon before which no readings are kept. */
export const horizonsOf = async (db: Database) => {
  const found = await db
    .selectFrom('summed_hours')
    .select(['summed_until', 'readings_from', 'hours_alone_until', 'hours_alone_since', 'dropped_until'])
    .where('id', '=', 1)
    .executeTakeFirst()
  const none = { readings_from: null, hours_alone_until: null, hours_alone_since: null, dropped_until: null }
  return found ?? { summed_until: null, ...none }
}

/**
 * Moves the horizon back to `wanted` (null: before all times), or to where readings are gone already: the setting was another one,
 * or the clock was wrong.
 */
export const moveHorizonBack = async (db: Database, wanted: string | null, now: string): Promise<void> => {
  const { dropped_until } = await horizonsOf(db)
  const to =
    [wanted, dropped_until]
      .flatMap(time => time ?? [])
      .sort()
      .at(-1) ?? null
  const isBeyond = (column: 'readings_from' | 'hours_alone_until') =>
    to === null ? sql<boolean>`${sql.ref(column)} IS NOT NULL` : sql<boolean>`${sql.ref(column)} > ${to}`
  const row = db.updateTable('summed_hours').where('id', '=', 1)
  await row.set({ readings_from: to }).where(isBeyond('readings_from')).execute()
  await row
    .set({ hours_alone_until: to, hours_alone_since: to === null ? null : now })
    .where(isBeyond('hours_alone_until'))
    .execute()
}

/** Says that readings of before `until` go now. False where the horizon is another one by now. */
export const noteDropped = async (db: Database, until: string): Promise<boolean> => {
  const noted = await db
    .updateTable('summed_hours')
    .set({ dropped_until: until })
    .where('id', '=', 1)
    .where('hours_alone_until', '>=', until)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Says that values of before `from` are not taken any more; never of an earlier time than was said. */
export const refuseBefore = (db: Database, from: string) =>
  db
    .updateTable('summed_hours')
    .set({ readings_from: from })
    .where('id', '=', 1)
    .where(eb => eb.or([eb('readings_from', 'is', null), eb('readings_from', '<', from)]))
    .execute()

/** Lets hours before `until` stand for themselves once all are summed up and none is marked. False as long as they cannot. */
export const leaveHoursAlone = async (db: Database, until: string, now: string): Promise<boolean> => {
  const left = await db
    .updateTable('summed_hours')
    .set({ hours_alone_until: until, hours_alone_since: now })
    .where('id', '=', 1)
    .where('readings_from', '>=', until)
    .where('summed_until', '>=', until)
    .where(eb => eb.or([eb('hours_alone_until', 'is', null), eb('hours_alone_until', '<', until)]))
    .where(eb => eb.not(eb.exists(eb.selectFrom('changed_hours').select('id').where('start', '<', until))))
    .returning('id')
    .executeTakeFirst()
  return left !== undefined
}

/** Says that no hour is summed up yet. */
export const forgetAllSums = (db: Database) =>
  db.updateTable('summed_hours').set({ summed_until: null, taken_until: '' }).where('id', '=', 1).execute()

/** Takes the summing for this process until `taken_until`; undefined while another one is at it, or before it may begin. */
export const takeSumming = (db: Database, now: string, taken_until: string) =>
  db
    .updateTable('summed_hours')
    .set(eb => ({ taken_until, run: eb('run', '+', 1) }))
    .where('id', '=', 1)
    .where('taken_until', '<=', now)
    .where('begins_at', '<=', now)
    .returning(['run', 'summed_until'])
    .executeTakeFirst()

/** Notes how far all hours are summed up, and goes on for longer. False when somebody else took the summing over. */
export const noteSummed = async (
  db: Database,
  run: number,
  changes: { summed_until?: string; taken_until: string },
): Promise<boolean> => {
  const noted = await db
    .updateTable('summed_hours')
    .set(changes)
    .where('id', '=', 1)
    .where('run', '=', run)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Forgets marks whose hours this run has summed up anew; none where somebody else took over. */
export const forgetChanged = (db: Database, run: number, ids: readonly number[]) =>
  db
    .deleteFrom('changed_hours')
    .where('id', 'in', inIds(db, ids))
    .where(eb => eb.exists(eb.selectFrom('summed_hours').select('id').where('id', '=', 1).where('run', '=', run)))
    .execute()
