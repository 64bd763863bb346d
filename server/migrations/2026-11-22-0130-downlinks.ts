import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('device_downlinks')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('url', 'text', c => c.notNull())
    .addColumn('api_key', 'text', c => c.notNull())
    .addColumn('decoder', 'text', c => c.notNull())
    .addColumn('sent_change', 'integer')
    .execute()
}
