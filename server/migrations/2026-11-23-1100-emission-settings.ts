import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('emission_settings')
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('version', 'integer', c => c.notNull())
    .addColumn('settings', 'text', c => c.notNull())
    .addColumn('changed_at', 'text', c => c.notNull())
    .addColumn('changed_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addPrimaryKeyConstraint('emission_settings_key', ['area_id', 'version'])
    .execute()
}
