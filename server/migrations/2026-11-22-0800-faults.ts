import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'faults')
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('measurement', 'text', c => c.notNull())
    .addColumn('fault', 'text', c => c.notNull())
    .addColumn('start', 'text', c => c.notNull())
    .addColumn('end', 'text', c => c.notNull())
    .addColumn('found_at', 'text', c => c.notNull())
    .addColumn('dismissed_at', 'text')
    .addColumn('dismissed_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('faults_device').on('faults').columns(['device_id', 'measurement', 'end']).execute()
}
