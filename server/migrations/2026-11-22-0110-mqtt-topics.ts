import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('device_topics')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('topic', 'text', c => c.notNull().unique())
    .execute()
  await db.schema
    .createTable('heard_topics')
    .addColumn('topic', 'text', c => c.primaryKey())
    .addColumn('source', 'text', c => c.notNull())
    .addColumn('messages', 'integer', c => c.notNull())
    .addColumn('last_message', 'text', c => c.notNull())
    .addColumn('first_heard_at', 'text', c => c.notNull())
    .addColumn('last_heard_at', 'text', c => c.notNull())
    .execute()
}
