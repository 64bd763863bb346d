import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds times of devices whose values are still to be deleted. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'removed_times')
    .addColumn('device_id', 'integer', c => c.notNull())
    .addColumn('start', 'text')
    .addColumn('end', 'text')
    .addColumn('taken_until', 'text', c => c.notNull())
    .execute()
}
