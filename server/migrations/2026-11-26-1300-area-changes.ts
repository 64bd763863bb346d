import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds changes of areas and of their rounds that bear on days past. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'area_changes')
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('changed_at', 'text', c => c.notNull())
    .addColumn('from_date', 'text')
    .addColumn('until_date', 'text')
    .execute()
  await db.schema.createIndex('area_changes_area').on('area_changes').columns(['area_id', 'changed_at']).execute()
}
