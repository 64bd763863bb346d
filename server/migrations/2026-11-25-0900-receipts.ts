import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds receipts of answers that wait to be printed and mailed. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'research_receipts')
    .addColumn('consent_id', 'integer', c => c.notNull().unique())
    .addColumn('taken_until', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .execute()
}
