import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Tables } from '../../tables.ts'
import { openCatalogue } from './database.ts'
import { isPostgres } from './schema-columns.ts'
import { makeReturnable } from './size-store.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Time (ms) that a migration waits for a table which somebody uses; who comes behind it waits as long. */
const LOCK_TIMEOUT_MS = 3000
/** Tries until a moment is found at which nobody holds such a table for long. */
const [TRIES, PAUSE_MS] = [60, 1000]
/** Codes of PostgreSQL: a lock was not free in time; two waited for each other. */
const NOT_NOW = ['55P03', '40P01']

/**
 * Migrates the database at the start of a process. Of several that start at once one migrates, and the others wait for it. Other
 * processes go on working meanwhile: a table that is not free in time is tried again later.
 */
export const migrateAtStart = async (path: string, url: string | undefined): Promise<void> => {
  const db = openCatalogue({ path, url, lockTimeoutMs: LOCK_TIMEOUT_MS })
  try {
    for (let tries = 1; ; tries++)
      try {
        await migrate(db)
        // A disk without room for a second copy keeps the file as it is until the next start.
        return await makeReturnable(db).catch(() => {})
      } catch (error) {
        if (!NOT_NOW.includes(String((error as { code?: unknown }).code)) || tries === TRIES) throw error
        await setTimeout(PAUSE_MS)
      }
  } finally {
    await db.destroy()
  }
}

/** Key of the lock under which a start changes stores that lie elsewhere; any number that nothing else here takes. */
const START_LOCK = 7_311_990

/** Does what one starting process at a time may do. Processes that share nothing but a folder are one process. */
export const oneAtATime = <Result>(db: Kysely<Tables>, work: () => Promise<Result>): Promise<Result> => {
  if (!isPostgres(db)) return work()
  // A lock of the transaction, not of the connection, which a pooler gives to others.
  return db.transaction().execute(async transaction => {
    await sql`SELECT pg_advisory_xact_lock(${START_LOCK})`.execute(transaction)
    return work()
  })
}

/** Brings the database to the newest form, or to that of one migration. Throws, and so stops the start, when one fails. */
export const migrate = async (db: Kysely<Tables>, upTo?: string): Promise<void> => {
  // Read beforehand: SQLite has one connection, and the migrator holds it.
  const migrations = { ...(await doneMigrations(db)), ...(await readMigrations()) }
  const getMigrations = async () => migrations
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) throw error
}

const NOTHING: Migration = { up: async () => {} }

/** Migrations that the database has: a process of the release before starts beside those that have migrated it, and needs none of them. */
const doneMigrations = async (db: Kysely<Tables>): Promise<Record<string, Migration>> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {}
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.id(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return Object.fromEntries(rows.map(({ name }) => [name, NOTHING]))
}

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const files = readdirSync(FOLDER).filter(file => file.endsWith('.ts'))
  const modules = await Promise.all(files.map(file => import(new URL(file, FOLDER).href) as Promise<Migration>))
  return Object.fromEntries(files.map((file, index) => [file.replace(/\.ts$/, ''), elementAt(modules, index)]))
}
