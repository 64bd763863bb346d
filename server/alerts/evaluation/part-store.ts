import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { databaseClock, databaseClockIn } from '../../kit/database/database-clock.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { isPostgres } from '../../kit/database/schema-columns.ts'
import { type IdsInRange, LAST_ID } from '../../kit/database/some-ids.ts'
import { HELD_MS } from '../../kit/leases/leases.ts'
import type { Tables } from '../../tables.ts'

/** Number of parts: 1, 2, 3, 4, 6, 8, 12 or 24 processes have equally many. The table has a row for each. */
export const PARTS = 24
/** Part a device falls in. */
export const partOf = (deviceId: number): number => deviceId % PARTS

/** The devices of some parts, of all ids or of those from a first to a last one. */
export const devicesIn = (parts: readonly number[], { first = 0, last = LAST_ID } = {}): IdsInRange => ({
  first,
  last,
  divisor: PARTS,
  remainders: parts,
})

/** Time (ms) after its last sign for which a process counts as there; it gives one each minute at least. */
const THERE_MS = 75_000
/** Processes are forgotten after a day. */
const FORGOTTEN_MS = 86_400_000

/** Parts that a process has taken for a minute (ISO 8601). */
export interface TakenParts {
  /** Null in a set-up of one process, which holds nothing: nobody could take it over. */
  process: string | null
  minute: string
  ids: number[]
  term: number
  /** Processes that took them for this minute. */
  tries: number
}

const heldUntil = (db: Database, process: string | null): RawBuilder<number> =>
  process === null ? sql<number>`0` : databaseClockIn(db, HELD_MS)

/** Greater than the term of every part, so that one number tells of all parts that are taken at once. */
const nextTerm = sql<number>`(select max(term) + 1 from alert_parts)`

/** Parts that nobody else is just taking, each row locked where the database has other writers. */
const freeParts = (db: Database) => {
  const free = db.selectFrom('alert_parts').select('part').where('held_until', '<=', databaseClock(db))
  return isPostgres(db) ? free.forUpdate().skipLocked() : free
}

/**
 * Takes those of some parts that no process has begun for a minute, nor for a later one. A part that was begun for `since` or
 * later and was left is another matter: that minute comes first.
 */
export const takeParts = async (
  db: Database,
  {
    process,
    parts,
    minute,
    since,
  }: { process: string | null; parts: readonly number[]; minute: string; since: string },
): Promise<TakenParts[]> => {
  const free = freeParts(db)
    .where('part', 'in', inIds(db, parts))
    .where('minute', '<', minute)
    .where(eb => eb.or([eb('held_until', '=', 0), eb('minute', '<', since)]))
  const taken = await db
    .updateTable('alert_parts')
    .set({ minute, process, term: nextTerm, tries: 1, held_until: heldUntil(db, process) })
    .where('part', 'in', free)
    .returning(['part', 'term'])
    .execute()
  const [first] = taken
  return first ? [{ process, minute, ids: taken.map(({ part }) => part), term: first.term, tries: 1 }] : []
}

/** Parts that were left unfinished, as a process looks for them. */
export interface LeftParts {
  process: string
  /** Minutes (ISO 8601) that are gone on with. */
  since: string
  until: string
  /** Processes that may fail at a part in its minute before it is left alone; 0 where it is too late to try again. */
  mostTries: number
}

/** Tells of a part whether its process is gone, or gave it back unfinished: then another one may be able to finish it. */
const isLeft =
  ({ process, since, until, mostTries }: LeftParts) =>
  (eb: ExpressionBuilder<Tables, 'alert_parts'>) =>
    eb.and([
      eb('minute', '>=', since),
      eb('minute', '<=', until),
      eb('finished', '<', eb.ref('minute')),
      eb.or([
        eb('held_until', '>', 0),
        eb.and([eb('minute', '=', until), eb('process', '!=', process), eb('tries', '<', mostTries)]),
      ]),
    ])

/** Minutes of parts that are left, and how many processes began them; the oldest first. */
export const leftParts = (db: Database, left: LeftParts) =>
  db
    .selectFrom('alert_parts')
    .select(['minute', 'tries'])
    .distinct()
    .where('held_until', '<=', databaseClock(db))
    .where(isLeft(left))
    .orderBy('minute')
    .orderBy('tries')
    .execute()

/** Takes those parts that are left of one minute, and that as many processes began; undefined when others were faster. */
export const takeOverParts = async (
  db: Database,
  left: LeftParts,
  { minute, tries }: Pick<TakenParts, 'minute' | 'tries'>,
): Promise<TakenParts | undefined> => {
  const { process } = left
  const free = freeParts(db).where(isLeft(left)).where('minute', '=', minute).where('tries', '=', tries)
  const taken = await db
    .updateTable('alert_parts')
    .set({ process, term: nextTerm, tries: tries + 1, held_until: heldUntil(db, process) })
    .where('part', 'in', free)
    .returning(['part', 'term'])
    .execute()
  const [first] = taken
  return first && { process, minute, ids: taken.map(({ part }) => part), term: first.term, tries: tries + 1 }
}

/** Holds on; false once another process has one of them, or they were given back: a sign that comes late holds nothing again. */
export const keepParts = async (db: Database, { process, ids, term }: TakenParts): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('alert_parts')
    .set({ held_until: heldUntil(db, process) })
    .where('part', 'in', inIds(db, ids))
    .where('term', '=', term)
    .where('held_until', '>', 0)
    .executeTakeFirst()
  return Number(numUpdatedRows) === ids.length
}

/** Parts of these that are still the process's. In a transaction nobody takes them over before that has ended. */
export const stillHeld = async (trx: Database, { term }: TakenParts, parts: readonly number[]): Promise<number[]> => {
  const held = trx
    .selectFrom('alert_parts')
    .select('part')
    .where('part', 'in', inIds(trx, parts))
    .where('term', '=', term)
  // Weaker than the lock of an update: the sign that the process lives must not wait for it.
  const rows = await (isPostgres(trx) ? held.forKeyShare() : held).execute()
  return rows.map(({ part }) => part)
}

/** Gives parts back, evaluated to their end or not. What another process has taken meanwhile stays as it is. */
export const endParts = (
  db: Database,
  { ids, term, minute }: TakenParts,
  { isWhole, tookMs }: { isWhole: boolean; tookMs: number },
) =>
  db
    .updateTable('alert_parts')
    .set({ held_until: 0, took_ms: Math.round(tookMs), ...(isWhole ? { finished: minute } : {}) })
    .where('part', 'in', inIds(db, ids))
    .where('term', '=', term)
    .execute()

/** The newest minute (ISO 8601) that every part was evaluated for; null before the first. */
export const wholeMinute = async (db: Database): Promise<string | null> => {
  const row = await db
    .selectFrom('alert_parts')
    .select(eb => eb.fn.min('finished').as('minute'))
    .executeTakeFirst()
  return row?.minute || null
}

/** Tells whether a process evaluates a part just now, for `since` (ISO 8601) or later: what hangs for longer does not count. */
export const isAnyHeld = async (db: Database, since: string): Promise<boolean> => {
  const held = db
    .selectFrom('alert_parts')
    .select('part')
    .where('held_until', '>', databaseClock(db))
    .where('minute', '>=', since)
  return (await held.executeTakeFirst()) !== undefined
}

/** Says that a process evaluates parts, and returns the names of all that do, in one order for all. */
export const noteProcess = async (db: Database, process: string): Promise<string[]> => {
  const seen_at = databaseClock(db)
  await db
    .insertInto('alert_processes')
    .values({ process, seen_at })
    .onConflict(conflict => conflict.column('process').doUpdateSet({ seen_at }))
    .execute()
  return processesThere(db)
}

/** Names of processes that gave a sign within some time (ms), in one order for all. */
const processesThere = async (db: Database, withinMs = THERE_MS): Promise<string[]> => {
  const rows = await db
    .selectFrom('alert_processes')
    .select('process')
    .where('seen_at', '>', databaseClockIn(db, -withinMs))
    .execute()
  return rows.map(row => row.process).sort()
}

export const removeProcess = (db: Database, process: string) =>
  db.deleteFrom('alert_processes').where('process', '=', process).execute()

/** Forgets processes that ended without saying so. */
export const forgetProcesses = (db: Database) =>
  db.deleteFrom('alert_processes').where('seen_at', '<', databaseClockIn(db, -FORGOTTEN_MS)).execute()

/**
 * Parts by the process that had them last: whether that is there, how many, up to which minute (ISO 8601) all are evaluated, whether
 * any was begun, how long that took. A process that ended as it should is not among them: others have its parts within a minute.
 */
export const partsByProcess = async (db: Database) => {
  const rows = await db
    .selectFrom('alert_parts')
    .select(eb => ['process', eb.fn.countAll().as('parts'), eb.fn.min('finished').as('finished')])
    .select(eb => [eb.fn.max('took_ms').as('took_ms'), eb.fn.max('minute').as('minute')])
    .select(eb => eb.fn.max('held_until').as('held_until'))
    .groupBy('process')
    .orderBy('process')
    .execute()
  const [there, known] = [await processesThere(db), new Set(await processesThere(db, FORGOTTEN_MS))]
  return rows
    .filter(({ process, held_until }) => process === null || known.has(process) || held_until > 0)
    .map(({ process, parts, finished, minute, took_ms }) => ({
      process,
      is_there: process === null || there.includes(process),
      parts: Number(parts),
      evaluated_at: finished || null,
      is_begun: minute !== '',
      took_ms,
    }))
}
