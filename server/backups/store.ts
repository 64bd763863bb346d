import { type Selectable, sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { isPostgres } from '../kit/database/schema-columns.ts'
import type { Tables } from '../tables.ts'

export type BackupRow = Selectable<Tables['backups']>

export const askForBackup = async (db: Database, now: string): Promise<number> => {
  const asked = { status: 'waiting' as const, asked_at: now, taken_until: now, tries: 0 }
  return (await db.insertInto('backups').values(asked).returning('id').executeTakeFirstOrThrow()).id
}

export const backupOfId = (db: Database, id: number): Promise<BackupRow | undefined> =>
  db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()

/** Takes the next backup for this process until `until`; one at a time is made of an installation. */
export const takeBackup = (db: Database, now: string, until: string): Promise<BackupRow | undefined> =>
  db
    .updateTable('backups')
    .set(eb => ({ status: 'running', taken_until: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', eb =>
      eb
        .selectFrom('backups as next')
        .select('next.id')
        .where('next.status', 'in', ['waiting', 'running'])
        .orderBy('next.id')
        .limit(1),
    )
    .where('status', 'in', ['waiting', 'running'])
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Changes a backup that this process makes; false when another process has it by now. */
export const changeBackup = async (
  db: Database,
  { id, tries }: Pick<BackupRow, 'id' | 'tries'>,
  change: Partial<BackupRow>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** State of the backups: the newest good one, the newest that was restored for trial, and whether the last one failed. */
export const backupState = async (db: Database) => {
  const { made, checked } = await db
    .selectFrom('backups')
    .where('status', '=', 'ready')
    .select(eb => [eb.fn.max('finished_at').as('made'), eb.fn.max('checked_at').as('checked')])
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('backups')
    .select('problem')
    .where('status', 'in', ['ready', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { made, checked, hasFailed: last === undefined ? null : last.problem !== null }
}

/** Tells whether a backup came back in its trial. */
export const isChecked = async (db: Database, name: string): Promise<boolean> => {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('name', '=', name)
    .where('checked_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Tells whether a backup is made just now. */
export const isMaking = async (db: Database): Promise<boolean> => {
  const made = await db.selectFrom('backups').select('id').where('status', '=', 'running').executeTakeFirst()
  return made !== undefined
}

export const forgetBackups = (db: Database, before: string) =>
  db.deleteFrom('backups').where('asked_at', '<', before).where('status', 'in', ['ready', 'failed']).execute()

/** Ends what a restored database says is under way. */
export const endUnfinished = (db: Database, at: string) =>
  db
    .updateTable('backups')
    .set({ status: 'failed', finished_at: at, problem: 'ended: the database was restored from it' })
    .where('status', 'in', ['waiting', 'running'])
    .execute()

/** Names of all tables of a database. */
export const tablesOf = async (db: Database): Promise<string[]> => {
  const { rows } = await (isPostgres(db)
    ? sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`
    : sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1`
  ).execute(db)
  return rows.map(({ name }) => name)
}

/** Number of rows of each table. */
export const countRows = async (db: Database): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const name of await tablesOf(db)) {
    const { rows } = await sql<{ count: number | string }>`SELECT count(*) AS count FROM ${sql.id(name)}`.execute(db)
    counts[name] = Number(rows[0]?.count ?? 0)
  }
  return counts
}

/** The greatest ids of devices and locations: what is measured under a greater one is of nobody this database knows. */
export const greatestIds = async (db: Database): Promise<{ device: number; location: number }> => {
  const device = await db
    .selectFrom('devices')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const location = await db
    .selectFrom('locations')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return { device: device?.id ?? 0, location: location?.id ?? 0 }
}

/** Name by which another connection reads exactly what this transaction reads (PostgreSQL). */
export const exportSnapshot = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT pg_export_snapshot() AS id`.execute(db)
  return rows[0]?.id ?? ''
}

export const createDatabase = (db: Database, name: string) => sql`CREATE DATABASE ${sql.id(name)}`.execute(db)

export const dropDatabase = (db: Database, name: string) =>
  sql`DROP DATABASE IF EXISTS ${sql.id(name)} WITH (FORCE)`.execute(db)

/** Problems of an SQLite file, `ok` where there is none. */
export const integrityOf = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(db)
  return rows[0]?.integrity_check ?? ''
}
