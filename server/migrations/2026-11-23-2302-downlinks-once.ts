import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds until when a process is about to send a downlink, so that no other one sends it, too. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('device_downlinks')
    .addColumn('sending_until', 'text', c => c.notNull().defaultTo(''))
    .execute()
}
