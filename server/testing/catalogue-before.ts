import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openCatalogue } from '../kit/database/database.ts'
import { migrate } from '../kit/database/migrate.ts'

/** A catalogue (SQLite) in the form that it had after a migration, to be filled and taken to the newest one. */
export const catalogueBefore = async (migration: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-before-'))
  const db = openCatalogue({ path: join(folder, 'catalogue.sqlite'), url: undefined })
  await migrate(db, migration)
  return {
    db,
    /** Runs statements that are parted by semicolons. */
    run: async (statements: string): Promise<void> => {
      for (const statement of statements.split(';').filter(one => one.trim())) await sql.raw(statement).execute(db)
    },
    end: async (): Promise<void> => {
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Statement that adds people, `u1@farm.example` and so on. */
export const insertUsers = (ids: readonly number[]): string => `
  INSERT INTO users (id, email, name, username, password_hash, admin, permissions, locale, time_zone, policy_accepted, created_at, password_changed_at)
    VALUES ${ids.map(id => `(${id}, 'u${id}@farm.example', 'U', 'u${id}', '', 0, '[]', 'en', 'Europe/Amsterdam', '', '2025', '2025')`).join()};`
