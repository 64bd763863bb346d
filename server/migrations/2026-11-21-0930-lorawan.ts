import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('devices').addColumn('decoder', 'text').execute()
  await db.schema
    .createTable('unknown_devices')
    .addColumn('eui', 'text', c => c.primaryKey())
    .addColumn('network', 'text', c => c.notNull())
    .addColumn('name', 'text')
    .addColumn('profile', 'text')
    .addColumn('messages', 'integer', c => c.notNull())
    .addColumn('first_heard_at', 'text', c => c.notNull())
    .addColumn('last_heard_at', 'text', c => c.notNull())
    .execute()
  await createTableWithId(db, 'unknown_messages')
    .addColumn('eui', 'text', c => c.notNull().references('unknown_devices.eui').onDelete('cascade'))
    .addColumn('heard', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('unknown_messages_eui').on('unknown_messages').column('eui').execute()
}
