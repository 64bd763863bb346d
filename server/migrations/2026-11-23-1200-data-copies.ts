import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Copies of what is kept about a person. The row outlives its account until the file is removed. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'data_copies')
    .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('language', 'text', c => c.notNull())
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('taken_until', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('bytes', 'integer', c => c.notNull())
    .addColumn('file', 'text')
    .execute()
  await db.schema.createIndex('data_copies_user').on('data_copies').column('user_id').execute()
  await db.schema.createIndex('data_copies_status').on('data_copies').columns(['status', 'taken_until']).execute()
}
