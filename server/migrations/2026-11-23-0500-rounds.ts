import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'rounds')
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('date_in', 'text', c => c.notNull())
    .addColumn('date_out', 'text')
    .addColumn('age_in', 'integer', c => c.notNull())
    .addColumn('animals', 'integer', c => c.notNull())
    .addColumn('preset', 'text')
    .addColumn('curve', 'text')
    .addColumn('version', 'integer', c => c.notNull().defaultTo(1))
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema.createIndex('rounds_area').on('rounds').columns(['area_id', 'date_in']).execute()
  await createTableWithId(db, 'round_losses')
    .addColumn('round_id', 'integer', c => c.notNull().references('rounds.id').onDelete('cascade'))
    .addColumn('date', 'text', c => c.notNull())
    .addColumn('animals', 'integer', c => c.notNull())
    .execute()
  await db.schema.createIndex('round_losses_round').on('round_losses').columns(['round_id', 'date']).execute()
}
