import type { CreateTableBuilder, Kysely } from 'kysely'
import { PostgresAdapter } from 'kysely'

export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** A table whose `id` numbers itself, in either dialect. */
export const createTableWithId = (db: Kysely<never>, name: string): CreateTableBuilder<string, 'id'> =>
  db.schema
    .createTable(name)
    .addColumn('id', 'integer', column =>
      isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    ) as CreateTableBuilder<string, 'id'>
