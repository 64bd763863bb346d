import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('device_counters')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('counter', 'double precision')
    .execute()
  await db.schema
    .createTable('lost_messages')
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('day', 'text', c => c.notNull())
    .addColumn('heard', 'integer', c => c.notNull())
    .addColumn('lost', 'integer', c => c.notNull())
    .addColumn('last_time', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('lost_messages_key', ['device_id', 'day'])
    .execute()
}
