import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds when a device's newest value arrived, whatever time it was measured at: a clock that is behind must not make it silent. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('devices').addColumn('last_value_at', 'text').execute()
}
