import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds how the last run of each job of the clock ended. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('job_runs')
    .addColumn('name', 'text', c => c.primaryKey())
    .addColumn('began_at', 'text', c => c.notNull())
    .addColumn('took_ms', 'integer', c => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('failures', 'integer', c => c.notNull())
    .execute()
}
