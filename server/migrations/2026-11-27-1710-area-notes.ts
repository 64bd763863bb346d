import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds short notes that people write beside the charts of an area. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'area_notes')
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('from', 'text', c => c.notNull())
    .addColumn('until', 'text')
    .addColumn('text', 'text', c => c.notNull())
    .addColumn('written_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('written_at', 'text', c => c.notNull())
    .addColumn('client_id', 'text')
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema.createIndex('area_notes_area').on('area_notes').columns(['area_id', 'from']).execute()
  await db.schema
    .createIndex('area_notes_writer')
    .on('area_notes')
    .columns(['written_by', 'client_id'])
    .unique()
    .execute()
}
