import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds after how long a device counts as silent, and below which charge its battery is low: for a device, and for what an account owns. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('devices').addColumn('silent_after_min', 'integer').execute()
  await db.schema.alterTable('devices').addColumn('battery_limit', 'integer').execute()
  await db.schema
    .createTable('device_limits')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('silent_after_min', 'integer')
    .addColumn('battery_limit', 'integer')
    .execute()
}
