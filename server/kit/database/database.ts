import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  SqliteDialect,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Tables } from '../../tables.ts'
import { type NoteStatement, noteCatalogue } from './slow-statements.ts'

export type Database = Kysely<Tables> | Transaction<Tables>

/** Opens SQLite at `path`, or PostgreSQL when a URL is given. Both answer the same queries. */
export const openCatalogue = (options: {
  path: string
  url?: string | undefined
  /** Time (ms) a statement waits for a lock on PostgreSQL; none unless said. */
  lockTimeoutMs?: number
  /** Hears of each statement; nobody does unless said. */
  note?: NoteStatement
}): Kysely<Tables> => {
  const log = options.note && noteCatalogue(options.note)
  const dialect = options.url ? openPostgres(options.url, options.lockTimeoutMs) : openSqlite(options.path)
  return new Kysely<Tables>({ dialect, ...(log && { log }) })
}

const openSqlite = (path: string): SqliteDialect => {
  const database = new DatabaseSync(path)
  // Room of what is deleted can be given back from time to time; a file that has tables keeps what it began with.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL')
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
  )
  // SQLite's own knows the letters from A to Z alone: a search for "özgür" would not find "Özgür", as PostgreSQL does.
  database.function('lower', { deterministic: true }, text => (typeof text === 'string' ? text.toLowerCase() : text))
  return new SqliteDialect({ database: adapt(database) })
}

type SqliteParameter = string | number | bigint | null

/** Texts that a connection keeps prepared: enough for all of the product, and an end to what a mistake could fill. */
const MAX_PREPARED = 500

/** Adapts `node:sqlite` to what Kysely's SqliteDialect expects of a driver. Statements are prepared, and looked at, once. */
const adapt = (database: DatabaseSync) => {
  const known = new Map<string, { statement: StatementSync; reader: boolean }>()
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    // A pragma that works page by page names no columns, and goes on only while its rows are read.
    const one = { statement, reader: statement.columns().length > 0 || sql.startsWith('PRAGMA incremental_vacuum') }
    if (known.size < MAX_PREPARED) known.set(sql, one)
    return one
  }
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const { statement, reader } = known.get(sql) ?? prepare(sql)
      const given = (parameters: readonly unknown[]) => parameters as SqliteParameter[]
      return {
        reader,
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

/**
 * Names statements, so that a connection plans each a few times only: planning who sees a location took ten times as long as
 * asking it. One that selects all columns of a table gets none: it would fail once another process has added a column.
 */
const createNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    if (text.includes('*')) return undefined
    if (!names.has(text) && names.size < MAX_PREPARED) names.set(text, `s${names.size}`)
    return names.get(text)
  }
}

const BIGINT = 20
/** Time (ms) until who waits for a connection is told to come again: of a store that is overloaded, or does not answer. */
const LONGEST_WAIT_MS = 30_000
const openPostgres = (url: string, lock_timeout?: number): PostgresDialect => {
  const types = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === BIGINT ? Number : pg.types.getTypeParser(id, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    // A connection that nobody ended is found by asking now and then, not after hours.
    keepAlive: true,
    types,
    ...(lock_timeout === undefined ? {} : { lock_timeout }),
  })
  // A broken connection is replaced by the pool, and its query fails; without a listener it would end the process, idle or not.
  pool.on('error', () => {})
  pool.on('connect', client => void client.on('error', () => {}))
  return new PostgresDialect({ pool: prepared(pool) })
}

/** The same pool, whose connections prepare statements. */
const prepared = (pool: pg.Pool): PostgresPool => {
  const nameOf = createNames()
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect()
    const query = (text: string, values: readonly unknown[]) =>
      client.query({ name: nameOf(text), text, values: [...values] })
    return Object.create(client, { query: { value: query } })
  }
  return { connect, end: () => pool.end(), options: pool.options }
}
