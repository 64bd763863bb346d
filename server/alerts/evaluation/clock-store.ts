import type { Database } from '../../kit/database/database.ts'

/** Longest time (ms) without a minute evaluated for everybody; beyond it the watch was asleep. */
export const ASLEEP_MS = 5 * 60_000

/**
 * Takes a minute (epoch ms) for this process; false when another one has it, or a later one. One whose process is gone is taken
 * over by who took over its job.
 */
export const lockMinute = async (db: Database, minute: number, isTakenOver = false): Promise<boolean> => {
  const claimed = new Date(minute).toISOString()
  const row = await db
    .insertInto('alert_claims')
    .values({ id: 1, minute: claimed })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet({ minute: claimed })
        .where('alert_claims.minute', isTakenOver ? '<=' : '<', claimed),
    )
    .returning('minute')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that a minute (epoch ms) was evaluated to its end for everybody: after that, never before. */
export const finishMinute = async (db: Database, minute: number): Promise<void> => {
  const finished = new Date(minute).toISOString()
  const asleep = new Date(minute - ASLEEP_MS).toISOString()
  await db
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
        .where('alert_clock.minute', '<', finished),
    )
    .execute()
}

/** The newest minute that was evaluated for everybody, and since when each one was; undefined before the first. */
export const clockOf = (db: Database) =>
  db.selectFrom('alert_clock').select(['minute', 'awake_since']).executeTakeFirst()
