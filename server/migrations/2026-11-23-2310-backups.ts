import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds backups that somebody or the clock asked for, and what became of them. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'backups')
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('asked_at', 'text', c => c.notNull())
    .addColumn('taken_until', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .addColumn('name', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('checked_at', 'text')
    .addColumn('problem', 'text')
    .execute()
}
