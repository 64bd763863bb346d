import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Counts the changes of a project: who says yes to it says which one was read. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('research')
    .addColumn('version', 'integer', column => column.notNull().defaultTo(1))
    .execute()
}
