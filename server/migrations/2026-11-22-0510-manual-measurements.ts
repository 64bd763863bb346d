import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'manual_measurements')
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('measurement', 'text', c => c.notNull())
    .addColumn('time', 'text', c => c.notNull())
    .addColumn('value', 'double precision', c => c.notNull())
    .addColumn('note', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('created_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema
    .createIndex('manual_measurements_device')
    .on('manual_measurements')
    .columns(['device_id', 'time'])
    .execute()
  await createTableWithId(db, 'manual_changes')
    .addColumn('manual_id', 'integer', c => c.notNull().references('manual_measurements.id').onDelete('cascade'))
    .addColumn('changed_at', 'text', c => c.notNull())
    .addColumn('changed_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('action', 'text', c => c.notNull())
    .addColumn('before', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('manual_changes_manual_id').on('manual_changes').column('manual_id').execute()
}
