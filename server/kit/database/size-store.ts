import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './schema-columns.ts'

/** Bytes that the database takes on its disk. */
export const databaseBytes = async (db: Database): Promise<number> => {
  const size: RawBuilder<{ bytes: number | string }> = isPostgres(db)
    ? sql`SELECT pg_database_size(current_database()) AS bytes`
    : sql`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`
  const { rows } = await size.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** Bytes of the database's file that hold nothing any more. PostgreSQL looks after its own: 0. */
export const freeBytes = async (db: Database): Promise<number> => {
  if (isPostgres(db)) return 0
  const free = sql<{
    bytes: number
  }>`SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count(), pragma_page_size()`
  return (await free.execute(db)).rows[0]?.bytes ?? 0
}

/** Gives up to that many free pages of a SQLite file back to the disk. */
export const returnPages = async (db: Database, pages: number): Promise<void> => {
  await sql`PRAGMA incremental_vacuum(${sql.lit(pages)})`.execute(db)
}

/** Writes a SQLite file anew, once, that cannot give free room back yet; it takes some seconds for each 100 MB. */
export const makeReturnable = async (db: Database): Promise<void> => {
  if (isPostgres(db)) return
  const mode = await sql<{ auto_vacuum: number }>`SELECT auto_vacuum FROM pragma_auto_vacuum()`.execute(db)
  if (mode.rows[0]?.auto_vacuum !== 0) return
  await sql`PRAGMA auto_vacuum = INCREMENTAL`.execute(db)
  await sql`VACUUM`.execute(db)
}
