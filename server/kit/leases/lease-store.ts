import { sql } from 'kysely'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../database/database.ts'
import { databaseClock, databaseClockIn, epochMsOf } from '../database/database-clock.ts'
import { inTexts } from '../database/in-ids.ts'

/** A lease as its owner knows it. */
export interface Lease {
  name: string
  term: number
  tick: string
  tries: number
}

/** Writes down leases that nobody has had yet. */
export const addLeases = async (db: Database, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return
  await db
    .insertInto('leases')
    .values(names.map(name => ({ name, term: 0, held_until: 0, tick: '', tries: 0 })))
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
}

const takeFree = (db: Database, name: string, heldMs: number) =>
  db
    .updateTable('leases')
    .set(eb => ({ term: eb('term', '+', 1), held_until: databaseClockIn(db, heldMs) }))
    .where('name', '=', name)
    .where('held_until', '<=', databaseClock(db))
    .returning(['name', 'term', 'tick', 'tries'])

/** Takes a lease that nobody holds; undefined while somebody does. */
export const takeLease = (db: Database, name: string, heldMs: number): Promise<Lease | undefined> =>
  takeFree(db, name, heldMs).executeTakeFirst()

/** Time (ms) by which the clock of a process may be ahead of the database's: a tick further ahead is of a clock that was wrong. */
const AHEAD_MS = MINUTE_MS

/**
 * Takes the lease of a job for this tick; undefined when a process has begun it for this one, or still works for an earlier. A tick
 * that is not reached yet by the clock of the database holds up no other: the job would stand still until then.
 */
export const takeTick = (db: Database, name: string, tick: string, heldMs: number): Promise<Lease | undefined> =>
  takeFree(db, name, heldMs)
    .set({ tick, tries: 1 })
    .where(eb =>
      eb.or([
        eb('tick', '<', tick),
        eb.and([eb('tick', '>', tick), eb(epochMsOf(db, sql`nullif(tick, '')`), '>', databaseClockIn(db, AHEAD_MS))]),
      ]),
    )
    .executeTakeFirst()

/** Takes over a job whose process is gone; undefined when another process was faster. */
export const takeOver = (db: Database, name: string, heldMs: number): Promise<Lease | undefined> =>
  takeFree(db, name, heldMs)
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('held_until', '>', 0)
    .executeTakeFirst()

/** Names among these of jobs that were begun, and whose process has not said for long that it goes on. */
export const abandoned = async (db: Database, names: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('leases')
    .select('name')
    .where('name', 'in', inTexts(db, names))
    .where('held_until', '>', 0)
    .where('held_until', '<=', databaseClock(db))
    .execute()
  return rows.map(({ name }) => name)
}

/** Holds on; false once another process has it. */
export const keepLease = async (db: Database, { name, term }: Lease, heldMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('leases')
    .set({ held_until: databaseClockIn(db, heldMs) })
    .where('name', '=', name)
    .where('term', '=', term)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a lease back; nothing happens where another process has it. */
export const endLease = async (db: Database, { name, term }: Lease): Promise<void> => {
  await db.updateTable('leases').set({ held_until: 0 }).where('name', '=', name).where('term', '=', term).execute()
}
