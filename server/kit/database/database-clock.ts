import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './schema-columns.ts'

/** Epoch ms by the clock of the database: processes whose own clocks differ agree on it. */
export const databaseClock = (db: Database): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`
    : sql<number>`(unixepoch('subsec') * 1000.0)`

/** The same, so many ms from now. */
export const databaseClockIn = (db: Database, ms: number): RawBuilder<number> =>
  sql<number>`${databaseClock(db)} + ${sql.lit(ms)}`

/** Epoch ms of a time that a column keeps as ISO 8601 text. */
export const epochMsOf = (db: Database, column: RawBuilder<string | null>): RawBuilder<number | null> =>
  isPostgres(db)
    ? sql<number | null>`(extract(epoch from (${column})::timestamptz) * 1000)::double precision`
    : sql<number | null>`(unixepoch(${column}, 'subsec') * 1000.0)`
