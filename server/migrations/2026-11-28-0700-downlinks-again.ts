import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds when a downlink was handed over, so that one that no device acknowledges is handed over again. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('device_downlinks').addColumn('sent_at', 'text').execute()
}
