import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Finds the keys that a key replaces: the first use of each key looked through those of all devices. */
export const up = (db: MigrationDatabase): Promise<void> =>
  db.schema.createIndex('device_keys_replaced_by').ifNotExists().on('device_keys').column('replaced_by').execute()
