import type { CreateTableBuilder, Kysely } from 'kysely'
import { PostgresAdapter } from 'kysely'

const isPostgres = (db: Kysely<never>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** A table whose `id` numbers itself, in either dialect. */
export const createTableWithId = (db: Kysely<never>, name: string): CreateTableBuilder<string, 'id'> =>
  db.schema
    .createTable(name)
    .addColumn('id', 'integer', column =>
      isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    ) as CreateTableBuilder<string, 'id'>
