import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Schedules of the demo farm, which go with it and mail nobody. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('report_schedules')
    .addColumn('demo', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
