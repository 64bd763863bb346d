import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Schedules whose mails bring the values as a CSV file, too. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('report_schedules')
    .addColumn('csv', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
