import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds the order and choice of charts that people make for a kind of area. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('chart_arrangements')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('area_type_id', 'integer', c => c.notNull())
    .addColumn('chart_order', 'text', c => c.notNull())
    .addColumn('hidden', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('chart_arrangements_key', ['user_id', 'area_type_id'])
    .execute()
}
