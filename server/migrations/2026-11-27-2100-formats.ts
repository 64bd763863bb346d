import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds the formats in which a person reads temperatures, dates and times. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('users').addColumn('formats', 'text').execute()
}
