import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../tables.ts'

export type Database = Kysely<Tables> | Transaction<Tables>

/** Opens SQLite at `path`, or PostgreSQL when a URL is given. Both answer the same queries. */
export const openCatalogue = (options: { path: string; url?: string | undefined }): Kysely<Tables> =>
  options.url ? openPostgres(options.url) : openSqlite(options.path)

const openSqlite = (path: string): Kysely<Tables> => {
  const database = new DatabaseSync(path)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
  )
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(database) }) })
}

type SqliteParameter = string | number | bigint | null

/** Adapts `node:sqlite` to what Kysely's SqliteDialect expects of a driver. Statements are prepared once. */
const adapt = (database: DatabaseSync) => {
  const prepared = new Map<string, StatementSync>()
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const statement = prepared.get(sql) ?? database.prepare(sql)
      if (prepared.size < 500) prepared.set(sql, statement)
      const given = (parameters: readonly unknown[]) => parameters as SqliteParameter[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...given(parameters)),
        run: (parameters: readonly unknown[]) => {
          // SQLite has ended the transaction itself when the disk was full; asking again would hide why.
          if (sql === 'rollback' && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 }
          return statement.run(...given(parameters))
        },
        iterate: (parameters: readonly unknown[]) => statement.iterate(...given(parameters)),
      }
    },
  }
}

const BIGINT = 20
const openPostgres = (url: string): Kysely<Tables> => {
  const types = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === BIGINT ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  // A broken connection is replaced by the pool, and its query fails; without a listener it would end the process, idle or not.
  pool.on('error', () => {})
  pool.on('connect', client => void client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
