import { readdirSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Tables } from '../../tables.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Brings the database to the newest form, or to that of one migration. Throws, and so stops the start, when one fails. */
export const migrate = async (db: Kysely<Tables>, upTo?: string): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) throw error
}

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const files = readdirSync(FOLDER).filter(file => file.endsWith('.ts'))
  const modules = await Promise.all(files.map(file => import(new URL(file, FOLDER).href) as Promise<Migration>))
  return Object.fromEntries(files.map((file, index) => [file.replace(/\.ts$/, ''), elementAt(modules, index)]))
}
