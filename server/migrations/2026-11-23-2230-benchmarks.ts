import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Owners may agree that a location counts in the anonymous comparison of farms. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('benchmark_agreements')
    .addColumn('location_id', 'integer', c => c.primaryKey().references('locations.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('agreed_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('benchmark_agreements_user').on('benchmark_agreements').column('user_id').execute()
  await db.schema
    .createTable('benchmark_weeks')
    .addColumn('week', 'text', c => c.primaryKey())
    .addColumn('run', 'integer', c => c.notNull())
    .addColumn('taken_until', 'text', c => c.notNull())
    .addColumn('done_at', 'text')
    .execute()
  await db.schema
    .createTable('benchmarks')
    .addColumn('week', 'text', c => c.notNull())
    .addColumn('area_type_id', 'integer', c => c.notNull())
    .addColumn('measurement', 'text', c => c.notNull())
    .addColumn('farms', 'text', c => c.notNull())
    .addColumn('low', 'double precision', c => c.notNull())
    .addColumn('high', 'double precision', c => c.notNull())
    .addPrimaryKeyConstraint('benchmarks_pkey', ['week', 'area_type_id', 'measurement'])
    .execute()
  await db.schema
    .createTable('benchmark_values')
    .addColumn('week', 'text', c => c.notNull())
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('area_type_id', 'integer', c => c.notNull())
    .addColumn('measurement', 'text', c => c.notNull())
    .addColumn('value', 'double precision', c => c.notNull())
    .addPrimaryKeyConstraint('benchmark_values_pkey', ['area_id', 'week', 'measurement'])
    .execute()
}
