import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Counts the changes of alert rules, report schedules and notes of projects: who saves one says which they read. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const table of ['alert_rules', 'report_schedules', 'research_notes'])
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', c => c.notNull().defaultTo(1))
      .execute()
}
