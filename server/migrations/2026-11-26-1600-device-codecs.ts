import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds codecs that people paste for their LoRaWAN devices. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('device_codecs')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('script', 'text')
    .addColumn('changed_at', 'text', c => c.notNull())
    .addColumn('version', 'integer', c => c.notNull().defaultTo(1))
    .execute()
}
