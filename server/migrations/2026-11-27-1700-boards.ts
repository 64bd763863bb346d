import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds boards of charts that people choose themselves. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'boards')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('content', 'text', c => c.notNull())
    .addColumn('version', 'integer', c => c.notNull().defaultTo(1))
    .addColumn('changed_at', 'text', c => c.notNull())
    .addColumn('link_hash', 'text', c => c.unique())
    .addColumn('link_tail', 'text')
    .addColumn('link_created_at', 'text')
    .execute()
  await db.schema.createIndex('boards_user').on('boards').column('user_id').execute()
}
