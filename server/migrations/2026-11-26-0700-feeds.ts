import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'feeds')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('content', 'text', c => c.notNull())
    .addColumn('secret_hash', 'text', c => c.notNull().unique())
    .addColumn('tail', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_read_at', 'text')
    .addColumn('noted_on', 'text')
    .execute()
  await db.schema.createIndex('feeds_user').on('feeds').column('user_id').execute()
}
