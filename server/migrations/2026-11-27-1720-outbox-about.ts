import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds to a message the id of what it tells of, by which it is asked again whether it still goes out. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('outbox').addColumn('about', 'integer').execute()
}
