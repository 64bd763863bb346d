import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds areas that somebody said are empty: alerts about them pause. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('area_pauses')
    .addColumn('area_id', 'integer', c => c.primaryKey().references('areas.id').onDelete('cascade'))
    .addColumn('since', 'text', c => c.notNull())
    .addColumn('until', 'text')
    .execute()
}
