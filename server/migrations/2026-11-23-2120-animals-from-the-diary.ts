import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Animals of a round that came later or left early, answers to counts of the diary, and what the animals of an area drink. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('round_losses')
    .addColumn('kind', 'text', c => c.notNull().defaultTo('lost'))
    .execute()
  await db.schema
    .alterTable('round_losses')
    .addColumn('inspection_id', 'integer', c => c.references('inspections.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('round_losses_inspection').on('round_losses').column('inspection_id').execute()
  await db.schema
    .createTable('diary_answers')
    .addColumn('inspection_id', 'integer', c => c.notNull().references('inspections.id').onDelete('cascade'))
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('animals', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('diary_answers_key', ['inspection_id', 'area_id', 'kind'])
    .execute()
  await db.schema.createIndex('diary_answers_area').on('diary_answers').column('area_id').execute()
  await db.schema
    .createTable('water_days')
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('date', 'text', c => c.notNull())
    .addColumn('litres', 'double precision', c => c.notNull())
    .addPrimaryKeyConstraint('water_days_key', ['area_id', 'date'])
    .execute()
}
