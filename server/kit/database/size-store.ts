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
