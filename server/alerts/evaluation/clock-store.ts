import type { Database } from '../../kit/database/database.ts'

/** Longest time (ms) without a minute evaluated for everybody; beyond it the watch was asleep. */
export const ASLEEP_MS = 5 * 60_000

/**
 * Notes that a minute (ISO 8601) was evaluated to its end for everybody: after that, never before. False when the newest one is not
 * `before` any more: of several that come to it together only one moves the clock on.
 */
export const finishMinute = async (db: Database, finished: string, before: string | null): Promise<boolean> => {
  const asleep = new Date(Date.parse(finished) - ASLEEP_MS).toISOString()
  const row = await db
    .insertInto('alert_clock')
    .values({ id: 1, minute: finished, awake_since: finished })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet(eb => ({
          minute: finished,
          awake_since: eb
            .case()
            .when(eb('alert_clock.minute', '<', asleep))
            .then(finished)
            .else(eb.ref('alert_clock.awake_since'))
            .end(),
        }))
        .where('alert_clock.minute', '=', before ?? ''),
    )
    .returning('minute')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest minute that was evaluated for everybody, and since when each one was; undefined before the first. */
export const clockOf = (db: Database) =>
  db.selectFrom('alert_clock').select(['minute', 'awake_since']).executeTakeFirst()
