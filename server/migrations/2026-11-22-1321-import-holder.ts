import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Adds the holder of an import, proven with each step: a worker that stalled does not go on once somebody else took
 * over.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('imports')
    .addColumn('holder', 'text', c => c.notNull().defaultTo(''))
    .execute()
}
