import type { CreateTableBuilder, Kysely } from 'kysely'
import { PostgresAdapter } from 'kysely'

/** Database of a migration, with the tables of its time, which no type of today names. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's own guide types migrations so.
export type MigrationDatabase = Kysely<any>

export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** A table whose `id` numbers itself, in either dialect. */
export const createTableWithId = (db: MigrationDatabase, name: string): CreateTableBuilder<string, 'id'> =>
  db.schema
    .createTable(name)
    .addColumn('id', 'integer', column =>
      isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    ) as CreateTableBuilder<string, 'id'>
